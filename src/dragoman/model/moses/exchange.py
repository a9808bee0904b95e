"""Models from and for Moses: ``moses.ini`` with its tables in, the same out."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dragoman.common.errors import ConfigError, FormatError
from dragoman.common.progress import Report
from dragoman.grammar import RuleTable, read_glue, read_grammar, write_glue, write_grammar
from dragoman.grammar.moses import read_moses, write_moses
from dragoman.grammar.text_grammar import Form
from dragoman.io.finished_directory import check_output_folder, output_folder
from dragoman.io.outputs import open_output
from dragoman.lm import LanguageModel
from dragoman.model.model import Model
from dragoman.model.moses.moses_ini import MosesSystem, read_moses_ini
from dragoman.search import ChartDecoder, ChartOptions, PhraseDecoder, SearchOptions

INI, PHRASES, REORDERING = "moses.ini", "phrase-table.gz", "reordering-table.gz"
RULES, GLUE, WEIGHTS = "rule-table.gz", "glue-grammar", "weights"
MARK = "# written by dragoman export"
"""The first line of an exported ``moses.ini``, by which a later export knows what it may replace."""


def import_moses(ini: str | os.PathLike[str], progress: Report | None = None) -> Model:
    """The phrase-based or hierarchical system that ``moses.ini`` describes; ``progress`` hears of every table."""
    system = read_moses_ini(Path(ini))
    assert system.phrase_table is not None  # read_moses_ini has made sure
    rules = (
        read_grammar(system.phrase_table, "moses", progress=progress)
        if system.hierarchical
        else read_moses(system.phrase_table, system.reordering_table, progress=progress)
    )
    if system.reordering_table is not None:
        rules = rules.with_reordering_model(system.reordering_model)
    if len(rules.columns) != len(system.table_weights):
        raise FormatError(
            f"expected {len(system.table_weights)} scores a line, found {len(rules.columns)}",
            system.phrase_table,
        )
    weights = dict(system.weights)
    weights.update(zip(rules.columns, system.table_weights, strict=True))
    lms = [LanguageModel.open(path, progress) for path in system.language_models]
    if system.hierarchical:
        model = Model(
            rules, lms, weights | _glue(system), _chart(system), decoder=ChartDecoder.name
        )
    else:
        model = Model(rules, lms, weights, SearchOptions(**_search(system)))
    model.provenance["imported"] = Path(ini).name
    return model


def _glue(system: MosesSystem) -> dict[str, float]:
    """Glue has a score of its own in Moses and counts as a phrase; rules of any arity are alike."""
    assert system.glue_grammar is not None  # read_moses_ini has made sure
    score = system.glue_weight * read_glue(system.glue_grammar)
    glue = score + system.weights.get("phrase_penalty", 0.0)
    return {"glue": glue, "arity.0": 0.0, "arity.1": 0.0, "arity.2": 0.0}


def _chart(system: MosesSystem) -> ChartOptions:
    """Moses' own defaults where the file is silent."""
    limits: dict[str, Any] = {"pop_limit": 1000, "max_span": 20, **system.search}
    return ChartOptions(**limits)


def _search(system: MosesSystem) -> dict[str, Any]:
    """Moses' own defaults where the file is silent."""
    return {"search": "stack", "stack": 200, "beam": 1e-5, **system.search}


def export_moses(
    model: Model,
    directory: str | os.PathLike[str],
    threads: int = 1,
    progress: Report | None = None,
) -> None:
    """Writes ``moses.ini``, phrase table, reordering table and language models (ARPA) that Moses reads."""
    rules = _table(model)
    _check_words(model)
    if model.decoder_name == ChartDecoder.name:
        export_grammar(model, directory, "moses", threads, progress)
        return
    if model.decoder_name != PhraseDecoder.name:
        raise ConfigError(f"Moses has no files for a model of the {model.decoder_name} decoder")
    if model.operations is not None:
        raise ConfigError(
            "Moses' operation sequence model has other operations than the model's (osm): train one without, order = 0 "
            "under [osm]"
        )
    check_export(directory)
    reordering = any(name.startswith("reordering.") for name in model.weights)
    with output_folder(directory) as folder:
        write_moses(
            rules,
            folder / PHRASES,
            folder / REORDERING if reordering else None,
            progress=progress,
        )
        for name, lm in zip(_lm_files(model), model.lms, strict=True):
            lm.write_arpa(folder / name, threads, progress)
        with open_output(folder / INI) as out:
            out.write(_ini(model, reordering))


def export_grammar(
    model: Model,
    directory: str | os.PathLike[str],
    form: Form,
    threads: int = 1,
    progress: Report | None = None,
) -> None:
    """Writes the rules, glue and language models (ARPA) of a hierarchical model in the form of another system.

    For Moses with ``moses.ini``, for the others with ``weights``: a name and a weight a line.
    """
    if model.decoder_name != ChartDecoder.name:
        raise ConfigError(
            f"the {form} form has no files for a model of the {model.decoder_name} decoder"
        )
    rules = _table(model)
    _check_words(model)
    check_export(directory)
    settings = _chart_ini(model) if form == "moses" else _weights(model)
    with output_folder(directory) as folder:
        write_grammar(rules, folder / RULES, form, progress)
        write_glue(folder / GLUE, form)
        for name, lm in zip(_lm_files(model), model.lms, strict=True):
            lm.write_arpa(folder / name, threads, progress)
        with open_output(folder / (INI if form == "moses" else WEIGHTS)) as out:
            out.write(settings)


def _table(model: Model) -> RuleTable:
    if not isinstance(model.rules, RuleTable):
        raise ConfigError(
            "the model looks its rules up for what is translated: name a text to export the rules that it needs"
        )
    return model.rules


def check_export(directory: str | os.PathLike[str]) -> None:
    """Fails, before work, if an export to this folder would replace files that no export wrote."""
    check_output_folder(directory)
    folder = Path(directory)
    names = (INI, WEIGHTS, PHRASES, REORDERING, RULES, GLUE)
    there = [name for name in names if (folder / name).exists()]
    there += sorted(path.name for path in folder.glob("lm*.arpa.gz"))
    if there and not (_ours(folder / INI) or _ours(folder / WEIGHTS)):
        raise ConfigError(
            f"{folder / there[0]}: is there already, and not from an export; name another folder"
        )


def _check_words(model: Model) -> None:
    if any(lm.scores_classes for lm in model.lms):
        raise ConfigError(
            "a language model of word classes cannot be exported: other systems do not know the classes of its words; "
            "train without classes under [lm]"
        )


def _lm_files(model: Model) -> list[str]:
    return [f"lm{i}.arpa.gz" for i in range(len(model.lms))]


def _ours(ini: Path) -> bool:
    try:
        with ini.open("rb") as stream:
            return stream.read(len(MARK)) == MARK.encode()
    except FileNotFoundError:
        return False


def _weights(model: Model) -> str:
    lines = [MARK, *(f"{name} {weight:.9g}" for name, weight in model.weights.items())]
    return "\n".join(lines) + "\n"


def _chart_ini(model: Model) -> str:
    """Moses' glue counts as a phrase; rules with any number of non-terminals are alike."""
    w = _without_arity(model)
    strange = [name for name in w if name.startswith("coh.") or name == "lattice"]
    if strange:
        raise ConfigError(f"Moses has no feature like '{strange[0]}'")
    columns, limits = model.rules.columns, model.options
    lines = [MARK, "[input-factors]", "0", "[mapping]", "0 T 0", "1 T 1"]
    lines += ["[cube-pruning-pop-limit]", str(limits.pop_limit), "[non-terminals]", "X"]
    lines += ["[search-algorithm]", "3", "[inputtype]", "3"]
    lines += ["[max-chart-span]", str(limits.max_span), "1000", "[feature]"]
    lines += ["UnknownWordPenalty", "WordPenalty", "PhrasePenalty"]
    table = "PhraseDictionaryMemory name=TranslationModel{} num-features={} path={} input-factor=0 output-factor=0"
    lines.append(f"{table.format(0, len(columns), RULES)} table-limit={limits.table_limit}")
    lines.append(table.format(1, 1, GLUE) + " tuneable=true")
    lines += _language_models(model)
    lines += ["[weight]", *_penalties(w)]
    lines.append("TranslationModel0= " + " ".join(f"{w[name]:.9g}" for name in columns))
    lines.append(f"TranslationModel1= {w['glue'] - w['phrase_penalty']:.9g}")
    return "\n".join([*lines, *_language_model_weights(model)]) + "\n"


def _without_arity(model: Model) -> dict[str, float]:
    """The weights if rules with any number of non-terminals are alike: then this is part of the phrase penalty."""
    w = dict(model.weights)
    arity = {w.pop(f"arity.{number}") for number in range(3)}
    if len(arity) > 1:
        raise ConfigError(
            "Moses tells no rules apart by their non-terminals: arity.0, arity.1 and arity.2 need the same weight"
        )
    w["phrase_penalty"] += arity.pop()
    return w


def _language_models(model: Model) -> list[str]:
    return [
        f"KENLM name=LM{i} factor=0 path={name} order={lm.order}"
        for i, (name, lm) in enumerate(zip(_lm_files(model), model.lms, strict=True))
    ]


def _penalties(w: Mapping[str, float]) -> list[str]:
    return [
        f"UnknownWordPenalty0= {w['unknown']:g}",
        f"WordPenalty0= {w['word_penalty']:.9g}",
        f"PhrasePenalty0= {w['phrase_penalty']:.9g}",
    ]


def _language_model_weights(model: Model) -> list[str]:
    names = ["lm" if i == 0 else f"lm{i + 1}" for i in range(len(model.lms))]
    return [f"LM{i}= {model.weights[name]:.9g}" for i, name in enumerate(names)]


def _ini(model: Model, reordering: bool) -> str:
    w = model.weights
    columns = model.rules.columns
    names = [name for name in w if name.startswith("reordering.")]
    lines = [MARK, "[input-factors]", "0", "[mapping]", "0 T 0"]
    lines += ["[distortion-limit]", str(model.options.distortion_limit), "[feature]"]
    lines += ["UnknownWordPenalty", "WordPenalty", "PhrasePenalty", "Distortion"]
    lines.append(
        f"PhraseDictionaryMemory name=TranslationModel0 num-features={len(columns)} path={PHRASES}"
        f" input-factor=0 output-factor=0 table-limit={model.options.table_limit}"
    )
    if reordering:
        lines.append(
            "LexicalReordering name=LexicalReordering0 num-features=6"
            f" type={model.rules.reordering_model}-msd-bidirectional-fe-allff"
            f" input-factor=0 output-factor=0 path={REORDERING}"
        )
    lines += [*_language_models(model), "[weight]", *_penalties(w)]
    lines.append(f"Distortion0= {w['distortion']:.9g}")
    lines.append("TranslationModel0= " + " ".join(f"{w[name]:.9g}" for name in columns))
    if reordering:
        lines.append("LexicalReordering0= " + " ".join(f"{w[name]:.9g}" for name in names))
    return "\n".join([*lines, *_language_model_weights(model)]) + "\n"

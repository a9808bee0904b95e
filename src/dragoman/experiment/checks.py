"""What cannot run is refused before the first stage: settings that do not go together, files that are not there or that
are not equally long."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dragoman.common.errors import ConfigError
from dragoman.corpus.conllu import read_conllu
from dragoman.corpus.language import check_language, language
from dragoman.corpus.parquet import count_rows, is_parquet
from dragoman.evaluate.mix import make_metric
from dragoman.experiment.config import Bitext, Experiment
from dragoman.experiment.decoding import decoder_name, decoder_options, rule_options
from dragoman.experiment.parsing import named_parser, parser_files
from dragoman.experiment.scoring import metric_options
from dragoman.grammar.options import LookupOptions
from dragoman.grammar.treelet.derivation_files import has_dependencies
from dragoman.io.files import read_lines_or_faults
from dragoman.search import SearchOptions
from dragoman.search.decoder import decoder_type


def check_settings(experiment: Experiment) -> None:
    """Raises a ConfigError if settings of different tables cannot go together."""
    if len(experiment.training.targets) != 1:
        raise ConfigError(
            "[training] target: expected one file; only development and test sets may have several"
        )
    if experiment.training.dictionary and experiment.alignment.file:
        raise ConfigError(
            "[training] dictionary: its entries are aligned, but [alignment] file has links of the text alone"
        )
    if experiment.training.dictionary and experiment.grammar.kind == "treelet":
        raise ConfigError("[training] dictionary: rules with treelets need trees of every pair")
    rule_options(experiment)
    if experiment.grammar.kind == "treelet" and experiment.training.trees is None:
        raise ConfigError("[training] trees: rules with treelets need the target trees")
    preprocessing = experiment.preprocessing
    if preprocessing.unit == "characters":
        _check_characters(experiment)
    code = preprocessing.source_language
    if preprocessing.unite_spellings and not language(code).equal_letters:
        raise ConfigError(
            f"[preprocessing] unite_spellings: the language '{code}' has no letters that stand for each other"
        )
    if experiment.grammar.kind == "treelet":
        for name in ("unite_spellings", "split_compounds"):
            if getattr(preprocessing, name):
                raise ConfigError(
                    f"[preprocessing] {name}: rules with treelets are learned with trees of the words as they are"
                )
    if preprocessing.tokenize:
        for name in ("source_language", "target_language"):
            with _named(f"[preprocessing] {name}"):
                check_language(getattr(preprocessing, name))
    if experiment.lm.mix and not (experiment.lm.text and experiment.development):
        raise ConfigError(
            "[lm] mix: there is nothing to mix without more texts ([lm] text), and no way to find their weights "
            "without [development]"
        )
    looked_up = isinstance(experiment.grammar, LookupOptions)
    if experiment.memory.least_match and not (looked_up or experiment.model.keep_text):
        raise ConfigError(
            "[memory] least_match: a table of rules has no sentences; set keep_text = true under [model], or "
            'lookup = "suffix-array" under [grammar]'
        )
    if looked_up and experiment.model.keep_text:
        raise ConfigError(
            "[model] keep_text: rules that are looked up have their text; it is for tables"
        )
    _check_operations(experiment)
    _check_lattices(experiment)
    _check_consistency(experiment)
    _check_trees(experiment)
    names = [test.name for test in experiment.test]
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(f"[[test]] name: two test sets are called '{name}'")
        if not name or "/" in name or name.startswith("."):
            raise ConfigError(f"[[test]] name: '{name}' cannot be part of a file's name")
    settings = experiment.evaluation
    with _named("[evaluation]"):
        for metric in settings.metrics:
            make_metric(metric, metric_options(experiment))


def _check_characters(experiment: Experiment) -> None:
    """Characters have no case of their own, no parts, no other forms and no trees."""
    preprocessing = experiment.preprocessing
    wrong = {
        "[preprocessing] tokenize": preprocessing.tokenize,
        "[preprocessing] truecase": preprocessing.truecase,
        "[preprocessing] unite_spellings": preprocessing.unite_spellings,
        "[preprocessing] split_compounds": preprocessing.split_compounds,
        "[unseen]": experiment.unseen.any,
        "[model] parser": experiment.model.parser is not None,
        "[grammar] kind": experiment.grammar.kind == "treelet",
    }
    for place, given in wrong.items():
        if given:
            raise ConfigError(f'{place}: this is for words, and not for unit = "characters"')


def _check_operations(experiment: Experiment) -> None:
    """Operation sequences belong to phrases, and to sentences."""
    if not experiment.osm.order:
        return
    decoder = decoder_name(experiment)
    if decoder != "phrase":
        raise ConfigError(
            f"[osm] order: operation sequences follow translations phrase by phrase; the {decoder} decoder builds "
            'them in another order: set order = 0, or kind = "phrase" under [grammar]'
        )
    for place, bitext in _translated(experiment):
        if bitext.plf:
            raise ConfigError(
                f"{place} plf: operation sequences know no lattices; set order = 0 in [osm]"
            )


def _check_consistency(experiment: Experiment) -> None:
    """Documents must be known wherever consistency needs them."""
    settings = experiment.consistency
    if not settings.features:
        return
    development = experiment.development
    known = experiment.training.docs or (development is not None and development.docs)
    if settings.collection is None and not known:
        raise ConfigError(
            "[consistency] document frequencies need [training] docs, [development] docs, or collection and "
            "collection_docs"
        )
    if settings.collection is not None and settings.collection_docs is None:
        raise ConfigError("[consistency] collection: expected collection_docs beside it")
    if experiment.tuning.method != "none" and development is not None and not development.docs:
        raise ConfigError("[consistency] tuning needs [development] docs")


def _translated(experiment: Experiment) -> list[tuple[str, Bitext]]:
    """The sets that are decoded, and what a message calls them."""
    texts: list[tuple[str, Bitext]] = [(f"[[test]] {test.name}", test) for test in experiment.test]
    if experiment.development is not None and experiment.tuning.method != "none":
        texts.insert(0, ("[development]", experiment.development))
    return texts


def _check_lattices(experiment: Experiment) -> None:
    """What lattices cannot have, or cannot be translated with."""
    if experiment.training.plf:
        raise ConfigError("[training] plf: rules are learned from sentences, not from lattices")
    options = decoder_options(experiment)
    for place, bitext in _translated(experiment):
        if not bitext.plf:
            continue
        if "lattice" not in decoder_type(decoder_name(experiment)).takes:
            raise ConfigError(
                f"{place} plf: the {decoder_name(experiment)} decoder takes no lattice"
            )
        if isinstance(options, SearchOptions) and "none" not in (
            experiment.grammar.gaps,
            options.gaps,
        ):
            raise ConfigError(
                f'{place} plf: phrases with gaps translate no lattices; set gaps = "none" in [grammar] or [decoder]'
            )
        if bitext.conllu is not None or options.needs_trees:
            raise ConfigError(f"{place} plf: a lattice has no tree, and no cohesion that needs one")


def _check_trees(experiment: Experiment) -> None:
    """Trees must come from somewhere wherever the search looks at them: without them it has no effect."""
    if not decoder_options(experiment).needs_trees or experiment.model.parser:
        return
    for place, bitext in _translated(experiment):
        if bitext.conllu is None:
            raise ConfigError(
                f"{place} conllu: the search looks at cohesion, which needs the trees of the source; name a file of "
                "them, or a parser ([model] parser)"
            )


def check_files(experiment: Experiment, base: Path) -> None:
    """Raises a ConfigError if a file is missing, or if files that go line by line have different numbers of lines."""
    training = experiment.training
    links = [experiment.alignment.file] if experiment.alignment.file else []
    docs = [training.docs] if training.docs else []
    dictionary = [training.dictionary] if training.dictionary else []
    first = [training.source, *training.targets, *docs, *links]
    syntax: str | None = None
    if experiment.grammar.kind == "treelet" and training.trees:
        first.append(training.trees)
        syntax = training.conllu
    groups: list[tuple[str, list[str], str | None]] = [("[training]", first, syntax)]
    consistency = experiment.consistency
    used = experiment.tuning.method != "none" or bool(consistency.features)
    if experiment.development is not None and used:
        groups.append(("[development]", *_beside(experiment.development)))
    groups += [(f"[[test]] {test.name}", *_beside(test)) for test in experiment.test]
    if consistency.collection and consistency.collection_docs:
        files = [consistency.collection, consistency.collection_docs]
        groups.append(("[consistency] collection:", files, None))
    glossary = [consistency.glossary] if consistency.glossary else []
    more = [
        *experiment.lm.text,
        *glossary,
        *dictionary,
        *(trees for _, _, trees in groups if trees),
    ]
    for name in [*(name for _, names, _ in groups for name in names), *more]:
        if (base / name).is_dir():
            raise ConfigError(f"{base / name}: expected a file, found a directory")
        if not (base / name).is_file():
            raise ConfigError(f"{base / name}: no such file")
    _check_parser(experiment, base)
    for place, names, trees in groups:
        counts = [_count(base, name) for name in names]
        if trees:
            counts.append(_count_trees(base, trees))
        if len({count for _, count, _ in counts}) > 1:
            told = ", ".join(f"{name} has {count} {what}" for name, count, what in counts)
            raise ConfigError(f"{place} the files must be equally long: {told}")


def _check_parser(experiment: Experiment, base: Path) -> None:
    """Parsers of other packages are looked for now, not when the rules are there."""
    with _named("[model] parser"):
        named_parser(experiment.model.parser, parser_files(experiment.model.parser, base))


def _count(base: Path, name: str) -> tuple[str, int, str]:
    """How many sentences a file has, and what it counts them by."""
    if has_dependencies(name):
        return _count_trees(base, name)
    if is_parquet(base / name):
        return name, count_rows(base / name), "rows"
    return name, sum(1 for _ in read_lines_or_faults(base / name)), "lines"


def _count_trees(base: Path, name: str) -> tuple[str, int, str]:
    """The same for a file of CoNLL-U, whatever it is called."""
    return name, sum(1 for _ in read_conllu(base / name)), "trees"


def _beside(bitext: Bitext) -> tuple[list[str], str | None]:
    """The files that go line by line, and the one of trees."""
    return [bitext.source, *bitext.targets, *([bitext.docs] if bitext.docs else [])], bitext.conllu


@contextmanager
def _named(place: str) -> Iterator[None]:
    """Says in which setting an error is."""
    try:
        yield
    except ConfigError as error:
        raise ConfigError(f"{place}: {error}") from None

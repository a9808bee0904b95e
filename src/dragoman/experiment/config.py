"""An experiment as one TOML file: corpora, preprocessing, aligner, LM, grammar, decoder, tuning, evaluation.

Every table is a ``Settings`` class: those of the rooms, with what only experiments have. ``dragoman config --dump``
prints them, docs/settings.md lists them. A misspelt or mistyped setting is refused by name. Paths are relative to the
file that names them.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal

from dragoman.align.options import AlignOptions
from dragoman.common.errors import ConfigError
from dragoman.consistency.options import ConsistencyOptions
from dragoman.corpus.cleaning import PairLimits
from dragoman.corpus.options import TextOptions
from dragoman.grammar.options import ExtractionOptions
from dragoman.grammar.treelet.options import DEPENDENCY_MEMORY
from dragoman.lm.options import LayoutOptions, LMOptions
from dragoman.search.chart_options import ChartOptions
from dragoman.search.options import SearchOptions
from dragoman.search.treelet_options import TreeletOptions
from dragoman.settings.setting_error import SettingError
from dragoman.settings.settings import (
    Nested,
    Settings,
    UnknownSettingError,
    option,
    options,
    required,
)
from dragoman.tune.options import TuneOptions


class Bitext(Settings):
    """Parallel text, one sentence a line."""

    source: str = required("The file of the source side.")
    target: str | tuple[str, ...] = required(
        "The file of the target side; for development and test sets also a list, one file a reference."
    )
    docs: str | None = option(None, "A file of document ids, one a line.")
    conllu: str | None = option(None, "A file of dependency trees of the source side, as CoNLL-U.")
    trees: str | None = option(
        None,
        "A file of trees of the target side, which rules with treelets need: bracketed, one a line, or dependency "
        "trees as CoNLL-U (a name with .conllu).",
    )

    @property
    def targets(self) -> list[str]:
        """The target files as a list."""
        return [self.target] if isinstance(self.target, str) else list(self.target)


class EvaluationSet(Bitext):
    """A test set; there may be several."""

    name: str = option("test", "What the test set is called in tables and files.")


class Preprocessing(PairLimits, TextOptions):
    """What is done to raw text before training, and undone after translating."""

    truecase: bool = option(
        False, "Learn the case of words, and give words at sentence starts theirs."
    )


class AlignmentSection(AlignOptions):
    """The word aligner."""

    file: str | None = option(
        None, "A file of links made elsewhere, as i-j; then nothing is trained.", command=False
    )


class LanguageModelSection(LayoutOptions, LMOptions):
    """The n-gram model of the target language."""

    text: tuple[str, ...] = option(
        (),
        "Files with more text of the target language, beside the bitext's target side.",
        command=False,
    )


class TreeletSection(TreeletOptions):
    """Rules with treelets and their decoder, for ``[grammar] kind = "treelet"``."""

    head_rules: str = option(
        "english", "Which child is the head: rules by name, or a file of rules.", command=False
    )
    analyses: int = option(
        5, "Most frequent analyses that are kept for a phrase pair.", least=1, command=False
    )
    dependency_model: Literal["backoff", "loglinear"] = option(
        "backoff", "The discriminative dependency model.", command=False
    )
    dependency_sentences: int = option(
        0,
        "Sentences that the dependency model learns from, taken evenly from the whole text; 0: all.",
        least=0,
        command=False,
    )
    dependency_memory: int = option(
        DEPENDENCY_MEMORY,
        "Memory for the contexts of the dependency model while they are counted; those first seen when it is full are "
        "left out (backoff).",
        size=True,
        command=False,
    )


class ConsistencySection(ConsistencyOptions):
    """Documents are translated twice, and the first time's choices count the second time."""

    collection: str | None = option(
        None,
        "Text of the target language whose document frequencies are used; unless given, the training text if it has "
        "docs, else the development set's references.",
    )
    collection_docs: str | None = option(None, "The document ids of the collection, one a line.")
    glossary: str | None = option(
        None, "Terms that count as chosen before a document begins: source, tab, target."
    )
    first_pass: Literal["tuned", "starting"] = option(
        "tuned",
        "The weights of the first pass: tuned without the features of consistency, or the starting weights.",
    )


class Tuning(TuneOptions):
    """How the weights are found."""

    runs: int = option(
        1,
        "Independent runs with the seeds seed, seed + 1, ...: each is evaluated, and means are reported.",
        least=1,
        command=False,
    )
    average: bool = option(
        False,
        "Make one model whose weights are the mean of the runs' weights, and evaluate that.",
        command=False,
    )
    sentences: int = option(
        0,
        "Use only the first so many sentences of the development set; 0: all.",
        least=0,
        command=False,
    )
    gaps_last: bool = option(
        True,
        "For a model with gaps: tune without gaps first, and then the weights of gaps alone.",
        command=False,
    )
    phrases_first: bool = option(
        True,
        "For a model with treelets: tune the weights that it shares with phrases first, with the phrase decoder, then "
        "those of treelets, language models, words and distortion.",
        command=False,
    )


class Evaluation(Settings):
    """What is computed on the test sets."""

    metrics: tuple[Literal["bleu", "chrf", "ter"], ...] = option(
        ("bleu", "chrf", "ter"), "The scores to compute."
    )
    tokenize: str | None = option(
        None,
        "The tokenisation of BLEU, by its name in sacreBLEU: none, 13a, zh, char, intl, ...; if it is not given, "
        "raw text is scored as sacreBLEU does for its language, and tokenised text as it stands.",
    )
    lowercase: bool = option(False, "Case-insensitive BLEU and chrF.")
    sentences: int = option(
        0, "Use only the first so many sentences of each test set; 0: all.", least=0
    )


class Experiment(Settings, kw_only=True):
    """The whole file."""

    name: str = option("experiment", "What the experiment is called.")
    training: Bitext = required("The text to train on.")
    development: Bitext | None = option(None, "The text to tune on.")
    test: tuple[EvaluationSet, ...] = option((), "The texts to evaluate on.")
    output: str = option("model", "Where the finished model goes.")
    work: str = option(
        "work", "Where stages are kept; experiments that name the same folder share them."
    )
    preprocessing: Preprocessing = option(Preprocessing(), "")
    alignment: AlignmentSection = option(AlignmentSection(), "")
    lm: LanguageModelSection = option(LanguageModelSection(), "")
    grammar: ExtractionOptions = option(ExtractionOptions(), "")
    decoder: SearchOptions = option(SearchOptions(), "")
    chart: ChartOptions = option(ChartOptions(), "")
    treelet: TreeletSection = option(TreeletSection(), "")
    weights: dict[str, float] = option(
        {}, "Starting weights, by feature; the others start at their defaults."
    )
    consistency: ConsistencySection = option(ConsistencySection(), "")
    tuning: Tuning = option(Tuning(), "")
    evaluation: Evaluation = option(Evaluation(), "")


def parse_experiment(text: str, path: str | Path) -> Experiment:
    """The experiment in a TOML text; ``path`` is for messages."""
    try:
        table = tomllib.loads(text)
    except ValueError as error:  # of TOML, or of a number with thousands of digits
        raise ConfigError(f"{path}: not a TOML file ({error})") from None
    except RecursionError:
        raise ConfigError(f"{path}: not a TOML file (nested too deep)") from None
    try:
        return Experiment.from_table(table)
    except UnknownSettingError as fault:
        raise ConfigError(f"{path}: {fault.told()}{_elsewhere(fault)}") from None
    except SettingError as fault:
        raise ConfigError(f"{path}: {fault.told()}") from None


def _elsewhere(fault: UnknownSettingError) -> str:
    """Where a setting belongs that stands in the wrong table."""
    tables = [
        name
        for name, declared in options(Experiment).items()
        if isinstance(declared.kind, Nested)
        and fault.wrong in options(declared.kind.settings)
        and options(declared.kind.settings)[fault.wrong].terms.experiment
    ]
    return f"; it is a setting of [{tables[0]}]" if tables else ""


def read_experiment(path: str | Path) -> Experiment:
    """The experiment in a TOML file.

    Args:
        path: The TOML file.
    """
    file = Path(path)
    try:
        return parse_experiment(file.read_text(encoding="utf-8"), file)
    except FileNotFoundError:
        raise ConfigError(f"{file}: no such file") from None
    except IsADirectoryError:
        raise ConfigError(f"{file}: expected a TOML file, found a directory") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{file}: expected UTF-8 text") from None


TEMPLATE = Experiment(
    name="my-experiment",
    training=Bitext(source="train.src", target="train.trg"),
    development=Bitext(source="dev.src", target="dev.trg"),
    test=(EvaluationSet(source="test.src", target="test.trg"),),
)
"""What ``dragoman config --dump`` prints."""

"""An experiment as one TOML file: corpora, preprocessing, aligner, LM, grammar, decoder, tuning, evaluation.

Every table is a ``Settings`` class: those of the packages, with what only experiments have. ``dragoman config --dump``
prints them, docs/settings.md lists them. A misspelt or mistyped setting is refused by name. Paths are relative to the
file that names them.
"""

from __future__ import annotations

import tomllib
from dataclasses import field
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.inspect import DataclassType

from dragoman.align.options import AlignOptions
from dragoman.cluster.options import ClusterOptions
from dragoman.common.errors import ConfigError
from dragoman.consistency.options import ConsistencyOptions
from dragoman.corpus.cleaning import PairLimits
from dragoman.corpus.options import TextOptions
from dragoman.grammar.options import ExtractionOptions, PhraseTableOptions
from dragoman.lm.classes import MOST
from dragoman.lm.options import LayoutOptions, LMOptions
from dragoman.model.memory.options import MemoryOptions
from dragoman.osm.options import OperationOptions
from dragoman.search.chart_options import ChartOptions
from dragoman.search.options import SearchOptions
from dragoman.search.treelet_options import TreeletOptions
from dragoman.settings.kinds import Count, Positive, Share
from dragoman.settings.setting_error import SettingError
from dragoman.settings.settings import Settings, UnknownSettingError, about, options
from dragoman.tune.options import TuneOptions
from dragoman.unseen.options import UnseenOptions


class Bitext(Settings):
    """Parallel text, one sentence a line."""

    source: Annotated[str, about("The file of the source side.")]
    target: Annotated[
        str | tuple[str, ...],
        about(
            "The file of the target side; for development and test sets also a list, one file a reference."
        ),
    ]
    plf: Annotated[
        bool,
        about(
            "Whether the source side of a development or test set has word lattices in Moses' format, one a line."
        ),
    ] = False
    docs: Annotated[str | None, about("A file of document ids, one a line.")] = None
    conllu: Annotated[
        str | None, about("A file of dependency trees of the source side, as CoNLL-U.")
    ] = None
    trees: Annotated[
        str | None,
        about(
            "A file of trees of the target side, which rules with treelets need: bracketed, one a line, or dependency "
            "trees as CoNLL-U (a name with .conllu)."
        ),
    ] = None

    dictionary: Annotated[
        str | None,
        about(
            "For training: a dictionary or a list of terms, lines of source TAB target (or with TAB and a count). Its "
            "entries are sentence pairs too, and its words are what the aligner begins with."
        ),
    ] = None

    @property
    def targets(self) -> list[str]:
        """The target files as a list."""
        return [self.target] if isinstance(self.target, str) else list(self.target)


class EvaluationSet(Bitext):
    """A test set; there may be several."""

    name: Annotated[str, about("What the test set is called in tables and files.")] = "test"


class Preprocessing(PairLimits, TextOptions):
    """What is done to raw text before training, and undone after translating."""

    truecase: Annotated[
        bool, about("Learn the case of words, and give words at sentence starts theirs.")
    ] = False
    unite_spellings: Annotated[
        bool,
        about(
            "Source words that differ only in letters that stand for each other in their language, such as ss and ß "
            "in German, are one word."
        ),
    ] = False
    split_compounds: Annotated[
        bool,
        about("Split source words into words of the training text, by their frequencies."),
    ] = False
    bad_lines: Annotated[
        Share,
        about(
            "The largest share of training lines that cannot be read (not UTF-8, too long): they are left out and "
            "told; 0: the first is an error."
        ),
    ] = 0.01


class AlignmentSection(AlignOptions):
    """The word aligner."""

    file: Annotated[
        str | None,
        about("A file of links made elsewhere, as i-j; then nothing is trained.", command=False),
    ] = None


class LanguageModelSection(LayoutOptions, LMOptions):
    """The n-gram model of the target language."""

    text: Annotated[
        tuple[str, ...],
        about(
            "Files with more text of the target language, beside the bitext's target side.",
            command=False,
        ),
    ] = ()
    mix: Annotated[
        bool,
        about(
            "Estimate a model of each text by itself, and mix them with the weights that give the development set the "
            "largest probability; otherwise all texts are one.",
            command=False,
        ),
    ] = False
    classes: Annotated[
        int,
        Meta(ge=0, le=MOST),
        about(
            "A second model, of so many word classes of the training text's target side; 0: none.",
            command=False,
        ),
    ] = 0


class ModelSection(Settings):
    """What the model has beside what is learned from the training text."""

    parser: Annotated[
        str | None,
        about(
            "What parses source sentences that come without a tree: a parser made by `parse train`, which is stored "
            "in the model, or spacy:NAME, stanza:LANGUAGE or a UDPipe model, of which the name is stored.",
            command=False,
        ),
    ] = None
    keep_text: Annotated[
        bool,
        about(
            "Keep the aligned training text beside a table of rules, to show where translations come from "
            "(--evidence) and as a translation memory. Rules that are looked up have it anyway.",
            command=False,
        ),
    ] = False


class ConsistencySection(ConsistencyOptions):
    """Documents are translated twice, and the first time's choices count the second time."""

    collection: Annotated[
        str | None,
        about(
            "Text of the target language whose document frequencies are used; unless given, the training text if it "
            "has docs, else the development set's references."
        ),
    ] = None
    collection_docs: Annotated[
        str | None, about("The document ids of the collection, one a line.")
    ] = None
    glossary: Annotated[
        str | None,
        about("Terms that count as chosen before a document begins: source, tab, target."),
    ] = None
    first_pass: Annotated[
        Literal["tuned", "starting"],
        about(
            "The weights of the first pass: tuned without the features of consistency, or the starting weights."
        ),
    ] = "tuned"


class TuningRun(TuneOptions):
    """How the weights are found in one run."""

    sentences: Annotated[
        Count,
        about(
            "Use only the first so many sentences of the development set; 0: all.", command=False
        ),
    ] = 0
    gaps_last: Annotated[
        bool,
        about(
            "For a model with gaps: tune without gaps first, and then the weights of gaps alone.",
            command=False,
        ),
    ] = True
    phrases_first: Annotated[
        bool,
        about(
            "For a model with treelets: tune the weights that it shares with phrases first, with the phrase decoder, "
            "then those of treelets, language models, words and distortion.",
            command=False,
        ),
    ] = True


class Tuning(TuningRun):
    """How the weights are found."""

    runs: Annotated[
        Positive,
        about(
            "Independent runs with the seeds seed, seed + 1, ...: each is evaluated, and means are reported.",
            command=False,
        ),
    ] = 1
    average: Annotated[
        bool,
        about(
            "Make one model whose weights are the mean of the runs' weights, and evaluate that.",
            command=False,
        ),
    ] = False


class Evaluation(Settings):
    """What is computed on the test sets."""

    metrics: Annotated[
        tuple[Literal["bleu", "chrf", "ter"], ...], about("The scores to compute.")
    ] = ("bleu", "chrf", "ter")
    tokenize: Annotated[
        str | None,
        about(
            "The tokenisation of BLEU, by its name in sacreBLEU: none, 13a, zh, char, intl, ...; if it is not given, "
            "raw text is scored as sacreBLEU does for its language, and tokenised text as it stands."
        ),
    ] = None
    lowercase: Annotated[bool, about("Case-insensitive BLEU and chrF.")] = False
    sentences: Annotated[
        Count, about("Use only the first so many sentences of each test set; 0: all.")
    ] = 0


class Experiment(Settings, kw_only=True):
    """The whole file."""

    name: Annotated[str, about("What the experiment is called.")] = "experiment"
    training: Annotated[Bitext, about("The text to train on.")]
    development: Annotated[Bitext | None, about("The text to tune on.")] = None
    test: Annotated[tuple[EvaluationSet, ...], about("The texts to evaluate on.")] = ()
    output: Annotated[str, about("Where the finished model goes.")] = "model"
    work: Annotated[
        str, about("Where stages are kept; experiments that name the same folder share them.")
    ] = "work"
    preprocessing: Preprocessing = Preprocessing()
    alignment: AlignmentSection = AlignmentSection()
    lm: LanguageModelSection = LanguageModelSection()
    grammar: ExtractionOptions = PhraseTableOptions()
    unseen: UnseenOptions = UnseenOptions()
    memory: MemoryOptions = MemoryOptions()
    osm: OperationOptions = OperationOptions()
    decoder: SearchOptions = SearchOptions()
    chart: ChartOptions = ChartOptions()
    treelet: TreeletOptions = TreeletOptions()
    model: ModelSection = ModelSection()
    weights: Annotated[
        dict[str, float], about("Starting weights, by feature; the others start at their defaults.")
    ] = field(default_factory=dict)
    consistency: ConsistencySection = ConsistencySection()
    tuning: Tuning = Tuning()
    evaluation: Evaluation = Evaluation()
    cluster: ClusterOptions = ClusterOptions()


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
        raise ConfigError(f"{path}: {fault.sentence()}{_elsewhere(fault)}") from None
    except SettingError as fault:
        raise ConfigError(f"{path}: {fault.sentence()}") from None


def _classes(table: type) -> tuple[type[Settings], ...]:
    """The classes that a table may be read as."""
    return table.table_classes() if issubclass(table, Settings) else ()


def _elsewhere(fault: UnknownSettingError) -> str:
    """Where a setting belongs that stands in the wrong table."""
    tables = [
        name
        for name, declared in options(Experiment).items()
        if isinstance(declared.kind, DataclassType)
        and any(
            (one := options(variant).get(fault.wrong)) and one.experiment
            for variant in _classes(declared.kind.cls)
        )
    ]
    return f"; it is a setting of [{tables[0]}]" if tables else ""


def read_experiment(path: str | Path) -> Experiment:
    """Return the experiment in a TOML file.

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

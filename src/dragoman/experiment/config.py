"""An experiment as one TOML file: corpora, preprocessing, aligner, LM, grammar, decoder, tuning, evaluation.

Every section is a struct whose defaults are its documentation; ``dragoman config --dump`` prints them. A misspelt
or mistyped setting is refused by name. Paths are relative to the file that names them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec

from dragoman.common.errors import ConfigError
from dragoman.search.options import SUMMED_CROSSINGS, GapFeature
from dragoman.syntax.cohesion import NOUN_TAGS, VERB_TAGS

Count = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Share = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]


class Section(msgspec.Struct, forbid_unknown_fields=True):
    """A part of the configuration; unknown names in it are errors."""


class Bitext(Section):
    """Parallel text. ``target`` may name several references for development and test sets."""

    source: str
    target: str | list[str]
    docs: str | None = None
    """Document ids, one a line."""
    conllu: str | None = None
    """Dependency trees of the source side."""

    @property
    def targets(self) -> list[str]:
        """The target files as a list."""
        return [self.target] if isinstance(self.target, str) else list(self.target)


class EvaluationSet(Bitext):
    """A named test set."""

    name: str = "test"


class Preprocessing(Section):
    """What is done to raw text before training, and undone after translating."""

    tokenize: bool = False
    source_language: str = "en"
    target_language: str = "en"
    lowercase: bool = False
    truecase: bool = False
    min_length: Positive = 1
    max_length: Positive = 80
    max_ratio: Annotated[float, msgspec.Meta(ge=1.0)] = 9.0


class Alignment(Section):
    """The word aligner."""

    model: Literal["ibm1", "hmm", "agreement", "diagonal"] | None = None
    """None: ``agreement`` with five iterations of the HMM."""
    symmetrize: Literal[
        "intersection", "union", "grow", "grow-diag", "grow-diag-final", "grow-diag-final-and"
    ] = "grow-diag-final-and"
    """Phrase tables want more links than the lowest alignment error rate does."""
    file: str | None = None
    """Links made elsewhere, as ``i-j`` a line; then nothing is trained."""


class LanguageModelSection(Section):
    """One n-gram model of the target language."""

    order: Annotated[int, msgspec.Meta(ge=1, le=7)] = 5
    prune: tuple[Count, ...] = ()
    text: tuple[str, ...] = ()
    """More text of the target language, beside the bitext's target side."""


class Grammar(Section):
    """Phrase pairs and reordering."""

    max_length: Positive = 7
    reordering: Literal["none", "wbe", "phrase", "hier"] = "wbe"
    smoothing: Literal["none", "good-turing", "kneser-ney"] | None = None
    """Of phrase probabilities (Foster, Kuhn & Johnson 2006); None: kneser-ney, or none for phrases with gaps."""
    gaps: Literal["none", "source", "target", "both"] = "none"
    """Phrases with gaps on these sides, for the sentences of the development and test sets (docs/grammar.md)."""
    max_words: Positive = 5
    """Words of a side with gaps."""
    max_source_gaps: Count = 2
    max_target_gaps: Count = 2
    top: Count = 0
    """Translations kept for a phrase, the most frequent, if there are gaps; 0: all."""
    sample: Count = 300
    """Occurrences of a phrase that are looked at, if there are gaps; 0: all."""


class Decoder(Section):
    """The search."""

    search: Literal["stack", "cube"] = "cube"
    stack: Positive = 200
    beam: Share = 1e-5
    pop_limit: Positive = 1000
    distortion_limit: Annotated[int, msgspec.Meta(ge=-1)] = 6
    table_limit: Positive = 20
    unknown: Literal["copy", "drop", "mark"] = "copy"
    gaps: Literal["none", "source", "target", "both"] = "both"
    """Which of the grammar's phrases with gaps are used."""
    max_pending: Annotated[int, msgspec.Meta(ge=0, le=15)] = 4
    """Target pieces of phrases with gaps that may wait for their place."""
    max_span: Annotated[int, msgspec.Meta(ge=1, le=64)] = 12
    """Words from the first to the last of a side with gaps."""
    pending_cost: Annotated[float, msgspec.Meta(ge=0.0)] = 4.0
    """What placing a piece that waits is expected to cost beyond its words by themselves (docs/decoding.md)."""
    gap_limit: Count = 50
    """Options with source gaps kept for a first word; 0: all."""
    gap_features: tuple[GapFeature, ...] = SUMMED_CROSSINGS
    """Features of phrases with gaps, if the grammar has any."""
    cohesion: tuple[
        Literal[
            "coh1",
            "coh2",
            "coh3",
            "coh4",
            "coh5",
            "coh5.interruption",
            "coh5.count",
            "coh5.verbs",
            "coh5.nouns",
        ],
        ...,
    ] = ()
    """Features of syntactic cohesion; development and test sets then need ``conllu``."""
    cohesion_hard: bool = False
    """Only cohesive translations."""
    cohesion_fallback: bool = True
    """Lift that constraint where nothing satisfies it."""
    verb_tags: tuple[str, ...] = VERB_TAGS
    noun_tags: tuple[str, ...] = NOUN_TAGS
    """How the tags of verbs and nouns begin, for coh5."""


class Tuning(Section):
    """How the weights are found."""

    method: Literal["mert", "mert-forest", "mira", "pro", "none"] = "mert"
    metric: str = "bleu"
    iterations: Positive = 10
    kbest: Positive = 100
    seed: int = 1
    runs: Positive = 1
    """Independent runs with seeds seed, seed + 1, ...: each is evaluated, and means and standard deviations are
    reported; the model is that of the run with the best score on the development set."""
    average: bool = False
    """Make one model instead, whose weights are the mean of the runs' weights."""
    sentences: Count = 0
    """Use only the first so many sentences of the development set; 0 means all."""


class Evaluation(Section):
    """What is computed on the test sets."""

    metrics: tuple[Literal["bleu", "chrf", "ter"], ...] = ("bleu", "chrf", "ter")
    tokenize: str = "none"
    lowercase: bool = False
    sentences: Count = 0
    """Use only the first so many sentences of each test set; 0 means all."""


class Experiment(Section, kw_only=True):
    """The whole file."""

    name: str = "experiment"
    training: Bitext
    development: Bitext | None = None
    test: tuple[EvaluationSet, ...] = ()
    output: str = "model"
    """Where the finished model goes."""
    work: str = "work"
    """Where stages are kept; experiments that name the same folder share them."""
    preprocessing: Preprocessing = msgspec.field(default_factory=Preprocessing)
    alignment: Alignment = msgspec.field(default_factory=Alignment)
    lm: LanguageModelSection = msgspec.field(default_factory=LanguageModelSection)
    grammar: Grammar = msgspec.field(default_factory=Grammar)
    decoder: Decoder = msgspec.field(default_factory=Decoder)
    weights: dict[str, float] = {}
    """Starting weights, by feature; the others start at their defaults."""
    tuning: Tuning = msgspec.field(default_factory=Tuning)
    evaluation: Evaluation = msgspec.field(default_factory=Evaluation)


def parse_experiment(text: str, path: str | Path) -> Experiment:
    """The experiment in a TOML text; ``path`` is for messages."""
    try:
        return msgspec.toml.decode(text, type=Experiment)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{path}: {_plain(str(error))}") from None
    except msgspec.DecodeError as error:
        raise ConfigError(f"{path}: not a TOML file ({error})") from None


def read_experiment(path: str | Path) -> Experiment:
    """The experiment in a TOML file."""
    file = Path(path)
    try:
        return parse_experiment(file.read_text(encoding="utf-8"), file)
    except FileNotFoundError:
        raise ConfigError(f"{file}: no such file") from None
    except IsADirectoryError:
        raise ConfigError(f"{file}: expected a TOML file, found a directory") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{file}: expected UTF-8 text") from None


def _plain(message: str) -> str:
    """msgspec's words without its path notation: ``$.decoder`` becomes ``[decoder]``."""
    text, _, place = message.partition(" - at `$.")
    place = place.rstrip("`")
    return f"[{place}] {text}" if place else text


def dump(experiment: Experiment) -> str:
    """The experiment as TOML, every setting spelled out."""
    import tomli_w

    plain = msgspec.to_builtins(experiment)
    return tomli_w.dumps(_without_none(plain))


def _without_none(value: object) -> dict[str, object]:
    assert isinstance(value, dict)
    return {
        key: _without_none(inner) if isinstance(inner, dict) else _without_none_items(inner)
        for key, inner in value.items()
        if inner is not None
    }


def _without_none_items(value: object) -> object:
    if isinstance(value, (list, tuple)):
        return [_without_none(item) if isinstance(item, dict) else item for item in value]
    return value


TEMPLATE = Experiment(
    name="my-experiment",
    training=Bitext(source="train.src", target="train.trg"),
    development=Bitext(source="dev.src", target="dev.trg"),
    test=(EvaluationSet(source="test.src", target="test.trg"),),
)
"""What ``dragoman config --dump`` prints."""

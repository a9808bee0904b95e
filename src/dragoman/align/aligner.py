"""Trains word aligners and aligns text with them.

Texts are lines or integer corpora; ``IntegerCorpus.build`` makes one in a memory-mapped file.

    aligner = train(source_lines, target_lines, AlignOptions(threads=4))
    links = aligner.align()                    # of the training text
    links = aligner.align(["das haus"], ["the house"])
    aligner.save("aligner")
    aligner = Aligner.load("aligner")

Both directions are trained side by side, over one table of the word pairs that occur together (core/align).
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable
from dataclasses import asdict, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dragoman._core import AlignTrainer, LoadedAligner, Vocabulary
from dragoman.align.lexical import LexicalTables
from dragoman.align.links import Links
from dragoman.align.options import AlignOptions, Order, Symmetrization
from dragoman.common.artifact import Artifact, ArtifactWriter
from dragoman.common.errors import ConfigError, ModelError
from dragoman.common.progress import Report, note
from dragoman.common.progress import progress as shown
from dragoman.corpus.integers import UNKNOWN, IntegerCorpus

KIND = "aligner"
_VOCABULARY = {"bytes": np.uint8, "offsets": np.uint64, "slots": np.uint32}
Text = Iterable[str] | IntegerCorpus


class Iteration(NamedTuple):
    """Figures of one iteration of training, before it changed the parameters."""

    number: int
    total: int
    model: str
    joint: bool
    forward_perplexity: float
    reverse_perplexity: float


def _encode(text: Text, vocabulary: Vocabulary | None = None) -> IntegerCorpus:
    """The text as numbers. A given vocabulary may lack words of the text."""
    if not isinstance(text, IntegerCorpus):
        return IntegerCorpus.encode(text, vocabulary)
    if vocabulary is None or _same(text.vocabulary, vocabulary):
        return text
    known = text.vocabulary
    numbers = [vocabulary.find(known.word(i)) for i in range(len(known))]
    table = np.array([UNKNOWN if n is None else n for n in numbers] + [UNKNOWN], np.uint32)
    ids = table[np.minimum(text.ids, np.uint32(len(known)))]
    return IntegerCorpus(ids, text.offsets, vocabulary)


def _same(first: Vocabulary, second: Vocabulary) -> bool:
    """Whether two vocabularies number the same words the same way."""
    return first is second or (
        len(first) == len(second)
        and np.array_equal(first.arrays()[0], second.arrays()[0])
        and np.array_equal(first.arrays()[1], second.arrays()[1])
    )


def _check_lengths(source: IntegerCorpus, target: IntegerCorpus) -> None:
    if len(source) != len(target):
        raise ConfigError(
            f"the source has {len(source)} lines and the target {len(target)}: "
            "expected one line for each sentence of both"
        )


def _perplexity(log_likelihood: float, words: float) -> float:
    return math.exp(min(700.0, -log_likelihood / words)) if words else 1.0


def train(
    source: Text,
    target: Text,
    options: AlignOptions | None = None,
    report: Callable[[Iteration], None] | None = None,
    progress: Report | None = None,
) -> Aligner:
    """Trains an aligner on a bitext; calls ``report`` after every iteration, ``progress`` about ten times a second."""
    options = options or AlignOptions()
    source, target = _encode(source), _encode(target)
    _check_lengths(source, target)
    with shown("word pairs", progress) as bar:
        trainer = AlignTrainer(
            source.ids,
            source.offsets,
            len(source.vocabulary),
            target.ids,
            target.offsets,
            len(target.vocabulary),
            replace(options, prior=options.dirichlet()),
            options.threads,
            bar,
        )
    kept, found = trainer.pairs
    if kept < found:
        note(f"the {kept} most informative of {found} word pairs fit into the table")
    rounds = [stage for stage in options.stages() for _ in range(stage.iterations)]
    for number, stage in enumerate(rounds, 1):
        with shown(f"{stage.model}, iteration {number} of {len(rounds)}", progress) as bar:
            forward, reverse, target_words, source_words = trainer.iterate(
                stage.model, stage.joint, bar
            )
        if report is not None:
            perplexities = _perplexity(forward, target_words), _perplexity(reverse, source_words)
            report(Iteration(number, len(rounds), stage.model, stage.joint, *perplexities))
    return Aligner(options, (source.vocabulary, target.vocabulary), trainer=trainer)


class Aligner:
    """A trained aligner; made by ``train`` or ``Aligner.load``."""

    def __repr__(self) -> str:
        words = " and ".join(f"{len(vocabulary):,}" for vocabulary in self.vocabularies)
        return f"Aligner({self.options.schedule}, {words} words)"

    def __init__(
        self,
        options: AlignOptions,
        vocabularies: tuple[Vocabulary, Vocabulary],
        trainer: AlignTrainer | None = None,
        artifact: Artifact | None = None,
    ) -> None:
        self.options = options
        self._trainer = trainer
        self.artifact = artifact
        """Where it was opened, if it was."""
        source, target = (v if v.frozen else Vocabulary(*v.arrays()) for v in vocabularies)
        self._frozen = source, target
        self._loaded: LoadedAligner | None = None
        self._tables: LexicalTables | None = None

    @property
    def vocabularies(self) -> tuple[Vocabulary, Vocabulary]:
        """The vocabularies of source and target, frozen."""
        return self._frozen

    def align(
        self,
        source: Text | None = None,
        target: Text | None = None,
        *,
        symmetrize: Symmetrization | None = None,
        order: Order | None = None,
        threshold: float | None = None,
        probabilities: bool = False,
        threads: int | None = None,
        progress: Report | None = None,
    ) -> Links:
        """The links of a bitext; without a bitext, those of the training text (only after ``train``).

        Arguments that are not given are taken from the options. With ``probabilities`` both posteriors of every link
        are kept.
        """
        given: dict[str, Any] = {
            "symmetrize": symmetrize,
            "order": order,
            "threshold": threshold,
            "threads": threads,
        }
        options = replace(self.options, **{k: v for k, v in given.items() if v is not None})
        options = replace(options, symmetrize=options.symmetrize or "supported")
        settings = options.stages()[-1].model, options, probabilities, options.threads
        with shown("aligning", progress) as bar:
            if source is None or target is None:
                if self._trainer is None or source is not None or target is not None:
                    raise ConfigError("expected a source and a target text to align")
                arrays = self._trainer.align(*settings, bar)
            else:
                first, second = (
                    _encode(text, vocabulary)
                    for text, vocabulary in zip((source, target), self._frozen, strict=True)
                )
                _check_lengths(first, second)
                arrays = self._native().align(
                    first.ids, first.offsets, second.ids, second.offsets, *settings, bar
                )
        offsets, links, forward, reverse = arrays
        if not probabilities:
            return Links(offsets, links)
        return Links(offsets, links, forward, reverse)

    def lexical_tables(self) -> LexicalTables:
        """The word translation probabilities, without pairs that are negligible in both directions."""
        if self._tables is None:
            arrays: tuple[Any, ...]
            if self._trainer is not None:
                arrays = self._trainer.translation_table()
            else:
                assert self.artifact is not None
                arrays = tuple(self.artifact.array(*spec) for spec in _TABLE)
            rows, targets, probabilities, null_forward, null_reverse = arrays
            self._tables = LexicalTables(
                rows, targets, probabilities, null_forward, null_reverse, *self._frozen
            )
        return self._tables

    def _parameters(self) -> dict[str, Any]:
        if self._trainer is not None:
            return {
                "forward": self._trainer.parameters(True),
                "reverse": self._trainer.parameters(False),
            }
        assert self.artifact is not None
        found = {}
        for side in ("forward", "reverse"):
            facts = self.artifact.table(side)
            jumps = self.artifact.array(f"{side}.jumps", np.float64, 2)
            try:
                found[side] = float(facts["null_probability"]), float(facts["tension"]), jumps
            except (KeyError, TypeError, ValueError, OverflowError):
                raise ModelError(
                    f"{self.artifact.path}: the {side} direction lacks its parameters"
                ) from None
        return found

    def _native(self) -> LoadedAligner:
        if self._loaded is None:
            tables = self.lexical_tables()
            self._loaded = LoadedAligner(
                tables.rows,
                tables.targets,
                tables.probabilities,
                tables.null_forward,
                tables.null_reverse,
            )
            for side, (null_probability, tension, jumps) in self._parameters().items():
                self._loaded.set_parameters(side == "forward", null_probability, tension, jumps)
        return self._loaded

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the aligner as an artifact."""
        tables = self.lexical_tables()
        with ArtifactWriter(path, KIND) as out:
            out.settings.update({k: v for k, v in asdict(self.options).items() if v is not None})
            for name, *_ in _TABLE:
                out.array(name, getattr(tables, name))
            for side, (null_probability, tension, jumps) in self._parameters().items():
                out.tables[side] = {"null_probability": null_probability, "tension": tension}
                out.array(f"{side}.jumps", jumps)
            for side, vocabulary in zip(("source", "target"), self._frozen, strict=True):
                arrays: tuple[NDArray[Any], ...] = vocabulary.arrays()
                for name, values in zip(_VOCABULARY, arrays, strict=True):
                    out.array(f"{side}.{name}", values)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Aligner:
        """Opens a saved aligner by memory-mapping."""
        return Artifact.read(path, KIND, cls.from_artifact)

    @classmethod
    def from_artifact(cls, artifact: Artifact) -> Aligner:
        """The aligner in an artifact that is open, such as a model's component."""
        source, target = (
            Vocabulary(*(artifact.array(f"{side}.{n}", kind) for n, kind in _VOCABULARY.items()))
            for side in ("source", "target")
        )
        settings = dict(artifact.settings)
        if "heuristic" in settings:  # the name of the setting until 0.1
            settings["symmetrize"] = settings.pop("heuristic")
        try:
            options = AlignOptions(**settings)
        except (TypeError, ConfigError) as error:
            raise ModelError(
                f"{artifact.path}: the aligner's settings are not valid ({error})"
            ) from None
        aligner = cls(options, (source, target), artifact=artifact)
        aligner._native()
        tables = aligner.lexical_tables()
        if (len(source), len(target)) != (len(tables.rows) - 1, len(tables.null_forward)):
            raise ModelError(f"{artifact.path}: the aligner's vocabularies do not fit its lexicon")
        return aligner


_TABLE: tuple[tuple[Any, ...], ...] = (
    ("rows", np.uint64),
    ("targets", np.uint32),
    ("probabilities", np.float64, 2),
    ("null_forward", np.float64),
    ("null_reverse", np.float64),
)

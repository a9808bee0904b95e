"""Trained word aligners, and what they make of text.

Texts are lines or integer corpora; ``IntegerCorpus.build`` makes one in a memory-mapped file.

    aligner = Aligner.train(source_lines, target_lines, threads=4)
    links = aligner.align()                    # of the training text
    links = aligner.align(["das haus"], ["the house"])
    aligner.save("aligner")
    aligner = Aligner.open("aligner")
    for links in aligner.stream(pairs):        # of endless input, in bounded memory: [(0, 0), (1, 2)]
        ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, replace
from functools import partial
from typing import Any, Literal, Self, overload

import numpy as np
from numpy.typing import NDArray

from dragoman._core import AlignTrainer, LoadedAligner, Vocabulary
from dragoman.align.beginnings import known_by_beginnings
from dragoman.align.encoding import (
    Text,
    check_lengths,
    encode,
    evenly_chosen,
    refuse_lengths,
)
from dragoman.align.inner_words import Split
from dragoman.align.lexical import LexicalTables
from dragoman.align.line_aligner import LARGEST_PAIR, MOST_WORDS, LineAligner, Pair
from dragoman.align.links import Links
from dragoman.align.options import AlignOptions, Order, Symmetrization
from dragoman.align.priors import Priors
from dragoman.align.stream import CHUNK, chunks_of, in_order
from dragoman.align.training import AlignIteration, trained
from dragoman.common.errors import ConfigError, FormatError, ModelError
from dragoman.common.progress import Report
from dragoman.common.progress import progress as shown
from dragoman.corpus.integers import IntegerCorpus
from dragoman.corpus.preparation import TextPreparation
from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.io.saved import Saved

_VOCABULARY = {"bytes": np.uint8, "offsets": np.uint64, "slots": np.uint32}


def _characters(pair: Pair) -> int:
    return 0 if isinstance(pair, FormatError) else len(pair[0]) + len(pair[1])


def _links_of(arrays: tuple[Any, ...], probabilities: bool) -> Links:
    offsets, links, forward, reverse = arrays
    return Links(offsets, links, forward, reverse) if probabilities else Links(offsets, links)


def _linked(
    source: IntegerCorpus,
    target: IntegerCorpus,
    options: AlignOptions,
    threads: int,
    progress: Report | None,
) -> Links:
    """The links of a bitext, by an aligner of its own."""
    aligner = Aligner.train(source, target, options, threads=threads, progress=progress)
    return aligner.align(threads=threads, progress=progress)


class Aligner(Saved):
    """A trained aligner; made by ``Aligner.train`` or ``Aligner.open``."""

    KIND = "aligner"

    def __repr__(self) -> str:
        words = " and ".join(f"{len(vocabulary):,}" for vocabulary in self.vocabularies)
        return f"Aligner({self.options.schedule or self.options.model}, {words} words)"

    def __init__(
        self,
        options: AlignOptions,
        vocabularies: tuple[Vocabulary, Vocabulary],
        trainer: AlignTrainer | None = None,
        artifact: Artifact | None = None,
        text: TextPreparation | None = None,
    ) -> None:
        self.options = options
        self.text = text or TextPreparation()
        """What makes the words that the aligner sees of a user's lines."""
        self._trainer = trainer
        self.artifact = artifact
        source, target = (v if v.frozen else Vocabulary(*v.arrays()) for v in vocabularies)
        self._frozen = source, target
        self._loaded: LoadedAligner | None = None
        self._tables: LexicalTables | None = None

    @classmethod
    def train(
        cls,
        source: Text,
        target: Text,
        options: AlignOptions | None = None,
        *,
        text: TextPreparation | None = None,
        priors: Priors | None = None,
        threads: int = 1,
        on_iteration: Callable[[AlignIteration], None] | None = None,
        progress: Report | None = None,
    ) -> Aligner:
        """Train an aligner on a bitext.

        Args:
            source: The source side: lines, or an ``IntegerCorpus`` of prepared text.
            target: The target side, as many lines.
            options: Models, iterations and how links are taken; None for the defaults.
            text: How lines are prepared. The aligner prepares what it aligns in the same way, and its links are in the
                words that blanks separate in the user's lines all the same.
            priors: Word translations that are known before, with their counts, in the words that the aligner sees.
            threads: How many threads work; the aligner does not depend on it.
            on_iteration: Called after every iteration with its figures.
            progress: Called with the work done and the total; what it raises stops the training.
        """
        options, text = options or AlignOptions(), text or TextPreparation()
        first, second = (
            encode(lines if isinstance(lines, IntegerCorpus) else map(side, lines))
            for lines, side in ((source, text.source), (target, text.target))
        )
        check_lengths(first, second)
        if options.sample:
            first, second = evenly_chosen(first, second, options.sample)
        guesses: Priors = {}
        if options.beginnings:
            plain = replace(options, beginnings=0, sample=0, symmetrize="supported")
            before = partial(_linked, options=plain, threads=threads, progress=progress)
            guesses = known_by_beginnings(first, second, options.beginnings, before)
        trainer, vocabularies = trained(
            first, second, options, (priors or {}, guesses), threads, on_iteration, progress
        )
        return cls(options, vocabularies, trainer=trainer, text=text)

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
        threads: int = 1,
        progress: Report | None = None,
    ) -> Links:
        """Return the links of a bitext; without a bitext, those of the training text (only after ``train``).

        Args:
            source: The source side: lines, or an ``IntegerCorpus``.
            target: The target side, as many lines.
            symmetrize: How the two directions become one; None: as the aligner's options say.
            order: The order in which growing heuristics try links; None: as the aligner's options say.
            threshold: The lowest score of a link; None: as the aligner's options say.
            probabilities: Keep both posteriors of every link.
            threads: How many threads work; the links do not depend on it.
            progress: Called with the work done and the total; what it raises stops the work.
        """
        options = self._linking(symmetrize, order, threshold)
        align = partial(self._links, options=options, probabilities=probabilities, threads=threads)
        with shown("aligning", progress) as bar:
            if source is None or target is None:
                if self._trainer is None or source is not None or target is not None:
                    raise ConfigError("expected a source and a target text to align")
                if self.options.sample:
                    raise ConfigError("expected the texts: the aligner was trained on a sample")
                if self.text != TextPreparation():
                    raise ConfigError(
                        "expected the texts, whose words are not those of the aligner"
                    )
                settings = options.stages()[-1].model, options, probabilities, threads
                return _links_of(self._trainer.align(*settings, bar), probabilities)
            if isinstance(source, IntegerCorpus) or isinstance(target, IntegerCorpus):
                first, second = (
                    encode(text, vocabulary)
                    for text, vocabulary in zip((source, target), self._frozen, strict=True)
                )
                check_lengths(first, second)
                return align(first, second, progress=bar)
            return self._align_lines(list(source), list(target), partial(align, progress=bar))

    def _align_lines(
        self,
        source: list[str],
        target: list[str],
        align: Callable[[IntegerCorpus, IntegerCorpus], Links],
    ) -> Links:
        """The links of lines, however long they are."""
        if len(source) != len(target):
            refuse_lengths(len(source), len(target))
        found = self._line_aligner(align, largest_pair=MOST_WORDS**2)(
            list(zip(source, target, strict=True))
        )
        for number, fault in found.faults.items():
            raise FormatError(fault.message, line=number + 1)
        return found.links

    def _linking(
        self,
        symmetrize: Symmetrization | None,
        order: Order | None,
        threshold: float | None,
    ) -> AlignOptions:
        """The options, with those that were given."""
        given: dict[str, Any] = {
            "symmetrize": symmetrize,
            "order": order,
            "threshold": threshold,
        }
        options = replace(self.options, **{k: v for k, v in given.items() if v is not None})
        return replace(options, symmetrize=options.symmetrize or "supported")

    def _links(
        self,
        source: IntegerCorpus,
        target: IntegerCorpus,
        options: AlignOptions,
        probabilities: bool,
        threads: int = 1,
        progress: Report | None = None,
    ) -> Links:
        """The links of words that are numbered as in the aligner's vocabularies."""
        settings = options.stages()[-1].model, options, probabilities, threads
        texts = source.ids, source.offsets, target.ids, target.offsets
        return _links_of(self._native().align(*texts, *settings, progress), probabilities)

    def _line_aligner(
        self, align: Callable[[IntegerCorpus, IntegerCorpus], Links], **settings: Any
    ) -> LineAligner:
        source, target = (partial(encode, vocabulary=v) for v in self._frozen)
        return LineAligner(align, (source, target), self.text, **settings)

    def line_aligner(
        self,
        *,
        symmetrize: Symmetrization | None = None,
        order: Order | None = None,
        threshold: float | None = None,
        probabilities: bool = False,
        split: tuple[Split | None, Split | None] = (None, None),
        largest_pair: int = LARGEST_PAIR,
    ) -> LineAligner:
        """Return what aligns chunks of lines, each on one thread; see ``stream``.

        Args:
            symmetrize: How the two directions become one; None: as the aligner's options say.
            order: The order in which growing heuristics try links; None: as the aligner's options say.
            threshold: The lowest score of a link; None: as the aligner's options say.
            probabilities: Keep both posteriors of every link.
            split: Functions that cut a line of either side into the words that the aligner knows.
            largest_pair: Pairs with more possible links are refused.
        """
        self._native()  # made here, not by several threads at once
        align = partial(
            self._links,
            options=self._linking(symmetrize, order, threshold),
            probabilities=probabilities,
        )
        return self._line_aligner(align, split=split, largest_pair=largest_pair)

    @overload
    def stream(
        self,
        pairs: Iterable[Pair],
        *,
        probabilities: Literal[False] = False,
        threads: int = 1,
        chunk: int = CHUNK,
        skip: Callable[[int, FormatError], None] | None = None,
        **linking: Any,
    ) -> Iterator[list[tuple[int, int]]]: ...

    @overload
    def stream(
        self,
        pairs: Iterable[Pair],
        *,
        probabilities: Literal[True],
        threads: int = 1,
        chunk: int = CHUNK,
        skip: Callable[[int, FormatError], None] | None = None,
        **linking: Any,
    ) -> Iterator[list[tuple[int, int, float, float]]]: ...

    def stream(
        self,
        pairs: Iterable[Pair],
        *,
        probabilities: bool = False,
        threads: int = 1,
        chunk: int = CHUNK,
        skip: Callable[[int, FormatError], None] | None = None,
        **linking: Any,
    ) -> Iterator[list[Any]]:
        """Return the links of each pair of lines, in order, in bounded memory, for input without end.

        Links are (source word, target word), counted in the words that blanks separate; with ``probabilities`` both
        posteriors follow. ``linking`` takes ``symmetrize``, ``order``, ``threshold``, ``largest_pair`` (pairs with more
        possible links are refused) and ``split``: two functions that cut a line into the words that the aligner knows.
        A pair that is refused raises its error, or has no links and is told to ``skip`` with its number, from 1.

        At most ``threads + 2`` chunks are in memory, so that up to so many pairs are read before the first links come.

        Args:
            pairs: Pairs of lines; an error in the place of a pair is a pair that is refused.
            probabilities: Return both posteriors of every link too.
            threads: How many threads work; the result does not depend on it.
            chunk: How many pairs are aligned together.
            skip: Called with the number, from 1, and the error of a pair that is refused; None raises the error.
            **linking: Settings of ``line_aligner``, such as ``symmetrize``, ``largest_pair`` and ``split``.
        """
        work = self.line_aligner(probabilities=probabilities, **linking)
        number = 0
        for _, found in in_order(chunks_of(pairs, chunk, _characters), work, threads):
            for k in range(len(found.links)):
                number += 1
                if k in found.faults:
                    if skip is None:
                        raise FormatError(found.faults[k].message, line=number)
                    skip(number, found.faults[k])
                yield found.links.scored_pair(k) if probabilities else found.links.pair(k)

    def lexical_tables(self) -> LexicalTables:
        """Return the word translation probabilities, without pairs that are negligible in both directions."""
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

    def _write(self, out: ArtifactWriter) -> None:
        tables = self.lexical_tables()
        out.settings.update({k: v for k, v in asdict(self.options).items() if v is not None})
        for name, *_ in _TABLE:
            out.array(name, getattr(tables, name))
        for side, (null_probability, tension, jumps) in self._parameters().items():
            out.tables[side] = {"null_probability": null_probability, "tension": tension}
            out.array(f"{side}.jumps", jumps)
        if self.text != TextPreparation():
            out.tables["text"] = self.text.write(out.file)
        for side, vocabulary in zip(("source", "target"), self._frozen, strict=True):
            arrays: tuple[NDArray[Any], ...] = vocabulary.arrays()
            for name, values in zip(_VOCABULARY, arrays, strict=True):
                out.array(f"{side}.{name}", values)

    @classmethod
    def _read(cls, artifact: Artifact) -> Self:
        source, target = (
            Vocabulary(*(artifact.array(f"{side}.{n}", kind) for n, kind in _VOCABULARY.items()))
            for side in ("source", "target")
        )
        settings = dict(artifact.settings)
        if "heuristic" in settings:  # the name of the setting until 0.1
            settings["symmetrize"] = settings.pop("heuristic")
        settings.pop("threads", None)  # what aligners of earlier versions hold
        try:
            options = AlignOptions(**settings)
        except (TypeError, ConfigError) as error:
            raise ModelError(
                f"{artifact.path}: the aligner's settings are not valid ({error})"
            ) from None
        text = TextPreparation.read(artifact.table("text"), artifact.path)
        aligner = cls(options, (source, target), artifact=artifact, text=text)
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

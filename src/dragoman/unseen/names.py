"""Words written letter by letter in the other language: names, and words that both languages have.

The pairs that ``mining`` finds teach a joint n-gram model of units, a source letter with what becomes of it (Bisani &
Ney 2008), which writes a new word. Whether a new word is of this kind at all is told by comparing that model's
probability with that of the letters of words which are not (Bayes' rule).

    names = Names.train(linked_pairs)
    names.written("afghanistans")      # [Spelling("afghanistan", 0.71), ...], or [] if it is no such word
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple, Self

from dragoman.common.errors import ModelError
from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.io.saved import Saved
from dragoman.lm import LanguageModel, LMOptions
from dragoman.unseen.mining import LONGEST, Unit, mine

LEAST_PAIRS = 50
"""Fewer pairs teach no writing."""
ORDER = 5
BEAM = 20
SPELLINGS = 10
UNITS = "units.tsv"
MOST_UNITS = 1000
"""Of a letter; more are not read."""


class Spelling(NamedTuple):
    """A word of the target language, and how probable it is."""

    word: str
    probability: float


class Names(Saved):
    """Writes words letter by letter. Threads may share it.

    Args:
        joint: The model of units.
        apart: The model of the letters of source words that are not written alike.
        share: The probability that a word is.
        units: What may become of every source letter.
    """

    KIND = "names"

    def __init__(
        self,
        joint: LanguageModel,
        apart: LanguageModel,
        share: float,
        units: dict[str, tuple[str, ...]],
    ) -> None:
        self._joint, self._apart = joint, apart
        self.share, self.units = share, units

    @classmethod
    def train(cls, pairs: Sequence[tuple[str, str]]) -> Names | None:
        """Learn from linked words; None if too few of them are one word in two writings.

        Args:
            pairs: Linked words, each pair once, the surest first.
        """
        letters = [pair for pair in pairs if pair[0].isalpha() and pair[1].isalpha()]
        mined = mine(letters)
        if len(mined.pairs) < LEAST_PAIRS:
            return None
        options = LMOptions(order=ORDER)
        joint = LanguageModel.train(
            [" ".join(map(_name, one.units)) for one in mined.pairs], options
        )
        alike = {one.source for one in mined.pairs}
        others = sorted({source for source, _ in letters} - alike) or sorted(alike)
        apart = LanguageModel.train([" ".join(word) for word in others], options)
        units: defaultdict[str, set[str]] = defaultdict(set)
        for one in mined.pairs:
            for letter, written in one.units:
                units[letter].add(written)
        return cls(joint, apart, mined.share, {x: (*sorted(units[x]),) for x in sorted(units)})

    @classmethod
    def _read(cls, artifact: Artifact) -> Self:
        share = artifact.settings.get("share")
        if not isinstance(share, float) or not 0 < share < 1:
            raise ModelError("expected a number between 0 and 1 as settings.share")
        units: defaultdict[str, list[str]] = defaultdict(list)
        for line in artifact.text(UNITS).splitlines():
            letter, tab, written = line.partition("\t")
            if len(letter) != 1 or not tab or len(written) > LONGEST:
                raise ModelError(f"{UNITS}: expected a letter, a tab, and what becomes of it")
            units[letter].append(written)
            if len(units[letter]) > MOST_UNITS:
                raise ModelError(f"{UNITS}: expected at most {MOST_UNITS} units for a letter")
        joint = LanguageModel.component(artifact, "joint")
        apart = LanguageModel.component(artifact, "apart")
        return cls(joint, apart, share, {x: tuple(units[x]) for x in units})

    def _write(self, out: ArtifactWriter) -> None:
        out.settings["share"] = self.share
        lines = [f"{x}\t{written}\n" for x, found in self.units.items() for written in found]
        out.text(UNITS, "".join(lines))
        out.component("joint", self._joint)
        out.component("apart", self._apart)

    @property
    def one_script(self) -> bool:
        """Whether most letters may stay as they are."""
        same = sum(letter in written for letter, written in self.units.items())
        return 2 * same > len(self.units)

    def written(self, word: str) -> list[Spelling]:
        """Return the spellings of a word that is probably written alike, the best first; else nothing.

        Args:
            word: A word of the source language.
        """
        if not word.isalpha() or len(word) > LONGEST:
            return []
        model, end = self._joint, self._joint.native.end_sentence
        beam = [(0.0, model.begin(), "")]
        for letter in word:
            grown = []
            for log10, state, text in beam:
                for unit in self.units.get(letter, (letter,)):
                    after, value = model.step(state, _name((letter, unit)))
                    grown.append((log10 + value, after, text + unit))
            grown.sort(key=lambda one: (-one[0], one[2]))
            beam = grown[:BEAM]
        spellings: defaultdict[str, float] = defaultdict(float)
        for log10, state, text in beam:
            spellings[text] += _probability(log10 + model.native.step(state, end)[1])
        alike = self.share * sum(spellings.values())
        apart = (1 - self.share) * _probability(self._apart.score(" ".join(word)))
        if alike <= apart or not alike:
            return []
        found = [
            Spelling(text, self.share * p / (alike + apart))
            for text, p in sorted(spellings.items(), key=lambda one: (-one[1], one[0]))
            if text
        ]
        return found[:SPELLINGS]


def _probability(log10: float) -> float:
    """At most 1, whatever a damaged model says."""
    return 10**log10 if log10 <= 0 else 1.0


def _name(unit: Unit) -> str:
    """A unit as a word of the joint model."""
    return f"{unit[0]}>{unit[1]}"

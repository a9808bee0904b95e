"""The rest of a translation whose beginning a person has typed (``Model.complete``).

The sentence is decoded once. All derivations whose text begins as typed are taken from its forest
(``forest/prefix.py``); the best of them gives the completion, the next ones alternatives, and the probabilities among
them the confidence of each word. If no text begins so, the sentence is decoded again with this beginning
(``searched_forests.py``). If no translation has it at all, the nearest beginning stands for it, and ``exact`` is false.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from dragoman.cohesion.definition import interruptions
from dragoman.corpus.casing import ENDS
from dragoman.corpus.dependency import DependencyTree
from dragoman.corpus.preparation import TextPreparation
from dragoman.forest import Derivation
from dragoman.forest.confidence import WordPosteriors
from dragoman.forest.prefix import Prefix
from dragoman.forest.segmentation import phrases_of
from dragoman.lm import LanguageModel
from dragoman.model.interactive.searched_forests import Search, SearchedForests

SCALE = 0.3
"""The scale of scores for confidences (docs/interactive.md)."""


@dataclass(frozen=True)
class Ending:
    """One way to go on."""

    text: str
    """What follows the typed text, with its blank if there is one."""
    pieces: tuple[str, ...]
    """The same word by word; the first one may be the rest of a word."""
    confidences: tuple[float, ...]
    """How sure each piece is, from 0 to 1."""
    score: float
    language: tuple[float, ...] = ()
    """The logarithm of the probability of each piece by the model's first language model, after all words before it."""
    interrupted: tuple[bool, ...] = ()
    """Whether each piece's phrase leaves a subtree of the source before it is finished; empty without a tree."""


@dataclass(frozen=True)
class Completion:
    """What follows a typed text."""

    prefix: str
    """As it was typed."""
    best: Ending
    alternatives: tuple[Ending, ...]
    exact: bool
    """Whether a translation with this beginning was found; else it goes on from the one in ``matched``."""
    matched: str
    """The beginning of the translation as the model has it."""
    edits: float
    """How far that is from what was typed, in words; 0 if ``exact``."""

    @property
    def completion(self) -> str:
        """What follows the typed text."""
        return self.best.text

    @property
    def text(self) -> str:
        """The whole translation."""
        return self.prefix + self.best.text

    def __str__(self) -> str:
        return self.text

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain data."""
        data = asdict(self)
        best = data.pop("best")
        for one in data["alternatives"]:
            del one["language"], one["interrupted"]  # means to an end (``calibration.py``)
        names = {"text": "completion", "pieces": "words", "confidences": "confidences"}
        return {**{new: best[old] for old, new in names.items()}, "score": best["score"], **data}


class TypedText:
    """The beginning of a translation as the user sees it, and as words of the model."""

    def __init__(
        self, typed: str, text: TextPreparation, language: LanguageModel | None = None
    ) -> None:
        self.typed = typed
        self._text, self._language = text, language
        self.words = text.target.words(typed)
        self.partial = bool(self.words) and not typed[-1:].isspace()
        spellings = []
        for place, word in enumerate(self.words):
            start = place == 0 or self.words[place - 1] in ENDS
            cased = start and text.truecaser is not None
            spellings.append(_cases(word) if cased else (word,))
        self.prefix = Prefix(tuple(spellings), self.partial)

    def completion(
        self,
        forests: SearchedForests,
        search: Search,
        edit_cost: float,
        alternatives: int,
        scale: float,
    ) -> Completion:
        """The best ways to go on."""
        found = forests.begun(self.prefix, search)
        if found is None:
            found = forests.corrected(self.prefix, edit_cost)
        if found is None:
            return Completion(self.typed, Ending("", (), (), 0.0), (), not self.words, "", 0.0)
        derivations = found.forest.kbest(alternatives + 1, distinct=True)
        confidences = WordPosteriors(found.forest, scale).confidences(derivations)
        endings = [
            self._ending(one, found.words, sure, forests.tree)
            for one, sure in zip(derivations, confidences, strict=True)
        ]
        unique = list({one.text: one for one in reversed(endings)}.values())[::-1]
        matched = derivations[0].tokens[: found.words]
        return Completion(
            self.typed,
            endings[0],
            tuple(one for one in unique if one.text != endings[0].text),
            found.edits == 0,
            self._text.finish(matched),
            found.edits,
        )

    def _ending(
        self,
        derivation: Derivation,
        matched: int,
        confidences: Sequence[float],
        tree: DependencyTree | None,
    ) -> Ending:
        """What follows in the text of a derivation, whose first ``matched`` words stand for the typed ones."""
        tokens = derivation.tokens
        words = [*self.words]
        inside = self.partial and matched > 0 and self.prefix.ends_with(tokens[matched - 1])
        if inside:
            words[-1] = tokens[matched - 1]
        shown, spaces = self._text.finish_words([*words, *tokens[matched:]])
        pieces, sure, places = [], [], []
        if inside and (rest := words[-1][len(self.words[-1]) :]):
            pieces.append(rest)
            sure.append(confidences[matched - 1])
            places.append(len(words) - 1)
        fresh = not self.typed or self.typed[-1].isspace()
        for place in range(len(words), len(shown)):
            blank = spaces[place] and not (fresh and place == len(words))
            pieces.append(f" {shown[place]}" if blank else shown[place])
            sure.append(confidences[matched + place - len(words)])
            places.append(place)
        likely = self._likely(tokens)
        shift = matched - len(words)
        language = tuple(likely[place + shift] for place in places) if likely else ()
        guilty = _interrupting(derivation, tree)
        interrupted = () if guilty is None else tuple(place + shift in guilty for place in places)
        return Ending(
            "".join(pieces), tuple(pieces), tuple(sure), derivation.score, language, interrupted
        )

    def _likely(self, tokens: Sequence[str]) -> list[float]:
        """For each word its log-probability by the language model; nothing without one."""
        if self._language is None:
            return []
        scores = self._language.full_scores(tokens, eos=False)
        return [one.log10 * math.log(10) for one in scores]


def _interrupting(derivation: Derivation, tree: DependencyTree | None) -> set[int] | None:
    """The target words of phrases that leave a subtree before it is finished (Cherry 2008); None without a tree."""
    if tree is None:
        return None
    steps = derivation.phrases
    found = interruptions(tree, [phrase.source for phrase in phrases_of(derivation)])
    return {place for one in found for place in steps[one.phrase].target_positions}


def _cases(word: str) -> tuple[str, ...]:
    """The spellings of a word at the start of a sentence, where a capital says nothing."""
    found = (word, word.lower(), word[:1].lower() + word[1:], word[:1].title() + word[1:])
    return tuple(dict.fromkeys(found))

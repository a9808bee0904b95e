"""What a decoder returns for a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dragoman._core import Forest as NativeForest
from dragoman._core import Translation
from dragoman.corpus.constituency import ConstituencyTree
from dragoman.forest import Derivation, Forest
from dragoman.grammar.treelet.derivation import Derivation as TreeDerivation
from dragoman.grammar.treelet.derivation import Site, Spine, adjunctions_of
from dragoman.grammar.treelet.tree_derivation import tree_of
from dragoman.search.input import Input
from dragoman.search.outcome import FOUND, Outcome

TargetWord = tuple[str, str, int, int, int, int, int]
"""Word, spine, head, node, copy, first and last source word, as the core gives them."""


@dataclass(frozen=True)
class Result:
    """The best translation of one sentence."""

    tokens: tuple[str, ...]
    score: float
    features: dict[str, float]
    """All features of the model, zeros included."""
    derivation: Derivation = field(repr=False)
    forest: Forest | None = field(default=None, repr=False)
    """The forest of everything that was searched, if asked for."""
    alone: Forest | None = field(default=None, repr=False, compare=False)
    """The forest that holds only this translation, from a decoder that makes one."""
    outcome: Outcome = FOUND
    """How the search ended."""
    target_tree: TreeDerivation | None = field(default=None, repr=False)
    """The spines of the translation's words and the adjunctions between them, from a decoder that makes them."""
    target_sources: tuple[tuple[int, int], ...] = ()
    """For each word of ``target_tree`` the first and the last source word that it is aligned to."""

    @property
    def tree(self) -> ConstituencyTree | None:
        """The constituency tree of the translation, from a decoder that makes one."""
        return tree_of(self.target_tree) if self.target_tree is not None else None

    @property
    def text(self) -> str:
        """The translation, its words joined by blanks."""
        return " ".join(self.tokens)


def result_of(
    found: Translation, given: Input, feature_names: Sequence[str], with_forest: bool
) -> Result:
    """What the core found for a sentence."""
    forest = found.forest if with_forest else None
    return chosen(
        found.best,
        forest,
        given,
        feature_names,
        outcome=Outcome(**found.outcome),
    )


def _target_tree(words: Sequence[TargetWord]) -> TreeDerivation | None:
    if not words:
        return None
    spines, attachments = [], {}
    for place, (word, spine, head, node, copy, _, _) in enumerate(words):
        tag, *nodes = spine.split(" ")
        spines.append(Spine(word, tag, tuple(nodes)))
        if head >= 0:
            attachments[place] = (head, Site(node, copy))
    return TreeDerivation(tuple(spines), adjunctions_of(attachments))


def chosen(
    best: NativeForest,
    whole: NativeForest | None,
    given: Input,
    feature_names: Sequence[str],
    outcome: Outcome = FOUND,
) -> Result:
    """A translation that is given by the forest of its derivation, with the forest that it comes from."""
    alone = Forest(best, feature_names, given.tokens)
    words = best.target_words()
    derivation, features = alone.only()
    return Result(
        tokens=derivation.tokens,
        score=derivation.score,
        features=features,
        derivation=derivation,
        forest=None if whole is None else Forest(whole, feature_names, given.tokens),
        alone=alone,
        outcome=outcome,
        target_tree=_target_tree(words),
        target_sources=tuple((first, last) for *_, first, last in words),
    )

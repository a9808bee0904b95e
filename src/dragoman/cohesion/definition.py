"""Syntactic cohesion of a phrase-based translation (Cherry 2008; Bach, Vogel & Cherry 2009), by definition.

Here a derivation is a sequence of sets of source positions: those that its phrases translate, in target order.
Section 2 of Cherry (2008) projects every subtree of the source tree onto that sequence; two spans of one local tree
that *innersect* are a violation. Section 3 finds violations while a translation grows, as *interruptions*. This module
has both definitions in plain form, for any tree (also non-projective or with several roots) and any phrases (also
discontinuous). The decoder computes the same with bit sets (``core/search``), and tests check that the two agree.

    violations(tree, [{0}, {1, 2}, ...])             # section 2
    interruptions(tree, [{0}, {1, 2}, ...])          # section 3, equation 1
    cohesion_counts(tree, previous, current, covered, exhaustive=False)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from dragoman.corpus.dependency import ROOT, DependencyTree

Span = tuple[int, int]
Phrase = Collection[int]
"""The source positions that a phrase translates."""

VERB_TAGS = ("VB", "VERB", "AUX")
NOUN_TAGS = ("NN", "NOUN", "PROPN")
"""Prefixes of the Penn and universal tags of verbs and nouns."""


@dataclass(frozen=True, slots=True)
class PosClasses:
    """Which tags count as verbs and nouns for Coh5; a tag belongs to a class if it starts with one of its prefixes."""

    verbs: tuple[str, ...] = VERB_TAGS
    nouns: tuple[str, ...] = NOUN_TAGS

    def is_verb(self, tree: DependencyTree, word: int) -> bool:
        """Whether a word's tag is a verb's."""
        return tag_of(tree, word).startswith(self.verbs)

    def is_noun(self, tree: DependencyTree, word: int) -> bool:
        """Whether a word's tag is a noun's."""
        return tag_of(tree, word).startswith(self.nouns)


@dataclass(frozen=True, slots=True)
class ProjectedSpan:
    """A head span or a subtree span of a local tree: first and last phrase, counted from 0."""

    word: int
    span: Span
    is_head: bool


@dataclass(frozen=True, slots=True)
class Violation:
    """Two projected spans of one local tree that innersect."""

    head: int
    """The local tree's head, or ROOT for the roots of a sentence that has several."""
    first: ProjectedSpan
    second: ProjectedSpan


@dataclass(frozen=True, slots=True)
class Interruption:
    """The phrase numbered ``phrase`` leaves the subtree of ``word`` before the subtree is finished."""

    phrase: int
    word: int
    uncovered: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CohesionCounts:
    """The counts of Coh1 to Coh5 when one phrase is added to a hypothesis."""

    interruption: bool
    words: int
    verbs: int
    nouns: int


def innersect(first: Span, second: Span) -> bool:
    """Whether the later of two spans begins before the earlier one ends (Cherry 2008, section 2)."""
    earlier, later = sorted((first, second))
    return later[0] < earlier[1]


def phrase_of_words(phrases: Sequence[Phrase], length: int) -> list[int]:
    """The alignment a_1^m from words to phrases; every word must be in exactly one phrase."""
    alignment = [-1] * length
    for number, phrase in enumerate(phrases):
        for word in phrase:
            if alignment[word] != -1:
                raise ValueError(f"word {word} is translated twice")
            alignment[word] = number
    if -1 in alignment:
        raise ValueError(f"word {alignment.index(-1)} is not translated")
    return alignment


def subtrees(tree: DependencyTree) -> list[frozenset[int]]:
    """T(e) for every word: the word and all below it."""
    below: list[set[int]] = [{word} for word in range(len(tree))]
    for word in range(len(tree)):
        ancestor = tree.heads[word]
        while ancestor != ROOT:
            below[ancestor].add(word)
            ancestor = tree.heads[ancestor]
    return [frozenset(words) for words in below]


def projected_spans(
    tree: DependencyTree, phrases: Sequence[Phrase]
) -> Iterator[tuple[int, list[ProjectedSpan]]]:
    """The local trees with their head's head span (spanH) and their modifiers' subtree spans (spanS).

    The roots of a sentence form a local tree without a head.
    """
    alignment = phrase_of_words(phrases, len(tree))
    below = subtrees(tree)
    children = tree.children()

    def subtree_span(word: int) -> ProjectedSpan:
        projected = [alignment[w] for w in below[word]]
        return ProjectedSpan(word, (min(projected), max(projected)), is_head=False)

    yield ROOT, [subtree_span(root) for root in tree.roots]
    for head in range(len(tree)):
        own = ProjectedSpan(head, (alignment[head], alignment[head]), is_head=True)
        yield head, [own, *(subtree_span(child) for child in children[head])]


def violations(tree: DependencyTree, phrases: Sequence[Phrase]) -> list[Violation]:
    """Return all innersections of a finished derivation; it is cohesive if there are none.

    Args:
        tree: The tree of the source sentence.
        phrases: The source words of every phrase, in target order.
    """
    return [
        Violation(head, first, second)
        for head, spans in projected_spans(tree, phrases)
        for first, second in combinations(spans, 2)
        if innersect(first.span, second.span)
    ]


def is_cohesive(tree: DependencyTree, phrases: Sequence[Phrase]) -> bool:
    """Return whether no two spans of a local tree innersect.

    Args:
        tree: The tree of the source sentence.
        phrases: The source words of every phrase, in target order.
    """
    return not violations(tree, phrases)


def interruptions(tree: DependencyTree, phrases: Sequence[Phrase]) -> list[Interruption]:
    """Return all interruptions of a (partial) derivation by equation 1, naively: every subtree at every step.

    Args:
        tree: The tree of the source sentence.
        phrases: The source words of every phrase, in target order.
    """
    below = subtrees(tree)
    covered: set[int] = set()
    found = []
    for number, phrase in enumerate(phrases):
        after = covered | set(phrase)
        for word, subtree in enumerate(below):
            started = not subtree.isdisjoint(covered)
            interrupted = any(w not in subtree for w in phrase)
            unfinished = tuple(sorted(subtree - after))
            if started and interrupted and unfinished:
                found.append(Interruption(number, word, unfinished))
        covered = after
    return found


def climb(
    tree: DependencyTree, below: Sequence[frozenset[int]], word: int, phrase: Phrase
) -> int | None:
    """Step (i) of algorithm 1: the highest node above ``word`` whose subtree lacks a word of ``phrase``."""
    highest = None
    node = word
    while node != ROOT and any(w not in below[node] for w in phrase):
        highest = node
        node = tree.heads[node]
    return highest


def segment_ends(phrase: Phrase) -> set[int]:
    """The left and right-most words of every contiguous piece of a phrase.

    For a contiguous phrase these are e_L and e_R. A phrase with source gaps has ends at every piece: a subtree that
    lies inside one piece is finished by it, and only the ends can lie in subtrees that are still open.
    """
    words = set(phrase)
    return {w for w in words if w - 1 not in words or w + 1 not in words}


def cohesion_counts(
    tree: DependencyTree,
    previous: Phrase,
    current: Phrase,
    covered: Collection[int],
    *,
    exhaustive: bool = False,
    classes: PosClasses | None = None,
) -> CohesionCounts:
    """Coh1, Coh3 and Coh5 (or, exhaustively, Coh2 and Coh4) for adding ``current`` after ``previous``.

    ``covered`` are the words translated before ``current``. The focal points are the ends of the previous phrase,
    or all covered words (Bach et al. 2009, algorithms 1 to 5); each uncovered word counts once.
    """
    classes = classes or PosClasses()
    below = subtrees(tree)
    after = set(covered) | set(current)
    uncovered: set[int] = set()
    for word in covered if exhaustive else segment_ends(previous):
        node = climb(tree, below, word, current)
        if node is not None:
            uncovered |= below[node] - after
    return CohesionCounts(
        interruption=bool(uncovered),
        words=len(uncovered),
        verbs=sum(classes.is_verb(tree, word) for word in uncovered),
        nouns=sum(classes.is_noun(tree, word) for word in uncovered),
    )


def tag_of(tree: DependencyTree, word: int) -> str:
    """The word's language-specific tag, or its universal one, or an empty string."""
    for column in (tree.xpos, tree.tags):
        if column and column[word] not in ("", "_"):
            return column[word]
    return ""

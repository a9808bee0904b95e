"""Dependency trees: a sentence in which every word has a head.

A tree is a tuple of words and a tuple of heads (0-based positions; -1 marks a root). Several roots and
crossing (non-projective) arcs are allowed; a head outside the sentence or a cycle is refused.

    tree = DependencyTree(("she", "sleeps"), (1, -1), tags=("PRON", "VERB"))
    tree.roots          # (1,)
    tree.subtree(1)     # (0, 1)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.common.errors import FormatError

ROOT = -1
"""The head of a root."""


@dataclass(frozen=True, slots=True)
class MultiwordToken:
    """A surface token such as "du" that stands for the words ``first`` to ``last`` ("de", "le")."""

    first: int
    last: int
    form: str


@dataclass(frozen=True, slots=True)
class DependencyTree:
    """A parsed sentence; each of the optional columns is empty or as long as the sentence."""

    words: tuple[str, ...]
    heads: tuple[int, ...]
    tags: tuple[str, ...] = ()
    """Universal part-of-speech tags."""
    xpos: tuple[str, ...] = ()
    """Language-specific tags, such as Penn's."""
    labels: tuple[str, ...] = ()
    lemmas: tuple[str, ...] = ()
    features: tuple[str, ...] = ()
    multiwords: tuple[MultiwordToken, ...] = ()
    comments: tuple[str, ...] = ()
    """Comment lines of CoNLL-U without the leading ``#`` and blank."""
    document: str = ""
    """The id of the document that the sentence belongs to."""

    def __post_init__(self) -> None:
        for name in ("heads", "tags", "xpos", "labels", "lemmas", "features"):
            column = getattr(self, name)
            if len(column) != len(self.words) and (column or name == "heads"):
                raise FormatError(
                    f"expected {len(self.words)} {name}, one for each word, found {len(column)}"
                )
        problem = find_problem(self.heads)
        if problem is not None:
            raise FormatError(problem)

    def __len__(self) -> int:
        return len(self.words)

    @property
    def roots(self) -> tuple[int, ...]:
        """The words without a head."""
        return tuple(i for i, head in enumerate(self.heads) if head == ROOT)

    @property
    def sentence_id(self) -> str:
        """The value of the comment ``sent_id = ...``, or an empty string."""
        return self.comment("sent_id")

    def comment(self, key: str) -> str:
        """Return the value of the comment ``key = value``, or an empty string.

        Args:
            key: What stands before ``=``.
        """
        for line in self.comments:
            name, equals, value = line.partition("=")
            if equals and name.strip() == key:
                return value.strip()
        return ""

    def children(self) -> list[list[int]]:
        """Return for every word the words that it heads, from left to right."""
        result: list[list[int]] = [[] for _ in self.words]
        for child, head in enumerate(self.heads):
            if head != ROOT:
                result[head].append(child)
        return result

    def subtree(self, word: int) -> tuple[int, ...]:
        """Return the word and everything below it, in sentence order.

        Args:
            word: The number of the word, from 0.
        """
        children = self.children()
        found = [word]
        for node in found:
            found += children[node]
        return tuple(sorted(found))

    def is_projective(self) -> bool:
        """Return whether every subtree is a contiguous run of words, with no arc across a root."""
        size = len(self.heads)
        heads = [size if head == ROOT else head for head in self.heads]
        order = [size]
        children: list[list[int]] = [[] for _ in range(size + 1)]
        for child, head in enumerate(heads):
            children[head].append(child)
        for node in order:
            order += children[node]
        spans = [(node, node, 1) for node in range(size + 1)]
        for node in reversed(order[1:]):
            first, last, count = spans[node]
            if last - first + 1 != count:
                return False
            low, high, total = spans[heads[node]]
            spans[heads[node]] = min(low, first), max(high, last), total + count
        return True


def find_problem(heads: Sequence[int]) -> str | None:
    """Why these heads do not form a forest, with words counted from 1; None if they do."""
    size = len(heads)
    for child, head in enumerate(heads):
        if not ROOT <= head < size:
            return f"the head {head + 1} of word {child + 1} lies outside the {size} words"
    sound = [False] * size
    for start in range(size):
        path: list[int] = []
        seen: set[int] = set()
        node = start
        while node != ROOT and not sound[node]:
            if node in seen:
                cycle = path[path.index(node) :]
                names = ", ".join(str(i + 1) for i in cycle)
                if len(cycle) == 1:
                    return f"word {names} is its own head"
                return f"the heads of words {names} form a cycle"
            seen.add(node)
            path.append(node)
            node = heads[node]
        for visited in path:
            sound[visited] = True
    return None

"""Words as people write them, and the parts that the decoder sees instead.

    parts = WordParts(("der", "Aktionsplan", "ist"), (1, 2, 1))    # the tokens der Aktion Plan ist
    parts.span(1, 2)      # (1, 3): the tokens of the second word
    parts.owners          # [0, 1, 1, 2]: the word of every token

What a user says of words (constraints, markup, trees) is said of those that are written, and what he is told of words
in alignments too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate

from dragoman.corpus.dependency import ROOT, DependencyTree
from dragoman.corpus.projection import PART


@dataclass(frozen=True)
class WordParts:
    """The words of a sentence, and of how many tokens each consists."""

    words: tuple[str, ...]
    sizes: tuple[int, ...]

    @cached_property
    def _ends(self) -> list[int]:
        return [0, *accumulate(self.sizes)]

    @cached_property
    def owners(self) -> list[int]:
        """The word of every token."""
        return [word for word, size in enumerate(self.sizes) for _ in range(size)]

    def span(self, begin: int, end: int) -> tuple[int, int]:
        """Return the tokens of the words [begin, end).

        Args:
            begin: The first word.
            end: The word after the last one.
        """
        return self._ends[begin], self._ends[end]

    def links(self, links: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
        """Return links of the tokens as links of the words, sorted, each once.

        Args:
            links: Pairs of a token and a position in the translation.
        """
        return tuple(sorted({(self.owners[i], j) for i, j in links}))

    def tree(self, tree: DependencyTree, tokens: tuple[str, ...]) -> DependencyTree:
        """Return a tree of the words as a tree of the tokens: the last part of a word takes its place.

        That is the head of a compound in the languages that write them as one word.

        Args:
            tree: The tree of the words.
            tokens: Their parts.
        """
        heads, labels = [], []
        for word, size in enumerate(self.sizes):
            last = self._ends[word + 1] - 1
            head = tree.heads[word]
            heads += [last] * (size - 1)
            heads.append(ROOT if head == ROOT else self._ends[head + 1] - 1)
            labels += [PART] * (size - 1) + ([tree.labels[word]] if tree.labels else [PART])

        def column(values: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(values[word] for word in self.owners) if values else ()

        return replace(
            tree,
            words=tokens,
            heads=tuple(heads),
            tags=column(tree.tags),
            xpos=column(tree.xpos),
            labels=tuple(labels) if tree.labels else (),
            lemmas=tokens if tree.lemmas else (),
            features=column(tree.features),
            multiwords=(),
        )

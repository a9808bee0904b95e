"""What a parser is: tokens in, dependency trees over the same tokens out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from dragoman.corpus.dependency import DependencyTree

Tokens = Sequence[str]


class Parser(Protocol):
    """Anything that parses tokenized sentences."""

    def parse(self, sentences: Sequence[Tokens], threads: int = 1) -> list[DependencyTree]:
        """Return one tree for each sentence, over exactly its tokens; an empty sentence has an empty tree.

        Args:
            sentences: The words of each sentence.
            threads: How many sentences are parsed at once; parsers of other packages have their own way.
        """

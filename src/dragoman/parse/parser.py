"""What a parser is: tokens in, dependency trees over the same tokens out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from dragoman.corpus.dependency import DependencyTree

Tokens = Sequence[str]


class Parser(Protocol):
    """Anything that parses tokenised sentences."""

    def parse(self, sentences: Sequence[Tokens]) -> list[DependencyTree]:
        """One tree for each sentence, over exactly its tokens; an empty sentence has an empty tree."""

"""What all constituency parsers have in common, ours and those of other packages."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from dragoman.corpus.constituency import ConstituencyTree
from dragoman.parse.parser import Tokens


class TreeParser(ABC):
    """Anything that makes constituency trees of tokenized sentences."""

    @abstractmethod
    def parse(self, sentences: Sequence[Tokens], threads: int = 1) -> list[ConstituencyTree | None]:
        """Return one tree for each sentence, under a node named TOP; None for an empty sentence.

        Args:
            sentences: The words of each sentence.
            threads: How many sentences are parsed at once; parsers of other packages have their own way.
        """

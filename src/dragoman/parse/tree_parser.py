"""What all constituency parsers have in common, ours and those of other packages."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from dragoman.corpus.constituency import ConstituencyTree
from dragoman.parse.parser import Tokens


class TreeParser(ABC):
    """Anything that makes constituency trees of tokenised sentences."""

    @abstractmethod
    def parse(self, sentences: Sequence[Tokens]) -> list[ConstituencyTree | None]:
        """One tree for each sentence, over its tokens and under a node named TOP; None for an empty sentence."""

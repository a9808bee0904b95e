"""Where a model's rules come from: a table that holds all of them, or a corpus in which those are looked up that the
sentences at hand need.

    for part, table in rules.batches([one.tokens for one in inputs], threads=2):
        ...                                       # decode inputs[part] with the table

Decoders know rules by this protocol only.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from dragoman.corpus.lattice import Lattice
from dragoman.grammar.array_files import TableRoom
from dragoman.grammar.on_the_fly import OnTheFlyRules
from dragoman.grammar.options import Gaps
from dragoman.grammar.rule_table import RuleTable
from dragoman.io.artifact import Artifact


class RuleSource(Protocol):
    """Rules for any sentence. What it answers never changes; threads may share it."""

    @property
    def artifact(self) -> Artifact | None:
        """Where it was opened, if it was."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the rules' scores."""

    @property
    def extent(self) -> str:
        """How much there is, in words."""

    @property
    def gaps(self) -> Gaps:
        """On which sides rules may have gaps."""

    @property
    def looks_up(self) -> bool:
        """Whether rules are looked up when a sentence needs them; otherwise ``rules_for`` is the same for all."""

    @property
    def has_reordering(self) -> bool:
        """Whether the rules carry orientation probabilities."""

    @property
    def reordering_model(self) -> str:
        """How orientations were told apart in training."""

    def rules_for(
        self, sentences: Sequence[Sequence[str]], threads: int = 1, room: TableRoom | None = None
    ) -> RuleTable:
        """A table with all rules that these sentences need; each rule is the same in every such table.

        With ``room``, a table that does not fit there is in files.

        Args:
            sentences: The words of every sentence.
            threads: How many threads work; the result does not depend on it.
            room: Memory for the table and the place of files for what is beyond; None keeps all in memory.
        """

    def rules_for_lattices(
        self, lattices: Sequence[Lattice], threads: int = 1, room: TableRoom | None = None
    ) -> RuleTable:
        """The same for word lattices: rules that any of their paths needs.

        Args:
            lattices: The lattices.
            threads: How many threads work; the result does not depend on it.
            room: Memory for the table and the place of files for what is beyond; None keeps all in memory.
        """

    def batches(
        self, sentences: Sequence[Sequence[str]], threads: int = 1
    ) -> Iterator[tuple[slice, RuleTable]]:
        """The sentences in parts of bearable size, each with the rules that it needs.

        Args:
            sentences: The words of every sentence.
            threads: How many threads work; the result does not depend on it.
        """

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it as an artifact.

        Args:
            path: Where it goes; what is there is replaced when all is written.
        """


if TYPE_CHECKING:  # the type checker holds ours to the protocol
    _ours: tuple[type[RuleSource], ...] = (RuleTable, OnTheFlyRules)

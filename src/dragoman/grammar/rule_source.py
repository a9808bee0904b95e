"""Where a model's rules come from: a table that holds all of them, or a corpus in which those are looked up that the
sentences at hand need.

    for part, table in rules.batches([one.tokens for one in inputs], threads=2):
        ...                                       # decode inputs[part] with the table

Models and decoders know rules by this protocol, unless a decoder is made for one kind of rules. ``open_rules`` opens
them by the kind of their artifact; another package adds a kind with an entry point of the group ``dragoman.rules``:

    [project.entry-points."dragoman.rules"]
    my-rules = "my_package.rules:MyRules"
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from dragoman.align.links import Links
from dragoman.common.errors import ModelError
from dragoman.common.plugins import Plugins
from dragoman.corpus.lattice import Lattice
from dragoman.grammar.array_files import TableBudget
from dragoman.grammar.occurrences import IndexedBitext
from dragoman.grammar.on_the_fly import OnTheFlyRules
from dragoman.grammar.option_parts import Gaps
from dragoman.grammar.rule_table import RuleTable
from dragoman.grammar.text_pair import TextPair
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
    def growing(self) -> GrowingRules | None:
        """The same rules, if sentence pairs can be added to the text that they are looked up in."""

    @property
    def has_reordering(self) -> bool:
        """Whether the rules carry orientation probabilities."""

    @property
    def reordering_model(self) -> str:
        """How orientations were told apart in training."""

    def rules_for(
        self,
        sentences: Sequence[Sequence[str]],
        threads: int = 1,
        budget: TableBudget | None = None,
    ) -> RuleTable:
        """Return a table with all rules that these sentences need; each rule is the same in every such table.

        With ``budget``, a table that does not fit there is in files.

        Args:
            sentences: The words of every sentence.
            threads: How many threads work; the result does not depend on it.
            budget: Memory for the table and the place of files for what is beyond; None keeps all in memory.
        """

    def rules_for_lattices(
        self, lattices: Sequence[Lattice], threads: int = 1, budget: TableBudget | None = None
    ) -> RuleTable:
        """Return a table for word lattices: rules that any of their paths needs.

        Args:
            lattices: The lattices.
            threads: How many threads work; the result does not depend on it.
            budget: Memory for the table and the place of files for what is beyond; None keeps all in memory.
        """

    def batches(
        self, sentences: Sequence[Sequence[str]], threads: int = 1
    ) -> Iterator[tuple[slice, RuleTable]]:
        """Return the sentences in parts of bounded memory, each with the rules that it needs.

        Args:
            sentences: The words of every sentence.
            threads: How many threads work; the result does not depend on it.
        """

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it as an artifact.

        Args:
            path: Where it goes; what is there is replaced when all is written.
        """


class GrowingRules(RuleSource, Protocol):
    """Rules that are looked up in a text which grows."""

    def __len__(self) -> int:
        """How many sentence pairs the text has."""

    def indexed(self) -> tuple[IndexedBitext, ...]:
        """Return the text part by part, first the one of training, with where phrases stand in it."""

    def add(
        self,
        source: Sequence[str],
        target: Sequence[str],
        alignment: Sequence[str] | Links,
        threads: int = 1,
    ) -> GrowingRules:
        """Return the rules of a text with further sentence pairs; these rules stay as they are.

        Args:
            source: The source sides, words split at blanks.
            target: The target sides, words split at blanks.
            alignment: Their links, or lines such as ``0-0 1-2``.
            threads: How many threads work; the result does not depend on it.
        """

    def replaced(self, lines: Mapping[int, TextPair], threads: int = 1) -> GrowingRules:
        """Return the rules of a text with other pairs in some lines; these rules stay as they are.

        Args:
            lines: The new pairs by the numbers of their lines, from 0; ``NO_PAIR`` takes one out.
            threads: How many threads work; the result does not depend on it.
        """


class StoredRules(RuleSource, Protocol):
    """A class of rules that models can hold: opened by the kind of its artifact."""

    @classmethod
    def from_artifact(cls, artifact: Artifact) -> RuleSource:
        """Return the rules in an artifact that is open.

        Args:
            artifact: The artifact, opened.
        """


RULES = Plugins(
    "dragoman.rules",
    {
        "rule-table": "dragoman.grammar.rule_table:RuleTable",
        "rules-on-the-fly": "dragoman.grammar.on_the_fly:OnTheFlyRules",
        "treelet-rules": "dragoman.grammar.treelet.treelet_rules:TreeletRules",
    },
)
"""Rules by the kind of their artifact. Another package adds one with an entry point of this group."""


def open_rules(artifact: Artifact) -> RuleSource:
    """Return the rules in an artifact that is open, such as a model's component.

    Args:
        artifact: The artifact, opened.
    """
    kind: type[StoredRules] | None = RULES.find(artifact.kind)
    if kind is None:
        kinds = ", ".join(RULES.all())
        raise ModelError(
            f"{artifact.path}: expected rules ({kinds}), found the kind '{artifact.kind}'"
        )
    return kind.from_artifact(artifact)


if TYPE_CHECKING:  # the type checker holds ours to the protocols
    _ours: tuple[type[StoredRules], ...] = (RuleTable, OnTheFlyRules)
    _growing: type[GrowingRules] = OnTheFlyRules

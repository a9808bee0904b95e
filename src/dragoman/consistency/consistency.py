"""What a model keeps for consistent translations: options, document frequencies, first-pass weights, a glossary."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from dragoman.common.errors import ModelError
from dragoman.consistency.counts import ChoiceCounts
from dragoman.consistency.features import ConsistencyFeature, consistency_features
from dragoman.consistency.frequencies import DocumentFrequencies
from dragoman.consistency.glossary import (
    GlossaryEntry,
    prior_counts,
    read_glossary,
    write_glossary,
)
from dragoman.consistency.options import ConsistencyOptions
from dragoman.grammar import RuleTable
from dragoman.settings.kinds import check_weights
from dragoman.settings.setting_error import SettingError

FREQUENCIES = "document-frequencies.tsv"
GLOSSARY = "glossary.tsv"
FIRST = "first_weights"


@dataclass(frozen=True)
class Consistency:
    """Everything about consistency that belongs to a model."""

    options: ConsistencyOptions
    frequencies: DocumentFrequencies
    """Of target words, in a collection of documents; the same in tuning and in use."""
    first_weights: Mapping[str, float] = field(default_factory=dict)
    """The weights of the first pass; features that are not named have the weights of the second."""
    glossary: tuple[GlossaryEntry, ...] = ()

    @cached_property
    def features(self) -> tuple[ConsistencyFeature, ...]:
        """Those that the options name."""
        return consistency_features(self.options.features)

    def with_first_weights(self, weights: Mapping[str, float]) -> Consistency:
        """Return the same with these weights in the first pass, unless it has its own.

        Args:
            weights: By the names of the features.
        """
        if self.first_weights:
            return self
        own = {feature.name for feature in self.features}
        return replace(self, first_weights={n: w for n, w in weights.items() if n not in own})

    def prior(self, table: RuleTable) -> ChoiceCounts:
        """Return what counts as chosen before a document begins.

        Args:
            table: The rules of the document.
        """
        return prior_counts(self.glossary, table, self.options.glossary_count)

    def write(self, file: Callable[[str], Path]) -> dict[str, Any]:
        """Write the files and return the table of ``model.toml``.

        Args:
            file: Says where the file of a name goes.
        """
        self.frequencies.write(file(FREQUENCIES))
        if self.glossary:
            write_glossary(file(GLOSSARY), self.glossary)
        first = {FIRST: dict(self.first_weights)} if self.first_weights else {}
        return {**self.options.as_table(), **first}

    @classmethod
    def read(cls, table: Mapping[str, Any], directory: Path) -> Consistency:
        """Return what ``write`` wrote.

        Args:
            table: The table of ``model.toml``.
            directory: Where the files are.
        """
        first = table.get(FIRST, {})
        if not isinstance(first, dict):
            raise ModelError(f"{directory}: expected a table [consistency.{FIRST}]")
        try:
            first = check_weights(first)
        except SettingError as fault:
            raise ModelError(f"{directory}: {fault.sentence('consistency', FIRST)}") from None
        try:
            options = ConsistencyOptions.from_table({k: v for k, v in table.items() if k != FIRST})
        except SettingError as fault:
            raise ModelError(f"{directory}: {fault.sentence('consistency')}") from None
        glossary = directory / GLOSSARY
        return cls(
            options,
            DocumentFrequencies.read(directory / FREQUENCIES),
            {name: float(value) for name, value in first.items()},
            read_glossary(glossary) if glossary.exists() else (),
        )

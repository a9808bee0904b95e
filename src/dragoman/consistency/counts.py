"""What was chosen in a document: rules, target words, and pairs of linked words."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from dragoman.forest import Derivation


@dataclass
class ChoiceCounts:
    """N of equations 1 to 4. Words that say nothing are left out later, when values are made."""

    rules: Counter[int] = field(default_factory=Counter)
    """By number in the rule table."""
    words: Counter[str] = field(default_factory=Counter)
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Source word and target word."""

    def add(self, derivation: Derivation) -> None:
        """Counts the choices of a translation. Words that no rule of the table made count for C2 and C3 too."""
        self.rules.update(step.rule for step in derivation.steps if step.rule >= 0)
        source, target = derivation.source, derivation.tokens
        for step in derivation.steps:
            self.words.update(step.target)
            self.pairs.update((source[i], target[j]) for i, j in step.alignment)

    def copy(self) -> ChoiceCounts:
        """Counts to go on with."""
        return ChoiceCounts(self.rules.copy(), self.words.copy(), self.pairs.copy())

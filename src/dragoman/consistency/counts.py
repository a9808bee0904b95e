"""What was chosen in a document: rules, target words, and pairs of linked words."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from dragoman.forest.choices import choices_of, choices_of_steps
from dragoman.search import Result


@dataclass
class ChoiceCounts:
    """N of equations 1 to 4. Words that say nothing are left out later, when values are made."""

    rules: Counter[int] = field(default_factory=Counter)
    """By number in the rule table."""
    words: Counter[str] = field(default_factory=Counter)
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Source word and target word."""

    def add(self, result: Result) -> None:
        """Count the choices of a translation. Words that no rule of the table made count for C2 and C3 too.

        Args:
            result: The translation.
        """
        alone = result.alone
        choices = choices_of_steps(result.derivation) if alone is None else choices_of(alone)
        self.rules.update(choices.rules)
        self.words.update(result.tokens)
        self.pairs.update(choices.pairs)

    def copy(self) -> ChoiceCounts:
        """Return counts to go on with."""
        return ChoiceCounts(self.rules.copy(), self.words.copy(), self.pairs.copy())

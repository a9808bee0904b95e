"""What a decoder returns for a sentence."""

from __future__ import annotations

from dataclasses import dataclass, field

from dragoman.forest import Derivation, Forest


@dataclass(frozen=True)
class Result:
    """The best translation of one sentence."""

    tokens: tuple[str, ...]
    score: float
    features: dict[str, float]
    """All features of the model, zeros included."""
    derivation: Derivation = field(repr=False)
    forest: Forest | None = field(default=None, repr=False)
    """Everything that was searched, if it was asked for."""
    degraded: bool = False
    """The search was cut short by the bounds on its size, or done in pieces."""
    unreachable: bool = False
    """Nothing satisfies what was demanded (in forced decoding: the reference)."""
    relaxed: bool = False
    """No translation was cohesive, and the constraint was lifted."""

    @property
    def text(self) -> str:
        """The translation, its words joined by blanks."""
        return " ".join(self.tokens)

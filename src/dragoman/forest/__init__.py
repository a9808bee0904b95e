"""The packed forest: k-best, derivations, expected counts."""

from dragoman.forest.derivation import Derivation, Span, Step
from dragoman.forest.forest import Forest

__all__ = ["Derivation", "Forest", "Span", "Step"]

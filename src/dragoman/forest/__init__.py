"""The packed forest: k-best, derivations, expected counts."""

from dragoman.forest.derivation import Derivation, Span, Step
from dragoman.forest.derivation_data import DerivationData, StepData
from dragoman.forest.forest import Forest

__all__ = ["Derivation", "DerivationData", "Forest", "Span", "Step", "StepData"]

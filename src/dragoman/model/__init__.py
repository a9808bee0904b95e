"""A translation model: components, weights, settings, and translate()."""

from dragoman.model.model import Model, load
from dragoman.model.translation import Candidate, Translation

__all__ = ["Candidate", "Model", "Translation", "load"]

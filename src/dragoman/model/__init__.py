"""A translation model: components, weights, settings, and translate()."""

from dragoman.model.evidence import Evidence
from dragoman.model.model import Model, load
from dragoman.model.translation import NBestEntry, Translation

__all__ = ["Evidence", "Model", "NBestEntry", "Translation", "load"]

"""The decoders."""

from dragoman.search.features import SearchFeature, Step
from dragoman.search.input import Input, Zone
from dragoman.search.options import (
    COHESION_FEATURES,
    GAP_FEATURES,
    SearchOptions,
    cohesion_features,
)
from dragoman.search.phrase import PhraseDecoder, feature_names
from dragoman.search.result import Result

__all__ = [
    "COHESION_FEATURES",
    "GAP_FEATURES",
    "Input",
    "PhraseDecoder",
    "Result",
    "SearchFeature",
    "SearchOptions",
    "Step",
    "Zone",
    "cohesion_features",
    "feature_names",
]

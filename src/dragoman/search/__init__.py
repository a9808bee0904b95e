"""The decoders."""

from dragoman.search.decoder import Decoder, DecoderOptions, decoder_type, decoders
from dragoman.search.features import (
    AnyFeature,
    EdgeFeature,
    RuleFeature,
    SearchFeature,
    Step,
)
from dragoman.search.input import Input, Zone
from dragoman.search.options import (
    COHESION_FEATURES,
    GAP_FEATURES,
    SearchOptions,
    cohesion_features,
)
from dragoman.search.phrase import PhraseDecoder
from dragoman.search.result import Result

__all__ = [
    "COHESION_FEATURES",
    "GAP_FEATURES",
    "AnyFeature",
    "Decoder",
    "DecoderOptions",
    "EdgeFeature",
    "Input",
    "PhraseDecoder",
    "Result",
    "RuleFeature",
    "SearchFeature",
    "SearchOptions",
    "Step",
    "Zone",
    "cohesion_features",
    "decoder_type",
    "decoders",
]

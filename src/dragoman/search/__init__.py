"""The decoders."""

from dragoman.search.chart import ChartDecoder
from dragoman.search.chart_options import ChartOptions
from dragoman.search.decoder import Decoder, DecoderOptions, decoder_type, decoders
from dragoman.search.features import (
    AnyFeature,
    EdgeFeature,
    NextStep,
    RuleFeature,
    SearchFeature,
)
from dragoman.search.input import Input, Zone
from dragoman.search.options import COHESION_FEATURES, GAP_FEATURES, SearchOptions
from dragoman.search.phrase import PhraseDecoder
from dragoman.search.result import Result

__all__ = [
    "COHESION_FEATURES",
    "GAP_FEATURES",
    "AnyFeature",
    "ChartDecoder",
    "ChartOptions",
    "Decoder",
    "DecoderOptions",
    "EdgeFeature",
    "Input",
    "NextStep",
    "PhraseDecoder",
    "Result",
    "RuleFeature",
    "SearchFeature",
    "SearchOptions",
    "Zone",
    "decoder_type",
    "decoders",
]

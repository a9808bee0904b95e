"""The decoders."""

from dragoman.search.chart import ChartDecoder
from dragoman.search.chart_options import ChartOptions
from dragoman.search.cohesion_options import COHESION_FEATURES
from dragoman.search.decoder import (
    Decoder,
    DecoderOptions,
    DecoderType,
    decoder_type,
    decoders,
)
from dragoman.search.features import (
    AnyFeature,
    EdgeFeature,
    NextStep,
    RuleFeature,
    SearchFeature,
)
from dragoman.search.input import Input, Zone
from dragoman.search.options import GAP_FEATURES, SearchOptions
from dragoman.search.outcome import Outcome
from dragoman.search.phrase import PhraseDecoder
from dragoman.search.request import DecodeRequest
from dragoman.search.result import Result
from dragoman.search.treelet import TreeletDecoder
from dragoman.search.treelet_options import TreeletOptions

__all__ = [
    "COHESION_FEATURES",
    "GAP_FEATURES",
    "AnyFeature",
    "ChartDecoder",
    "ChartOptions",
    "DecodeRequest",
    "Decoder",
    "DecoderOptions",
    "DecoderType",
    "EdgeFeature",
    "Input",
    "NextStep",
    "Outcome",
    "PhraseDecoder",
    "Result",
    "RuleFeature",
    "SearchFeature",
    "SearchOptions",
    "TreeletDecoder",
    "TreeletOptions",
    "Zone",
    "decoder_type",
    "decoders",
]

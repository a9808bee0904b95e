"""The decoders."""

from dragoman.search.input import Input, Zone
from dragoman.search.options import SearchOptions
from dragoman.search.phrase import PhraseDecoder, feature_names
from dragoman.search.result import Result

__all__ = ["Input", "PhraseDecoder", "Result", "SearchOptions", "Zone", "feature_names"]

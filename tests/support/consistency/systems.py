"""Systems of every decoder, and of phrases with gaps."""

from __future__ import annotations

from pathlib import Path

from dragoman.consistency import (
    ConsistencyOptions,
)
from dragoman.search import PhraseDecoder, SearchOptions
from support.search import gappy
from support.search.conformance import SYSTEMS, System

OPTIONS = ConsistencyOptions(("c1", "c2", "c3"))


def gaps(directory: Path) -> System:
    model = gappy.make(11, directory, features=SearchOptions().gap_features)
    return System(PhraseDecoder, model.table, model.lms, model.weights)


EVERY = {**SYSTEMS, "gaps": gaps}

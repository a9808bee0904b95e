"""A small sample world that tests of all packages can share, in invented languages unless others are asked for.

from support.sample_corpus import sample_directory, sample_sentences
"""

from __future__ import annotations

import atexit
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import count
from pathlib import Path

from dragoman.sample import (
    INVENTED,
    Phenomena,
    SampleDocument,
    SampleOptions,
    SampleSentence,
    WorldOptions,
    generate,
    write_world,
)


@lru_cache(maxsize=32)
def _generated(
    seed: int, phenomena: Phenomena, languages: str
) -> tuple[list[SampleDocument], Iterator[SampleDocument]]:
    return [], generate(SampleOptions(sys.maxsize, seed, languages, phenomena=phenomena))


def sample_documents(
    pairs: int = 1000,
    seed: int = 1,
    phenomena: Phenomena | None = None,
    languages: str = INVENTED,
) -> list[SampleDocument]:
    """Documents in memory; smaller requests share what larger ones made."""
    known, more = _generated(seed, phenomena or Phenomena(), languages)
    found = []
    for number in count():
        if pairs <= 0:
            return found
        if number == len(known):
            known.append(next(more))
        document = known[number]
        found.append(replace(document, sentences=document.sentences[:pairs]))
        pairs -= len(document.sentences)
    return found


def sample_sentences(
    pairs: int = 1000,
    seed: int = 1,
    phenomena: Phenomena | None = None,
    languages: str = INVENTED,
) -> list[SampleSentence]:
    """Sentence pairs in memory."""
    documents = sample_documents(pairs, seed, phenomena, languages)
    return [sentence for document in documents for sentence in document.sentences]


@lru_cache(maxsize=8)
def sample_directory(
    train: int = 1000,
    dev: int = 100,
    test: int = 100,
    seed: int = 1,
    phenomena: Phenomena | None = None,
    languages: str = INVENTED,
) -> Path:
    """A directory as ``dragoman sample`` writes it; it is removed when the tests end."""
    place = Path(tempfile.mkdtemp(prefix="dragoman-sample-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    options = WorldOptions(train, dev, test, seed, phenomena or Phenomena(), languages)
    write_world(place / "world", options)
    return place / "world"

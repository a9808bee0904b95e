"""Training text prepared by many machines: tokenised and cased, pair by pair."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

import msgspec

from dragoman.align.stream import CHUNK, chunks_of
from dragoman.cluster.engine import Engine
from dragoman.cluster.parts import workplace
from dragoman.cluster.shared import kept_open
from dragoman.corpus.preparation import TextPreparation
from dragoman.io.finished_directory import digest

Pair = tuple[str, str, str]
"""The two sides, and the document."""
FACTS = "text.json"


def prepared(
    engine: Engine, text: TextPreparation, pairs: Iterable[Pair], beside: Path
) -> Iterator[Pair]:
    """Return the pairs as ``text`` prepares them, in order.

    Args:
        engine: Who works.
        text: How text is prepared.
        pairs: Raw text.
        beside: A directory for what tasks read, if the engine has no other.
    """
    with workplace(engine.place(beside)) as place:
        facts = json.dumps(text.write(lambda name: place / name), sort_keys=True)
        (place / FACTS).write_text(facts, encoding="utf-8")
        content = "".join(digest(file) for file in sorted(place.iterdir()))
        work = partial(prepared_chunk, str(place), content)
        chunks = chunks_of(pairs, CHUNK, lambda pair: sum(map(len, pair)))
        for answer in engine.map(work, map(msgspec.msgpack.encode, chunks)):
            yield from msgspec.msgpack.decode(answer, type=list[Pair])


def prepared_chunk(place: str, fingerprint: str, chunk: bytes) -> bytes:
    """Prepare some pairs; run wherever an engine works.

    Args:
        place: Where it is told how text is prepared.
        fingerprint: The checksums of that.
        chunk: The pairs.
    """
    text = kept_open(_preparation, fingerprint, Path(place))
    pairs = msgspec.msgpack.decode(chunk, type=list[Pair])
    return msgspec.msgpack.encode(
        [(text.source(source), text.target(target), document) for source, target, document in pairs]
    )


def _preparation(place: Path) -> TextPreparation:
    return TextPreparation.read(json.loads((place / FACTS).read_text(encoding="utf-8")), place)

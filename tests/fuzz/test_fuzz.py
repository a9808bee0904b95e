"""A short, seeded run of the campaign: the first inputs of every reader. ``make fuzz SECONDS=N`` is the long one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import pytest

from dragoman.common.errors import DragomanError
from fuzz.reader import ArtifactReader, TextReader
from fuzz.readers import READERS

CHEAP, DEAR = 150, 25
DEAR_NAMES = {"document-text", "document-markdown", "document-html", "http", "markup", "moses.ini"}


@pytest.fixture(autouse=True)
def no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", os.devnull)


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_damaged_inputs_are_read_or_refused(
    reader: TextReader | ArtifactReader, tmp_path: Path
) -> None:
    reader.prepare(tmp_path)
    dear = isinstance(reader, ArtifactReader) or reader.name in DEAR_NAMES
    for number in range(DEAR if dear else CHEAP):
        with suppress(DragomanError):
            reader.run(number)


@pytest.mark.parametrize(
    "reader", [r for r in READERS if isinstance(r, TextReader)], ids=lambda reader: reader.name
)
def test_samples_are_sound(reader: TextReader, tmp_path: Path) -> None:
    """Else the campaign would never come further than to the first check."""
    reader.prepare(tmp_path)
    for sample in reader.samples:
        reader.read_bytes(reader.pack[0](sample) if reader.pack else sample)


@pytest.mark.parametrize(
    "reader", [r for r in READERS if isinstance(r, ArtifactReader)], ids=lambda reader: reader.name
)
def test_artifacts_are_sound(reader: ArtifactReader, tmp_path: Path) -> None:
    reader.prepare(tmp_path)
    reader.seal()
    reader.read(reader.place)

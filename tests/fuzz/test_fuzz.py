"""A short, seeded run of the campaign: the first inputs of every reader. ``make fuzz SECONDS=N`` is the long one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import pytest

from dragoman.common.errors import DragomanError
from fuzz.artifact_reader import ArtifactReader
from fuzz.reader import Reader
from fuzz.readers import READERS

CHEAP, DEAR = 150, 25
DEAR_NAMES = {"document-text", "document-markdown", "document-html", "markup", "moses.ini"}


@pytest.fixture(autouse=True)
def no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", os.devnull)


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_damaged_inputs_are_read_or_refused(reader: Reader, tmp_path: Path) -> None:
    reader.prepare(tmp_path)
    dear = isinstance(reader, ArtifactReader) or reader.name in DEAR_NAMES
    for number in range(DEAR if dear else CHEAP):
        with suppress(DragomanError):
            reader.run(number)


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_samples_are_sound(reader: Reader, tmp_path: Path) -> None:
    """Else the campaign would never come further than to the first check."""
    reader.prepare(tmp_path)
    reader.run_sound()

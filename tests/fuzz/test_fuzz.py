"""A short, seeded run of the campaign: the first inputs of every reader. ``make fuzz SECONDS=N`` is the long one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from dragoman.common.errors import DragomanError
from fuzz.artifact_reader import ArtifactReader
from fuzz.extremes import extremes
from fuzz.reader import Reader
from fuzz.readers import READERS

CHEAP, DEAR = 150, 25
ARTIFACTS = [reader for reader in READERS if isinstance(reader, ArtifactReader)]
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


@pytest.mark.parametrize("reader", ARTIFACTS, ids=lambda reader: reader.name)
def test_extreme_values_are_read_or_refused(reader: ArtifactReader, tmp_path: Path) -> None:
    """Some of them; ``python -m fuzz.extremes`` runs all."""
    reader.prepare(tmp_path)
    inputs = list(extremes(reader))
    for _, run in Random(reader.name).sample(inputs, min(len(inputs), DEAR)):
        with suppress(DragomanError):
            run()


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_samples_are_sound(reader: Reader, tmp_path: Path) -> None:
    """Else the campaign would never come further than to the first check."""
    reader.prepare(tmp_path)
    reader.run_sound()

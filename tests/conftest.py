"""Fixtures that all tests share."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from support.examples import examples

# Thousands of collected tests are no garbage: going through them again and again took a fifth of the time.
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


settings.register_profile(
    "default",
    deadline=None,
    max_examples=examples(50),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("default")

# A shell starts what it runs in the background with Ctrl-C ignored, and programs that tests start would inherit that.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _shared_data() -> Path | None:
    """Corpora outside the project, if this machine has them (DRAGOMAN_DATA, or ../shared/data)."""
    named = os.environ.get("DRAGOMAN_DATA")
    place = Path(named) if named else Path(__file__).parents[2] / "shared" / "data"
    return place if place.is_dir() else None


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A browser for the tests of one file: while it is open, its thread has a loop, which other tests do not expect."""
    from support.serve.browser import opened_browser

    with opened_browser() as found:
        yield found


@pytest.fixture(scope="session")
def shared_data() -> Path:
    place = _shared_data()
    if place is None:
        pytest.skip("the shared corpora are not on this machine (set DRAGOMAN_DATA)")
    return place


_tests = count()


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps the user's cache out of the tests."""
    place = tmp_path_factory.getbasetemp() / "cache" / str(next(_tests))
    monkeypatch.setenv("XDG_CACHE_HOME", str(place))

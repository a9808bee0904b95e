"""What waits gets its time and no more; what need not wait gets no timer."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from dragoman.serve.timeouts import in_time


async def at_once() -> str:
    return "done"


async def after(gate: asyncio.Event, told: list[str]) -> str:
    try:
        await gate.wait()
        await asyncio.sleep(0)
    except asyncio.CancelledError:
        told.append("stopped")
        raise
    return "done"


def test_what_need_not_wait_has_no_timer(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_timer(seconds: float) -> Any:
        raise AssertionError("a timer was made")

    monkeypatch.setattr(asyncio, "timeout", no_timer)
    assert asyncio.run(in_time(at_once(), 0.0)) == "done"


def test_what_waits_goes_on() -> None:
    async def run() -> tuple[str, list[str]]:
        gate, told = asyncio.Event(), list[str]()
        waiting = asyncio.create_task(in_time(after(gate, told), 60.0))
        await asyncio.sleep(0)
        assert not waiting.done()
        gate.set()
        return await waiting, told

    assert asyncio.run(run()) == ("done", [])


def test_what_takes_too_long_is_stopped() -> None:
    told: list[str] = []

    async def run() -> None:
        await in_time(after(asyncio.Event(), told), 0.01)

    with pytest.raises(TimeoutError):
        asyncio.run(run())
    assert told == ["stopped"]


def test_errors_come_through_at_once_and_later() -> None:
    async def fails(first: bool) -> None:
        if not first:
            await asyncio.sleep(0)
        raise ValueError("wrong")

    for first in (True, False):
        with pytest.raises(ValueError, match="wrong"):
            asyncio.run(in_time(fails(first), 60.0))

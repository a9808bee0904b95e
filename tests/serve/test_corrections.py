"""Corrections wait apart from translations, together, for a limited time, and none is lost or added unasked."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from dragoman.model import Model
from dragoman.model.store.additions import read_added
from dragoman.serve.corrections import Learner
from dragoman.serve.errors import RequestError
from dragoman.serve.systems import System, Systems
from support.model.handful import make_model
from support.serve.learning_model import save_learning_model
from support.serve.running import Client, running

PAIR = {"source": "de", "target": "en"}


class Slow:
    """A model whose additions wait until they may begin."""

    def __init__(self, place: Path) -> None:
        save_learning_model(place)
        self.place, self.go, self.begun = place, Event(), Event()
        self.systems = Systems.open([str(place)])
        self.calls: list[int] = []
        model = self.systems.all[0].model
        add: Callable[..., Any] = model.add

        def held(pairs: Any, **wishes: Any) -> Any:
            self.begun.set()
            assert self.go.wait(60)
            self.calls.append(len(pairs))
            return add(pairs, **wishes)

        model.add = held  # type: ignore[method-assign]

    def learned(self) -> list[str]:
        artifact = Model.open(self.place).artifact
        assert artifact is not None
        return [one.target for one in read_added(artifact)]


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Slow]:
    found = Slow(tmp_path / "model")
    yield found
    found.go.set()


def suggest(client: Client, number: int) -> int:
    value = {"q": f"zwerg{number}", "s": f"dwarf{number}", **PAIR}
    return client.post("/suggest", value).status


def test_corrections_starve_no_translation_and_are_written_together(slow: Slow) -> None:
    with running(slow.systems, suggestions=True) as client, ThreadPoolExecutor(120) as threads:
        sent = [threads.submit(suggest, client, 0)]
        assert slow.begun.wait(60)
        sent += [threads.submit(suggest, client, number) for number in range(1, 120)]
        learner_waits = "dragoman_waiting_corrections 119\n"
        while learner_waits not in client.get("/metrics").body.decode():
            time.sleep(0.01)
        long = " ".join(["das haus ist klein."] * 40)
        answer = client.post("/translate", {"q": long, **PAIR})
        assert (answer.status, answer.json["translatedText"][:9]) == (200, "the house")
        slow.go.set()
        assert {one.result() for one in sent} == {200}
        assert slow.calls == [1, 119]
        assert str(client.post("/translate", {"q": "zwerg99", **PAIR}).json) == str(
            {"translatedText": "dwarf99"}
        )
        assert "dragoman_suggestions_total 120\n" in client.get("/metrics").body.decode()
    assert sorted(slow.learned()) == sorted(f"dwarf{number}" for number in range(120))


def test_a_correction_that_waits_too_long_is_not_added(slow: Slow) -> None:
    with (
        running(slow.systems, suggestions=True, seconds=0.3, queue=2) as client,
        ThreadPoolExecutor(1) as threads,
    ):
        first = threads.submit(suggest, client, 0)
        assert slow.begun.wait(60)
        assert suggest(client, 1) == 503
        slow.go.set()
        assert first.result() == 200  # it was being written: the answer is the truth
        assert suggest(client, 2) == 200
    assert slow.learned() == ["dwarf0", "dwarf2"]


@pytest.mark.parametrize("side", ["q", "s"])
def test_the_words_of_a_correction_are_bounded(slow: Slow, side: str) -> None:
    slow.go.set()
    with running(slow.systems, suggestions=True) as client:
        value = {"q": "das haus", "s": "the house", **PAIR}
        answer = client.post("/suggest", {**value, side: "das " * 201})
        assert (answer.status, answer.json) == (
            400,
            {"error": "expected at most 200 words in a correction"},
        )
        assert client.post("/suggest", {**value, side: "das " * 200}).status == 200


def systems() -> list[System]:
    return [System(name, make_model(), "de", "en") for name in ("a", "b")]


def test_the_queue_is_bounded_and_keeps_the_order_of_each_model() -> None:
    begun, go = Event(), Event()
    added: list[tuple[str, Sequence[tuple[str, str]]]] = []

    def add(system: System, pairs: Sequence[tuple[str, str]]) -> None:
        begun.set()
        assert go.wait(60)
        added.append((system.name, pairs))

    learner = Learner(add, 3)
    a, b = systems()
    futures = [learner.submit(a, ("0", "0"))]
    assert begun.wait(60)
    waiting = [(a, ("1", "1")), (b, ("2", "2")), (a, ("3", "3"))]
    futures += [learner.submit(*one) for one in waiting]
    with pytest.raises(RequestError, match="busy"):
        learner.submit(a, ("4", "4"))
    assert futures[1].cancel() and not futures[0].cancel()
    go.set()
    learner.close()
    assert added == [("a", [("0", "0")]), ("a", [("3", "3")]), ("b", [("2", "2")])]
    assert all(one.done() for one in futures)
    with pytest.raises(RequestError, match="shutting down"):
        learner.submit(a, ("5", "5"))


def test_a_failure_is_told_to_everybody_and_the_next_ones_are_added() -> None:
    def add(system: System, pairs: Sequence[tuple[str, str]]) -> None:
        if system.name == "a":
            raise OSError("no space")

    learner = Learner(add, 9)
    a, b = systems()
    failed: Future[None] = learner.submit(a, ("x", "y"))
    with pytest.raises(OSError, match="no space"):
        failed.result(60)
    assert learner.submit(b, ("x", "y")).result(60) is None
    learner.close()

"""Sentences of many clients are decoded together, and each client gets its own."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError
from dragoman.consistency import Consistency, ConsistencyOptions, DocumentFrequencies
from dragoman.model import Model
from dragoman.serve.batches import Batches
from dragoman.serve.errors import RequestError
from dragoman.serve.metrics import Metrics
from support.examples import examples
from support.model.handful import make_model

MODEL = make_model()
WORDS = st.sampled_from(["das", "haus", "ist", "klein", "neu"])
TEXTS = st.lists(st.lists(WORDS, min_size=1, max_size=4).map(" ".join), max_size=9)


def later() -> float:
    return time.monotonic() + 60


@settings(max_examples=examples(20))
@given(clients=st.lists(TEXTS, min_size=1, max_size=6), size=st.integers(1, 12))
def test_every_client_gets_the_translations_of_its_own(clients: list[list[str]], size: int) -> None:
    batches = Batches(2, size, Metrics())
    with ThreadPoolExecutor(len(clients)) as pool:
        found = list(pool.map(lambda texts: batches.translate(MODEL, texts, 2, later()), clients))
    batches.close()
    for texts, translations in zip(clients, found, strict=True):
        wanted = MODEL.translate(texts, nbest=2)
        assert [one.as_dict() for one in translations] == [one.as_dict() for one in wanted]


def watched(model: Model) -> tuple[list[int], Event, Event]:
    """The sizes of the batches; the first batch waits for the second event."""
    sizes: list[int] = []
    begun, go = Event(), Event()
    translate: Callable[..., Any] = model.translate

    def watching(sentences: tuple[str, ...], **keywords: Any) -> Any:
        sizes.append(len(sentences))
        begun.set()
        assert go.wait(60)
        if "wrong" in sentences:
            raise ConfigError("this one cannot be translated")
        return translate(sentences, **keywords)

    model.translate = watching  # type: ignore[method-assign, assignment]
    return sizes, begun, go


def test_what_arrives_during_a_batch_is_the_next_one() -> None:
    model = make_model()
    sizes, begun, go = watched(model)
    batches = Batches(1, 8, Metrics())
    with ThreadPoolExecutor(12) as pool:
        first = pool.submit(batches.translate, model, ["das"], 0, later())
        assert begun.wait(60)
        rest = [pool.submit(batches.translate, model, ["haus"], 0, later()) for _ in range(11)]
        while len(batches._waiting) < 11:
            time.sleep(0.01)
        go.set()
        assert first.result()[0].text == "the"
        assert [one.result()[0].text for one in rest] == ["house"] * 11
    batches.close()
    assert sizes == [1, 8, 3]


def test_a_model_of_whole_documents_gets_one_client_at_a_time() -> None:
    model = make_model()
    model.consistency = Consistency(ConsistencyOptions(("c1",)), DocumentFrequencies.of([]))
    sizes, begun, go = watched(model)
    batches = Batches(1, 4, Metrics())
    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(batches.translate, model, ["das"], 0, later())
        assert begun.wait(60)
        rest = [pool.submit(batches.translate, model, ["haus"] * 9, 0, later()) for _ in range(2)]
        while len(batches._waiting) < 2:
            time.sleep(0.01)
        go.set()
        assert [len(one.result()) for one in (first, *rest)] == [1, 9, 9]
    batches.close()
    assert sizes == [1, 9, 9]


def test_the_fault_of_one_client_is_not_that_of_the_others() -> None:
    model = make_model()
    _, begun, go = watched(model)
    batches = Batches(1, 8, Metrics())
    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(batches.translate, model, ["das"], 0, later())
        assert begun.wait(60)
        wrong = pool.submit(batches.translate, model, ["wrong"], 0, later())
        right = pool.submit(batches.translate, model, ["haus"], 0, later())
        while len(batches._waiting) < 2:
            time.sleep(0.01)
        go.set()
        assert right.result()[0].text == "house"
        assert first.result()[0].text == "the"
        with pytest.raises(ConfigError):
            wrong.result()
    batches.close()


def test_what_is_given_up_is_not_decoded() -> None:
    model = make_model()
    sizes, begun, go = watched(model)
    batches = Batches(1, 8, Metrics())
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(batches.translate, model, ["das"], 0, later())
        assert begun.wait(60)
        with pytest.raises(RequestError, match="too long"):
            batches.translate(model, ["haus"], 0, time.monotonic() + 0.01)
        go.set()
        assert first.result()
    batches.close()
    assert sizes == [1]
    with pytest.raises(RequestError, match="shutting down"):
        batches.translate(model, ["haus"], 0, later())

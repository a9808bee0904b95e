"""Language models whose n-grams tasks count: those of one machine, byte for byte."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dragoman.cluster.language_model as language_model
from dragoman.cluster import ClusterOptions, Engine, OneMachine, estimate_with, opened
from dragoman.common.errors import DragomanError
from dragoman.lm import LMOptions, estimate
from support.engines import Unruly
from support.examples import examples
from support.sample_corpus import sample_sentences
from support.spark import spark_server

WORDS = ["a", "b", "c", "d", "<s>", "</s>", "<unk>", "e\r", "\0f", "g\th"]
TEXTS = st.lists(
    st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join), min_size=1, max_size=12
)


def same(engine: Engine, lines: list[str], options: LMOptions, memory: int = 0) -> None:
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        used = LMOptions(options.order, options.prune, options.vocabulary, memory)
        made = estimate_with(engine, lines, used, place)
        assert not any(place.iterdir())
        expected = estimate(lines, options)
        assert (made.counts, made.fallbacks, made.skipped) == (
            expected.counts,
            expected.fallbacks,
            expected.skipped,
        )
        made.write_arpa(place / "made")
        expected.write_arpa(place / "one")
        assert (place / "made").read_bytes() == (place / "one").read_bytes()


@given(
    TEXTS, st.integers(1, 5), st.sampled_from([(), (0, 1)]), st.integers(0, 99), st.integers(1, 5)
)
@settings(max_examples=examples(20), deadline=None)
def test_models_have_equal_bytes(
    lines: list[str], order: int, prune: tuple[int, ...], seed: int, at_once: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(language_model, "LINES", at_once)
        patch.setattr(language_model, "BUCKET", 1 + seed * 7)
        options = LMOptions(order, prune[:order], ("a", "b", "c") if seed % 2 else ())
        same(Unruly(seed), lines, options, memory=seed)


@pytest.mark.parametrize("parts", [1, 2, 8])
def test_spark_counts_the_same(parts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [" ".join(one.target) for one in sample_sentences(400)]
    monkeypatch.setattr(language_model, "LINES", 400 // parts)
    monkeypatch.setattr(language_model, "BUCKET", 1 << 15)
    with spark_server() as url, opened(ClusterOptions(spark=url)) as engine:
        same(engine, lines, LMOptions(3))


def test_no_text_is_refused_as_on_one_machine(tmp_path: Path) -> None:
    with pytest.raises(DragomanError) as expected:
        estimate([], LMOptions(2))
    with pytest.raises(DragomanError) as told:
        estimate_with(OneMachine(), [], LMOptions(2), tmp_path)
    assert str(told.value) == str(expected.value)

"""Queries against the dictionary twin, KenLM's scores, and any bracketing of a sentence."""

from __future__ import annotations

import itertools
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.common.errors import ModelError
from dragoman.lm import LanguageModel
from lm.backoff import BackoffModel, random_model

SEEDS = st.integers(0, 2**32)


def _open(twin: BackoffModel, tmp_path_factory: pytest.TempPathFactory) -> LanguageModel:
    path = tmp_path_factory.mktemp("lm") / "model.arpa"
    twin.write(path)
    return LanguageModel.open(path)


def _sentence(rng: random.Random) -> list[str]:
    return [rng.choice("abcdx") for _ in range(rng.randint(0, 12))]


@given(SEEDS, st.integers(1, 7), st.booleans())
def test_scores_follow_the_definition(
    tmp_path_factory: pytest.TempPathFactory, seed: int, order: int, closed: bool
) -> None:
    rng = random.Random(seed)
    twin = random_model(rng, order, closed)
    lm = _open(twin, tmp_path_factory)
    for _ in range(10):
        words = _sentence(rng)
        assert lm.score(words) == pytest.approx(twin.sentence(words), abs=1e-4)


def _bracket(
    core: Any, ids: list[int], rng: random.Random, first: bool, start: int = 0, end: int = -1
) -> tuple[Any, float]:
    """State and score of a random bracketing, mixing words and fragments in rules of up to 3 parts."""
    end = len(ids) if end < 0 else end
    cuts = sorted({start, end, *(rng.randint(start, end) for _ in range(2))})
    parts: list[Any] = [None] if first and start == 0 else []
    total = 0.0
    for left, right in itertools.pairwise(cuts):
        if right - left == 1 and rng.random() < 0.5:
            parts.append(ids[left])
        elif (left, right) == (start, end):
            parts += ids[left:right]
        else:
            state, score = _bracket(core, ids, rng, False, left, right)
            parts.append(state)
            total += score
    state, score = core.chart(parts)
    return state, total + score


@given(SEEDS, st.integers(1, 7), st.booleans())
def test_any_bracketing_sums_to_the_sentence(
    tmp_path_factory: pytest.TempPathFactory, seed: int, order: int, closed: bool
) -> None:
    rng = random.Random(seed)
    twin = random_model(rng, order, closed)
    lm = _open(twin, tmp_path_factory)
    for _ in range(10):
        words = _sentence(rng)
        ids = [lm._core.find(word) for word in words] + [lm._core.end_sentence]
        _, score = _bracket(lm._core, ids, rng, first=True)
        assert score == pytest.approx(twin.sentence(words), abs=1e-4)


def test_states_are_minimal(tmp_path: Path) -> None:
    grams = {("<unk>",): (-1.0, 0.0), ("<s>",): (-9.0, -0.2), ("</s>",): (-1.0, 0.0)}
    grams |= {("a",): (-1.0, -0.5), ("b",): (-1.0, 0.0), ("<s>", "a"): (-0.1, 0.0)}
    grams |= {("a", "b"): (-0.2, 0.0)}
    BackoffModel(2, grams).write(tmp_path / "m.arpa")
    lm = LanguageModel.open(tmp_path / "m.arpa")
    after_a, _ = lm.step(lm.begin(), "a")
    after_b, _ = lm.step(after_a, "b")
    assert (len(after_a), len(after_b)) == (1, 0)
    assert after_b == lm.begin(bos=False)
    assert hash(after_b) == hash(lm.begin(bos=False))
    assert after_a != after_b


@pytest.mark.parametrize("name", ["order3", "order5", "order5-pruned"])
def test_kenlm_scores(shared_data: Path, name: str) -> None:
    lm = LanguageModel.open(shared_data / f"parity/lm/{name}.arpa.xz")
    text = (shared_data / "parity/lm/scores.tsv").read_text(encoding="utf-8")
    header, *rows = (line.split("\t") for line in text.splitlines())
    column = header.index(name)
    for row in rows:
        assert lm.score(row[0]) == pytest.approx(float(row[column]), abs=1e-4)


def test_binary_round_trip(tmp_path: Path) -> None:
    rng = random.Random(5)
    random_model(rng, 4, closed=False).write(tmp_path / "m.arpa")
    lm = LanguageModel.open(tmp_path / "m.arpa")
    lm.save(tmp_path / "m.lm")
    mapped = LanguageModel.open(tmp_path / "m.lm")
    assert mapped.settings == lm.settings
    for _ in range(50):
        words = _sentence(rng)
        assert mapped.full_scores(words) == lm.full_scores(words)


def test_arrays_that_do_not_belong_together_are_refused(tmp_path: Path) -> None:
    random_model(random.Random(5), 3, closed=True).write(tmp_path / "m.arpa")
    lm = LanguageModel.open(tmp_path / "m.arpa")
    for name, value in (
        ("unigrams", lm._arrays["unigrams"][:-2]),
        ("hash", lm._arrays["hash"][1:]),
    ):
        with pytest.raises(ModelError):
            LanguageModel(lm.settings, lm._arrays | {name: value})
    for name, number in (("order", 0), ("order", 8), ("unknown", 10**6)):
        with pytest.raises(ModelError):
            LanguageModel(lm.settings | {name: number}, lm._arrays)

"""Queries against the dictionary twin, KenLM's scores, and any bracketing of a sentence."""

from __future__ import annotations

import itertools
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError, ModelError
from dragoman.lm import LanguageModel, LayoutOptions
from dragoman.lm.arpa import read_arpa
from support.lm.backoff import BackoffModel, random_model

SEEDS = st.integers(0, 2**32)


LAYOUTS = st.sampled_from(["hash", "compact"])


def _open(
    twin: BackoffModel, tmp_path_factory: pytest.TempPathFactory, layout: str
) -> LanguageModel:
    path = tmp_path_factory.mktemp("lm") / "model.arpa"
    twin.write(path)
    return LanguageModel.build(read_arpa(path), LayoutOptions(layout))


def _sentence(rng: random.Random) -> list[str]:
    return [rng.choice("abcdx") for _ in range(rng.randint(0, 12))]


@given(SEEDS, st.integers(1, 7), st.booleans(), LAYOUTS)
def test_scores_follow_the_definition(
    tmp_path_factory: pytest.TempPathFactory, seed: int, order: int, closed: bool, layout: str
) -> None:
    rng = random.Random(seed)
    twin = random_model(rng, order, closed)
    lm = _open(twin, tmp_path_factory, layout)
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


@given(SEEDS, st.integers(1, 7), st.booleans(), LAYOUTS)
def test_any_bracketing_sums_to_the_sentence(
    tmp_path_factory: pytest.TempPathFactory, seed: int, order: int, closed: bool, layout: str
) -> None:
    rng = random.Random(seed)
    twin = random_model(rng, order, closed)
    lm = _open(twin, tmp_path_factory, layout)
    for _ in range(10):
        words = _sentence(rng)
        ids = [lm.native.find(word) for word in words] + [lm.native.end_sentence]
        _, score = _bracket(lm.native, ids, rng, first=True)
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


@pytest.mark.parametrize("quantize", [None, (0, 0), (8, 8), (0, 4)])
def test_binary_round_trip(tmp_path: Path, quantize: tuple[int, int] | None) -> None:
    rng = random.Random(5)
    random_model(rng, 4, closed=False).write(tmp_path / "m.arpa")
    plain = LanguageModel.open(tmp_path / "m.arpa")
    lm = plain
    if quantize is not None:
        lm = LanguageModel.build(read_arpa(tmp_path / "m.arpa"), LayoutOptions("compact", quantize))
    lm.save(tmp_path / "m.lm")
    mapped = LanguageModel.open(tmp_path / "m.lm")
    assert mapped.settings == lm.settings
    for _ in range(50):
        words = _sentence(rng)
        assert mapped.full_scores(words) == lm.full_scores(words)
        if quantize != (0, 4):  # few values: eight bits are enough for all of them
            assert lm.score(words) == pytest.approx(plain.score(words), abs=1e-4)


def test_quantised_scores_stay_near(shared_data: Path) -> None:
    path = shared_data / "parity/lm/order3.arpa.xz"
    whole = LanguageModel.open(path)
    coarse = LanguageModel.build(read_arpa(path), LayoutOptions("compact", (8, 8)))
    text = (shared_data / "parity/lm/scores.tsv").read_text(encoding="utf-8")
    lines = [line.split("\t")[0] for line in text.splitlines()[1:]]
    assert coarse.perplexity(lines) == pytest.approx(whole.perplexity(lines), rel=0.02)
    assert coarse.settings["counts"] == whole.settings["counts"]


@pytest.mark.parametrize("layout", ["hash", "compact"])
def test_damaged_arrays_never_crash(tmp_path: Path, layout: str) -> None:
    """Whatever the bytes are, a model is refused or answers something."""
    rng = random.Random(7)
    random_model(rng, 4, closed=True).write(tmp_path / "m.arpa")
    sound = LanguageModel.build(read_arpa(tmp_path / "m.arpa"), LayoutOptions(layout))
    for _ in range(300):
        arrays = {name: values.copy() for name, values in sound._arrays.items()}
        values = arrays[rng.choice([layout, "unigrams"])].view("uint8")
        for _ in range(rng.choice([1, 10, 1000])):
            values[rng.randrange(len(values))] = rng.randrange(256)
        try:
            lm = LanguageModel(sound.settings, arrays)
        except ModelError:
            continue
        for _ in range(3):
            words = _sentence(rng)
            lm.score(words)
            _bracket(lm.native, [*lm._encode(words), lm.native.end_sentence], rng, first=True)


@pytest.mark.parametrize("layout", ["hash", "compact"])
def test_values_that_are_no_numbers_are_taken_for_the_largest(tmp_path: Path, layout: str) -> None:
    rng = random.Random(3)
    random_model(rng, 3, closed=True).write(tmp_path / "m.arpa")
    sound = LanguageModel.build(read_arpa(tmp_path / "m.arpa"), LayoutOptions(layout))
    for value in (np.nan, np.inf, -np.inf, 3e38, -3e38):
        arrays = {name: values.copy() for name, values in sound._arrays.items()}
        arrays["unigrams"][:] = value
        if layout == "hash":
            arrays["hash"].view("float32")[2 * 8 + 2 :: 4] = value
            arrays["hash"].view("float32")[2 * 8 + 3 :: 4] = value
        lm = LanguageModel(sound.settings, arrays)
        for _ in range(20):
            words = [*lm._encode(_sentence(rng)), 10**9, lm.native.end_sentence]
            assert np.isfinite(lm.score(_sentence(rng)))
            assert np.isfinite(_bracket(lm.native, words, rng, first=True)[1])


def test_arrays_are_viewed_and_never_converted(tmp_path: Path) -> None:
    random_model(random.Random(5), 3, closed=True).write(tmp_path / "m.arpa")
    lm = LanguageModel.build(read_arpa(tmp_path / "m.arpa"))
    for name, values in lm._arrays.items():
        with pytest.raises(TypeError):
            LanguageModel(lm.settings, lm._arrays | {name: values.astype("f8")})


def test_arrays_that_do_not_belong_together_are_refused(tmp_path: Path) -> None:
    random_model(random.Random(5), 3, closed=True).write(tmp_path / "m.arpa")
    for layout in ("hash", "compact"):
        lm = LanguageModel.build(read_arpa(tmp_path / "m.arpa"), LayoutOptions(layout))
        arrays = lm._arrays
        for name, value in (("unigrams", arrays["unigrams"][:-2]), (layout, arrays[layout][1:])):
            with pytest.raises(ModelError):
                LanguageModel(lm.settings, arrays | {name: value})
        for name, number in (("order", 0), ("order", 8), ("unknown", 10**6)):
            with pytest.raises(ModelError):
                LanguageModel(lm.settings | {name: number}, arrays)


def test_bad_layouts_are_refused() -> None:
    for layout, quantize in (("fast", (0, 0)), ("hash", (8, 8)), ("compact", (1, 0))):
        with pytest.raises(ConfigError):
            LayoutOptions(layout, quantize)

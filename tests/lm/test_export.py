"""ARPA text from binary models: the same n-grams, or ones that score every text the same."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.cli.main import main
from dragoman.common.errors import ModelError
from dragoman.lm import LanguageModel, LayoutOptions, LMOptions, estimate
from dragoman.lm.arpa import read_arpa
from support.examples import examples

WORDS = [
    "the",
    "house",
    "is",
    "small",
    "a",
    "man",
    "sees",
    "that",
    "old",
    "green",
    "house",
    "and",
    "goes",
]


def text(lines: int, seed: int = 1) -> list[str]:
    draw = random.Random(seed)
    return [" ".join(draw.choices(WORDS, k=draw.randint(0, 9))) for _ in range(lines)]


def grams(path: Path) -> dict[str, tuple[str, str]]:
    """The n-grams of an ARPA file with their two numbers; no back-off is one of zero."""
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if "\t" in line:
            probability, words, *backoff = line.split("\t")
            found[words] = (probability, "".join(backoff) or "0")
    return found


@pytest.mark.parametrize("layout", [LayoutOptions(), LayoutOptions("compact")])
@pytest.mark.parametrize("order", [1, 2, 3, 5])
def test_the_same_n_grams_come_back(tmp_path: Path, layout: LayoutOptions, order: int) -> None:
    made = estimate(text(200), LMOptions(order=order))
    made.write_arpa(tmp_path / "before.arpa")
    LanguageModel.build(made.take_ngrams(), layout).save(tmp_path / "lm")
    assert main(["lm", "export", str(tmp_path / "lm"), str(tmp_path / "after.arpa")]) == 0
    assert grams(tmp_path / "after.arpa") == grams(tmp_path / "before.arpa")
    for threads in (1, 3):
        LanguageModel.open(tmp_path / "lm").write_arpa(tmp_path / f"{threads}.arpa", threads)
    assert (tmp_path / "1.arpa").read_bytes() == (tmp_path / "3.arpa").read_bytes()


@pytest.mark.parametrize(
    "layout", [LayoutOptions(), LayoutOptions("compact"), LayoutOptions("compact", (6, 5))]
)
def test_a_pruned_model_scores_the_same_after_export(tmp_path: Path, layout: LayoutOptions) -> None:
    model = LanguageModel.train(text(300), LMOptions(order=4, prune=(0, 1, 2)), layout=layout)
    model.write_arpa(tmp_path / "after.arpa.gz")
    again = LanguageModel.build(read_arpa(tmp_path / "after.arpa.gz"))
    for line in [*text(100, seed=2), "the unheard house"]:
        assert again.score(line) == pytest.approx(model.score(line), abs=1e-5)


def test_damaged_tables_are_told(tmp_path: Path) -> None:
    model = LanguageModel.train(text(200), LMOptions(order=3))
    words = model._arrays["first_words"]
    for wrong in (words ^ 1, words + len(model), np.append(words, 0).astype(words.dtype)):
        broken = LanguageModel(model.settings, {**model._arrays, "first_words": wrong})
        with pytest.raises(ModelError, match="do not hang together"):
            broken.ngrams()


def test_a_table_without_first_words_is_told() -> None:
    model = LanguageModel.train(text(200), LMOptions(order=3))
    without = {**model._arrays, "first_words": np.zeros(0, np.uint32)}
    with pytest.raises(ModelError, match="make it again"):
        LanguageModel(model.settings, without).ngrams()


@settings(max_examples=examples(20), deadline=None)
@given(
    st.lists(
        st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=8), min_size=1, max_size=30
    ),
    st.integers(1, 5),
)
def test_the_layouts_list_the_same(lines: list[list[str]], order: int) -> None:
    listed = []
    for layout in (LayoutOptions(), LayoutOptions("compact")):
        model = LanguageModel.train(map(" ".join, lines), LMOptions(order=order), layout=layout)
        pieces: list[bytes] = []
        model.ngrams().write_arpa(pieces.append)
        listed.append(b"".join(pieces))
    assert listed[0] == listed[1]


def test_what_is_no_binary_model_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x.arpa").write_text("", encoding="utf-8")
    assert main(["lm", "export", str(tmp_path / "x.arpa")]) == 1
    assert "expected the directory of a binary model" in capsys.readouterr().err

"""A planted writing is found among words that have nothing to do with each other, and writes new words."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman._core import LmState
from dragoman.common.errors import ModelError
from dragoman.io.artifact import Artifact
from dragoman.lm import LanguageModel, LMOptions
from dragoman.unseen.mining import _Units, mine
from dragoman.unseen.names import LEAST_PAIRS, Names
from support.examples import examples

WRITING = dict(zip("abdegiklmnorstu", "абдегиклмнорсту", strict=True)) | {"h": "", "x": "кс"}
LATIN = "".join(WRITING)
PLAIN = "aeiou" + 3 * "nst"
"""The letters of words that are not written alike."""


def _words(random_source: random.Random, count: int, letters: str) -> list[str]:
    lengths = [random_source.randint(4, 9) for _ in range(count)]
    return ["".join(random_source.choices(letters, k=n)) for n in lengths]


def _cyrillic(word: str) -> str:
    return "".join(WRITING[x] for x in word)


def planted() -> tuple[list[tuple[str, str]], set[tuple[str, str]]]:
    """Pairs of which a third is written alike, and those."""
    chance = random.Random(3)
    alike = [(word, _cyrillic(word)) for word in _words(chance, 200, LATIN)]
    left = _words(chance, 400, PLAIN)
    apart = list(zip(left, map(_cyrillic, _words(chance, 400, LATIN)), strict=True))
    pairs = [pair for pair in dict.fromkeys(alike + apart) if all(pair)]
    chance.shuffle(pairs)
    return pairs, set(alike)


def test_planted_pairs_are_found() -> None:
    pairs, alike = planted()
    mined = mine(pairs)
    found = {(one.source, one.target) for one in mined.pairs}
    assert len(found & alike) > 0.95 * len(alike)
    assert len(found - alike) < 0.05 * len(found)
    assert 0.25 < mined.share < 0.45
    for one in mined.pairs:
        assert "".join(letter for letter, _ in one.units) == one.source
        assert "".join(written for _, written in one.units) == one.target


@settings(deadline=None, max_examples=examples(30))
@given(
    st.lists(
        st.tuples(
            st.text(alphabet="ab", min_size=1, max_size=4),
            st.text(alphabet="xy", min_size=1, max_size=4),
        ),
        min_size=1,
        max_size=5,
    )
)
def test_a_pair_is_the_sum_over_its_alignments(pairs: list[tuple[str, str]]) -> None:
    units = _Units(pairs)
    units.iterate()
    f_letters, e_letters = (sorted({x for p in pairs for x in p[side]}) for side in (0, 1))

    def total(source: str, target: str) -> float:
        if not source and not target:
            return 1.0
        value = 0.0
        if source:
            f = f_letters.index(source[0])
            value += units.lost[f] * total(source[1:], target)
        if target:
            e = e_letters.index(target[0])
            value += units.added[e] * total(source, target[1:])
        if source and target:
            value += units.both[f, e] * total(source[1:], target[1:])
        return value

    found = units.together()
    assert found == pytest.approx([total(*pair) for pair in pairs])
    assert units.both.sum() + units.lost.sum() + units.added.sum() == pytest.approx(1.0)


def test_the_likelihood_never_falls() -> None:
    import numpy as np

    units = _Units(planted()[0][:150])
    values = []
    for _ in range(6):
        together = units.together()
        mixed = units.share * together + (1 - units.share) * np.exp(units.apart)
        values.append(float(np.log(mixed).sum()))
        units.iterate()
    assert values == sorted(values)


def test_new_words_are_written(tmp_path: Path) -> None:
    pairs, _ = planted()
    names = Names.train(pairs)
    assert names is not None
    names.save(tmp_path / "names")
    again = Names.open(tmp_path / "names")
    right = 0
    words = _words(random.Random(9), 50, LATIN)
    for word in words:
        spellings = names.written(word)
        assert spellings == again.written(word)
        assert [one.probability for one in spellings] == sorted(
            (one.probability for one in spellings), reverse=True
        )
        assert sum(one.probability for one in spellings) <= 1 + 1e-6
        right += bool(spellings) and spellings[0].word == _cyrillic(word)
    assert right > 0.6 * len(words)
    plain = _words(random.Random(9), 50, PLAIN)
    assert sum(bool(names.written(word)) for word in plain) < 0.2 * len(plain)
    assert names.written("b52") == []


def test_too_few_pairs_teach_nothing() -> None:
    assert Names.train([("haus", "дом")] * (LEAST_PAIRS - 1)) is None
    assert Names.train([]) is None


def test_what_is_not_sound_is_refused(tmp_path: Path) -> None:
    names = Names.train(planted()[0])
    assert names is not None
    names.save(tmp_path / "names")
    manifest = tmp_path / "names" / "model.toml"
    text = manifest.read_text()
    manifest.write_text(text.replace("share = 0.", "share = 7."))
    with pytest.raises(ModelError, match="between 0 and 1"):
        Artifact.read(tmp_path / "names", Names.KIND, Names.from_artifact)


class _Certain(LanguageModel):
    """A damaged model, all of whose words have a probability far above 1."""

    def step(self, state: LmState, word: str) -> tuple[LmState, float]:
        return state, 1e30

    def score(self, tokens: str | Sequence[str], bos: bool = True, eos: bool = True) -> float:
        return 1e30


def test_no_probability_is_larger_than_one() -> None:
    lm = LanguageModel.train(["a", "b"], LMOptions(order=2))
    damaged = _Certain(lm.settings, lm._arrays)
    (found,) = Names(damaged, damaged, 0.75, {"a": ("x",)}).written("aa")
    assert found == ("xx", 0.75)


@pytest.mark.parametrize("units", [("x" * 19,), tuple(f"x{n}" for n in range(1001))])
def test_units_have_bounds(units: tuple[str, ...], tmp_path: Path) -> None:
    """A crafted model would make words of any length, or try any number of units for every letter."""
    lm = LanguageModel.train(["a", "b"], LMOptions(order=2))
    Names(lm, lm, 0.5, {"a": units}).save(tmp_path / "names")
    with pytest.raises(ModelError, match=r"units\.tsv"):
        Names.open(tmp_path / "names")

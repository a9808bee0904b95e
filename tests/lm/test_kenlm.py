"""Queries equal to the kenlm package's, where it is installed (the extra ``oracles``)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from dragoman.lm import LanguageModel
from support.lm.backoff import random_model

kenlm = pytest.importorskip("kenlm")


@pytest.mark.parametrize("seed", range(40))
def test_scores_on_random_strings(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    order = rng.randint(2, 5)
    path = tmp_path / "m.arpa"
    random_model(rng, order, closed=True).write(path)
    theirs, ours = kenlm.Model(str(path)), LanguageModel.open(path)
    for _ in range(30):
        words = [rng.choice("abcdxy") for _ in range(rng.randint(0, 12))]
        expected = list(theirs.full_scores(" ".join(words)))
        found = ours.full_scores(words)
        assert [score.unknown for score in found] == [unknown for _, _, unknown in expected]
        assert [score.length for score in found] == [length for _, length, _ in expected]
        for score, (log10, _, _) in zip(found, expected, strict=True):
            assert score.log10 == pytest.approx(log10, abs=1e-5)

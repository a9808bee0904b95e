"""Mixtures: the definition on listed n-grams, sums of one, weights by EM."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.cli.main import main
from dragoman.common.errors import ConfigError
from dragoman.lm import LanguageModel, LMOptions, estimate
from dragoman.lm.interpolation import Mixture

ONE = ["the house is small", "the house is big", "the small house", "a house"]
TWO = ["the cat is small", "a cat sat", "the cat sat", "the dog is big"]


@pytest.fixture
def arpas(tmp_path: Path) -> list[str]:
    paths = []
    for name, lines, order in (("one", ONE, 3), ("two", TWO, 2)):
        paths.append(str(tmp_path / f"{name}.arpa"))
        estimate(lines, LMOptions(order=order)).write_arpa(paths[-1])
    return paths


def test_listed_ngrams_are_weighted_sums_and_contexts_sum_to_one(
    arpas: list[str], tmp_path: Path
) -> None:
    out = tmp_path / "mixed.arpa"
    Mixture(arpas).write_arpa(out, [3, 1])
    mixed, one, two = (LanguageModel.open(path) for path in (out, *arpas))
    assert mixed.order == 3
    for line in ("the house", "the cat", "the small"):
        words = line.split()
        probabilities = []
        for lm in (mixed, one, two):
            state = lm.begin(bos=False)
            for word in words[:-1]:
                state, _ = lm.step(state, word)
            probabilities.append(10 ** lm.step(state, words[-1])[1] * (words[-1] in lm))
        assert probabilities[0] == pytest.approx(
            0.75 * probabilities[1] + 0.25 * probabilities[2], rel=1e-4
        )
    vocabulary = [mixed.native.word(i) for i in range(len(mixed))]
    for context in ([], ["the"], ["the", "house"], ["a", "cat"], ["zzz"]):
        state = mixed.begin()
        for word in context:
            state, _ = mixed.step(state, word)
        total = sum(10 ** mixed.step(state, word)[1] for word in vocabulary if word != "<s>")
        assert total == pytest.approx(1, abs=1e-3)


def test_tuned_weights_prefer_the_model_of_the_text(arpas: list[str], tmp_path: Path) -> None:
    mixture = Mixture(arpas)
    for lines, favourite in ((ONE, 0), (TWO, 1)):
        weights = mixture.tune(lines)
        assert sum(weights) == pytest.approx(1)
        assert weights[favourite] > 0.7
    both = mixture.tune(ONE + TWO)
    perplexities = []
    for number, weights in enumerate((both, [0.95, 0.05], [0.05, 0.95])):
        mixture.write_arpa(tmp_path / str(number), weights)
        perplexities.append(LanguageModel.open(tmp_path / str(number)).perplexity(ONE + TWO))
    assert perplexities[0] == min(perplexities)


def test_the_command(arpas: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "dev").write_text("the house is big\n")
    out = str(tmp_path / "m.arpa")
    assert (
        main(["lm", "interpolate", *arpas, "--tune", str(tmp_path / "dev"), "--output", out]) == 0
    )
    assert capsys.readouterr().err.startswith("lm: weights ")
    assert LanguageModel.open(out).order == 3


def test_bad_weights(arpas: list[str], tmp_path: Path) -> None:
    for weights in ([1.0], [0.0, 0.0], [-1.0, 2.0], [float("nan"), 1.0]):
        with pytest.raises(ConfigError):
            Mixture(arpas).write_arpa(tmp_path / "m", weights)
    with pytest.raises(ConfigError, match="empty"):
        Mixture(arpas).tune([])

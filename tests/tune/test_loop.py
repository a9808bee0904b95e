"""The loop on a synthetic decoder: convergence, records on disk, and resuming after a kill at any moment."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dragoman.common.errors import ConfigError
from dragoman.tune.lists import Candidate
from dragoman.tune.loop import TuneOptions, TuneResult, TuningIteration, tune
from dragoman.tune.mert import MertOptions
from dragoman.tune.methods import METHODS
from support.tune.synthetic import PLANTED, cosine, world

NAMES = ["lm", "tm", "distortion", "noise", "words"]
INITIAL = dict.fromkeys(NAMES, 0.2)
WORLD = world(11, 40, 60)


class Killed(BaseException):
    """Stands for a kill: nothing may catch it."""


class Decoder:
    """Returns the ten best candidates; dies at the given call."""

    def __init__(self, dies_at: int = 0) -> None:
        self.calls = 0
        self.dies_at = dies_at

    def __call__(self, weights: dict[str, float]) -> list[list[Candidate]]:
        self.calls += 1
        if self.calls == self.dies_at:
            raise Killed
        w = np.array([weights[name] for name in NAMES])
        return [
            [its[i] for i in np.argsort([-(c.features @ w) for c in its], kind="stable")[:10]]
            for its in WORLD[0]
        ]


def run(directory: Path, decoder: Decoder, threads: int = 1, **changes: object) -> TuneResult:
    fields = {"method": "mert", "iterations": 6, "method_options": MertOptions(restarts=2)}
    options = TuneOptions(**(fields | changes))
    return tune(
        decoder,
        INITIAL,
        WORLD[1],
        options,
        directory,
        threads=threads,
        on_iteration=lambda line: None,
    )


@pytest.mark.parametrize("method", METHODS)
def test_the_loop_finds_planted_weights_and_stops(method: str, tmp_path: Path) -> None:
    seen: list[TuningIteration] = []
    options = TuneOptions(method=method, iterations=10)
    result = tune(Decoder(), INITIAL, WORLD[1], options, tmp_path, on_iteration=seen.append)
    assert result.iterations == seen
    assert result.score == max(line.score for line in seen) > seen[0].score + 5
    found = np.array([result.weights[name] for name in NAMES])
    assert cosine(found, PLANTED) > 0.95
    assert np.abs(found).sum() == pytest.approx(1)
    assert "tok:none" in result.signature
    assert len(seen) <= 11


@pytest.mark.parametrize("method", METHODS)
def test_a_killed_run_ends_bit_equal(method: str, tmp_path: Path) -> None:
    options = {"method": method, "method_options": None, "iterations": 3}
    whole = run(tmp_path / "whole", Decoder(), **options)
    for dies_at in range(1, len(whole.iterations) + 1):
        place = tmp_path / f"killed-{dies_at}"
        with pytest.raises(Killed):
            run(place, Decoder(dies_at), **options)
        assert run(place, Decoder(), **options) == whole
        again = Decoder()
        assert run(place, again, **options) == whole
        assert again.calls == 0


def test_records_cut_off_between_any_two_writes_resume(tmp_path: Path) -> None:
    whole = run(tmp_path / "whole", Decoder(), iterations=4)
    records = [p.name for p in (tmp_path / "whole").iterdir() if p.name != "run.json"]
    order = sorted(records, key=lambda name: (name[:3], name.endswith(".json")))
    assert order[:2] == ["001.candidates", "001.json"]
    for kept in range(len(order)):
        place = tmp_path / f"cut-{kept}"
        shutil.copytree(tmp_path / "whole", place)
        for path in (place / name for name in order[kept:]):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
        (place / ".005.candidates.0123456789abcdef.tmp").mkdir()
        assert run(place, Decoder(), iterations=4) == whole
        assert not list(place.glob(".*"))


def test_a_directory_of_another_run_is_refused(tmp_path: Path) -> None:
    run(tmp_path, Decoder(), iterations=1)
    run(tmp_path, Decoder(), iterations=2, threads=3)
    with pytest.raises(ConfigError, match=r"other settings \(seed\)"):
        run(tmp_path, Decoder(), seed=2)


@pytest.mark.parametrize("method", METHODS)
def test_fixed_weights_stay(method: str, tmp_path: Path) -> None:
    result = run(tmp_path, Decoder(), method=method, method_options=None, fixed=("lm",))
    assert result.weights["lm"] == 0.2
    assert result.weights["tm"] != 0.2


@pytest.mark.parametrize("method", METHODS)
def test_weights_do_not_fall_below_zero(method: str, tmp_path: Path) -> None:
    free = run(tmp_path / "free", Decoder(), method=method, method_options=None)
    names = tuple(name for name, weight in free.weights.items() if weight < 0)
    assert names and all(INITIAL[name] >= 0 for name in names)
    kept = {"method_options": None, "nonnegative": names}
    bound = run(tmp_path / "bound", Decoder(), method=method, **kept)
    assert min(bound.weights[name] for name in names) >= 0


def test_a_weight_that_cannot_stay_above_zero_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="'no' that should not fall below 0 does not exist"):
        run(tmp_path, Decoder(), nonnegative=("no",))


def test_mert_reaches_a_new_feature_when_all_candidates_are_known(tmp_path: Path) -> None:
    """Every decoding gives the whole lists; half of the sentences need a much larger weight than the others."""
    good, bad = tuple("abcde"), tuple("abxyz")
    near = [Candidate(good, np.array([-1.1, 1.0])), Candidate(bad, np.array([-1.0, 0.0]))]
    far = [Candidate(good, np.array([-4.0, 1.0])), Candidate(bad, np.array([-1.0, 0.0]))]

    def decode(weights: dict[str, float]) -> list[list[Candidate]]:
        w = np.array([weights["model"], weights["new"]])
        return [sorted(its, key=lambda one: -float(one.features @ w)) for its in [near, far] * 5]

    initial = {"model": 1.0, "new": 0.0}
    result = tune(
        decode, initial, [["a b c d e"]] * 10, TuneOptions(method="mert", iterations=8), tmp_path
    )
    assert result.score == pytest.approx(100)
    assert result.weights["new"] > 3 * result.weights["model"]
    assert result.converged


def test_forests_need_a_decoder_that_gives_them(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="needs a decoder that gives forests"):
        run(tmp_path, Decoder(), method="mert-forest", method_options=None)


@pytest.mark.parametrize(
    ("decoded", "message"),
    [
        ([], "0 sentences were decoded"),
        ([[Candidate(("a",), np.ones(2))]] * 40, "2 features"),
        ([[Candidate(("a",), np.full(5, np.nan))]] * 40, "not finite"),
    ],
)
def test_bad_decoders_are_one_sentence(decoded, message: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=message):
        tune(lambda weights: decoded, INITIAL, WORLD[1], TuneOptions(), tmp_path)


class Worsening:
    """Scores less with every call, and always has new candidates."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, weights: dict[str, float]) -> list[list[Candidate]]:
        self.calls += 1
        words = ("a", "b", "c", "d", "e", "f", "g", "h")
        text = words[: max(1, 8 - self.calls)]
        other = (*words[::-1], "x" * self.calls)
        return [
            [Candidate(text, np.full(5, self.calls)), Candidate(other, np.full(5, -self.calls))]
        ] * 3


@pytest.mark.parametrize("patience", [1, 3])
def test_tuning_stops_after_decodings_in_vain(patience: int, tmp_path: Path) -> None:
    references = [("a b c d e f g h",)] * 3
    decoder = Worsening()
    options = TuneOptions(method="mira", iterations=9, patience=patience, tolerance=0.0)
    found = tune(decoder, INITIAL, references, options, tmp_path, on_iteration=lambda line: None)
    assert decoder.calls == len(found.iterations) == 1 + patience
    assert found.converged and found.score == found.iterations[0].score
    longer = replace(options, patience=patience + 1)
    more = tune(decoder, INITIAL, references, longer, tmp_path, on_iteration=lambda line: None)
    assert decoder.calls == len(more.iterations) == 2 + patience

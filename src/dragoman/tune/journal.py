"""A tuning run on disk: the new candidates and weights of every iteration, so that a killed run can be continued.

The directory holds ``run.json`` (what is being tuned), ``NNN.candidates`` (an artifact: the candidates that iteration
NNN added, with features and statistics, and the score of its decoding) and ``NNN.json`` (the resulting weights).
Each file appears only when it is complete.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dragoman._core import LARGEST_NUMBER
from dragoman.common.errors import ConfigError, ModelError
from dragoman.evaluate.metric import Matrix
from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.io.files import open_output
from dragoman.io.temporary import remove_leftovers_in
from dragoman.tune.lists import Vector

KIND = "tuning-candidates"


@dataclass(frozen=True)
class Harvest:
    """The result of one decoding: new candidates, sentence after sentence, and its score."""

    tokens: list[str]
    features: Matrix
    statistics: Matrix
    counts: NDArray[np.int64]
    """New candidates of every sentence."""
    score: float


def kept_iterations(directory: Path) -> int:
    """Iterations of a run that need not be done again."""
    number = 0
    while (directory / f"{number + 1:03d}.json").is_file():
        number += 1
    return number


class Journal:
    """Reads and writes a run's directory."""

    def __init__(self, directory: Path, facts: dict[str, Any]) -> None:
        self.directory = directory
        directory.mkdir(parents=True, exist_ok=True)
        remove_leftovers_in(directory)
        run = directory / "run.json"
        if run.exists():
            earlier = _read(run)
            changed = sorted(k for k in facts | earlier if facts.get(k) != earlier.get(k))
            if changed:
                raise ConfigError(
                    f"{directory} holds a tuning run with other settings ({', '.join(changed)}): "
                    "name another directory or remove it"
                )
        else:
            _write(run, facts)

    def _candidates(self, iteration: int) -> Path:
        return self.directory / f"{iteration:03d}.candidates"

    def _weights(self, iteration: int) -> Path:
        return self.directory / f"{iteration:03d}.json"

    def save_harvest(self, iteration: int, harvest: Harvest) -> None:
        """Stores the candidates of a decoding."""
        with ArtifactWriter(self._candidates(iteration), KIND) as out:
            out.settings["score"] = harvest.score
            out.array("features", harvest.features)
            out.array("statistics", harvest.statistics)
            out.array("counts", harvest.counts)
            out.text("tokens.txt", "".join(f"{line}\n" for line in harvest.tokens))

    def harvest(self, iteration: int) -> Harvest | None:
        """The candidates of an iteration that was decoded before."""
        path = self._candidates(iteration)
        if not path.exists():
            return None
        kept = Artifact.open(path, KIND)
        score = kept.settings.get("score")
        harvest = Harvest(
            kept.text("tokens.txt").split("\n")[:-1],
            kept.array("features", np.float64, 2),
            kept.array("statistics", np.float64, 2),
            kept.array("counts", np.int64),
            float(score)
            if isinstance(score, int | float) and abs(score) <= LARGEST_NUMBER
            else np.nan,
        )
        total = len(harvest.tokens)
        if (
            {len(harvest.features), len(harvest.statistics), int(harvest.counts.sum())} != {total}
            or (harvest.counts < 0).any()
            or np.isnan(harvest.score)
        ):
            raise ModelError(f"{path}: the candidates of the tuning run do not fit together")
        return harvest

    def save_weights(self, iteration: int, names: Sequence[str], weights: Vector) -> None:
        """Stores the resulting weights of an iteration."""
        _write(
            self._weights(iteration), {"weights": dict(zip(names, weights.tolist(), strict=True))}
        )

    def weights(self, iteration: int, names: Sequence[str]) -> Vector | None:
        """The resulting weights of an iteration that was finished before."""
        path = self._weights(iteration)
        if not path.exists():
            return None
        try:
            kept = _read(path)["weights"]
            return np.array([kept[name] for name in names], dtype=np.float64)
        except (KeyError, TypeError, ValueError, OverflowError):
            raise ModelError(f"{path}: not the weights of this tuning run") from None


def _read(path: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise ModelError(f"{path}: not a record of a tuning run ({error})") from None
    if not isinstance(found, dict):
        raise ModelError(f"{path}: not a record of a tuning run")
    return found


def _write(path: Path, facts: dict[str, Any]) -> None:
    with open_output(path) as out:
        json.dump(facts, out, ensure_ascii=False, indent=1)
        out.write("\n")

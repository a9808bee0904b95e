"""Eight threads translate, reload and change weights, for some seconds: ``make tsan`` with a core that looks for races.

    python -m faults.threads --seconds 60

All threads share one model of each decoder. What they get is compared with what one thread gets alone.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING

from fuzz.worker import load_core

if TYPE_CHECKING:
    from dragoman.model import Model

THREADS = 8
SENTENCES = ["das haus ist klein", "haus das", "x ist das klein", "klein ist das haus ist klein"]
SCALES = (0.5, 2.0)


def _scaled(model: Model, scale: float) -> Model:
    """The same components with other weights, as tuning makes them."""
    other = model.for_sentences([])
    other.rules = model.rules
    other.weights = {name: scale * weight for name, weight in model.weights.items()}
    return other


class Crowd:
    """Threads that do all of this at random until the time is over."""

    def __init__(self, models: dict[Path, Model], seconds: float) -> None:
        self.models, self.end = models, time.monotonic() + seconds
        self.right = {path: self._translated(model) for path, model in models.items()}
        self.scaled = {
            (path, scale): self._translated(_scaled(model, scale))
            for path, model in models.items()
            for scale in SCALES
        }
        self.errors: list[BaseException] = []
        self.done = 0

    def run(self) -> None:
        """Returns when all threads have ended; the first error is raised."""
        threads = [Thread(target=self._work, args=(Random(seed),)) for seed in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if self.errors:
            raise self.errors[0]

    def _work(self, random: Random) -> None:
        actions: list[Callable[[Path, Random], None]] = [self._share, self._reload, self._reweigh]
        try:
            while not self.errors and (time.monotonic() < self.end or not self.done):
                random.choice(actions)(random.choice(list(self.models)), random)
                self.done += 1
        except BaseException as error:
            self.errors.append(error)

    def _translated(self, model: Model, threads: int = 1) -> list[str]:
        found = model.translate(SENTENCES, threads=threads, nbest=3)
        return [candidate.text for one in found for candidate in one.nbest]

    def _share(self, path: Path, random: Random) -> None:
        model = self.models[path]
        assert self._translated(model, random.choice((1, 2))) == self.right[path]
        model.translate(random.choice(SENTENCES)).explain()

    def _reload(self, path: Path, random: Random) -> None:
        from dragoman.model import Model

        assert self._translated(Model.open(path)) == self.right[path]

    def _reweigh(self, path: Path, random: Random) -> None:
        """A model of this thread alone, with the components that all share."""
        scale = random.choice(SCALES)
        model = _scaled(self.models[path], scale)
        assert self._translated(model) == self.scaled[path, scale]


def run(seconds: float) -> int:
    """How many actions the threads did."""
    from dragoman.model import Model
    from fuzz.hierarchical_files import make_chart_model
    from fuzz.kept_records import make_growing_model
    from support.model.handful import make_model

    with TemporaryDirectory() as place:
        paths = [Path(place) / name for name in ("phrase", "chart", "growing")]
        make_model().save(paths[0])
        make_chart_model(paths[1])
        make_growing_model(paths[2])
        crowd = Crowd({path: Model.open(path) for path in paths}, seconds)
        crowd.run()
        return crowd.done


def main() -> int:
    """Parses the command line."""
    parser = argparse.ArgumentParser(description="Eight threads translate, reload and reweigh.")
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    load_core()
    print(f"{run(options.seconds)} actions of {THREADS} threads, no race and no other result")
    return 0


if __name__ == "__main__":
    sys.exit(main())

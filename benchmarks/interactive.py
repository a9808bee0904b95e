"""Interactive translation, simulated: how much a person still types who wants the reference.

    python benchmarks/interactive.py MODEL SOURCE REFERENCE [--sentences 50] [--scales 0.1 0.3 1] [--edit-cost 8]

The simulated person (Barrachina et al. 2009, section 5) accepts the longest correct beginning of what is proposed and
types what comes next. Printed are:

- the key-stroke ratio: letters typed, and one key for the end of a sentence, for every letter of the reference;
- the word-stroke ratio: words typed for every word;
- how often the typed text was the beginning of a translation in the forest;
- milliseconds (of this process, on one core) of a completion after the first decoding;
- the confidence of the next word beside how often it was right, with the expected calibration error of ten bins.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field

import numpy as np

import dragoman
from dragoman.common.files import read_lines
from dragoman.forest.prefix import EDIT_COST
from dragoman.model import Model
from dragoman.model.completion import SCALE, Completion

LONG = 25


@dataclass
class Session:
    """What was counted."""

    model: Model
    edit_cost: float
    scales: list[float]
    keys: int = 0
    letters: int = 0
    typed_words: int = 0
    words: int = 0
    exact: list[bool] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    times: dict[bool, list[float]] = field(default_factory=lambda: {False: [], True: []})
    sure: dict[float, list[float]] = field(default_factory=dict)
    right: list[bool] = field(default_factory=list)

    def ask(self, source: str, typed: str, scale: float = SCALE) -> Completion:
        """A completion, timed."""
        started = time.thread_time()
        found = self.model.complete(source, typed, confidence=scale, edit_cost=self.edit_cost)
        self.times[len(source.split()) >= LONG].append(time.thread_time() - started)
        self.exact.append(found.exact)
        return found

    def by_words(self, source: str, reference: str) -> None:
        """Types a word at a time."""
        wanted = reference.split()
        self.words += len(wanted)
        place = 0
        while place < len(wanted):
            typed = "".join(f"{word} " for word in wanted[:place])
            found = self.ask(source, typed)
            proposed = found.completion.split()
            for scale in self.scales:
                again = found if scale == SCALE else self.ask(source, typed, scale)
                sure = again.best.confidences[0] if proposed else 0.0
                self.sure.setdefault(scale, []).append(sure)
            self.right.append(bool(proposed) and proposed[0] == wanted[place])
            while proposed and place < len(wanted) and proposed[0] == wanted[place]:
                proposed, place = proposed[1:], place + 1
            if place < len(wanted):
                self.typed_words, place = self.typed_words + 1, place + 1

    def by_letters(self, source: str, reference: str) -> None:
        """Types a letter at a time; the last key accepts the sentence."""
        self.letters += len(reference)
        place = 0
        while True:
            proposed = self.ask(source, reference[:place]).text
            while proposed[place : place + 1] == reference[place : place + 1] != "":
                place += 1
            self.keys += 1
            if place == len(reference):
                return
            place += 1

    def run(self, source: str, reference: str) -> None:
        """One sentence."""
        started = time.thread_time()
        self.model.complete(source, "")
        self.first.append(time.thread_time() - started)
        self.by_words(source, reference)
        self.by_letters(source, reference)

    def report(self) -> None:
        """Prints all of it."""
        print(f"key-stroke ratio   {self.keys / self.letters:.3f}")
        print(f"word-stroke ratio  {self.typed_words / self.words:.3f}")
        print(f"exact              {np.mean(self.exact):.3f} of {len(self.exact)} completions")
        print(f"first decoding     {_spread(self.first)}")
        for long, times in self.times.items():
            if times:
                name = f"{LONG} words or more" if long else "shorter"
                print(f"completion         {_spread(times)} ({name})")
        right = np.array(self.right, dtype=float)
        print(f"next word right    {right.mean():.3f}")
        for scale, values in self.sure.items():
            sure = np.array(values)
            error = calibration_error(sure, right)
            print(
                f"scale {scale:<6g} mean confidence {sure.mean():.3f}, calibration error {error:.3f}"
            )


def calibration_error(sure: np.ndarray, right: np.ndarray) -> float:
    """The difference between confidence and share of right words, averaged over ten bins of confidence."""
    bins = np.minimum((10 * sure).astype(int), 9)
    gaps = [
        abs(sure[bins == b].mean() - right[bins == b].mean()) * (bins == b).mean()
        for b in range(10)
        if (bins == b).any()
    ]
    return float(sum(gaps))


def _spread(seconds: list[float]) -> str:
    middle, high = np.percentile(seconds, [50, 95]) * 1000
    return f"median {middle:.0f} ms, 95% {high:.0f} ms"


def main() -> None:
    """Reads the arguments and prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("source")
    parser.add_argument("reference")
    parser.add_argument("--sentences", type=int, default=50)
    parser.add_argument("--first", type=int, default=0, help="leave out so many sentences")
    parser.add_argument("--scales", type=float, nargs="+", default=[SCALE])
    parser.add_argument("--edit-cost", type=float, default=EDIT_COST)
    parser.add_argument("--lowercase", action="store_true", help="for a model of lower-cased text")
    arguments = parser.parse_args()
    session = Session(dragoman.load(arguments.model), arguments.edit_cost, arguments.scales)
    pairs = zip(read_lines(arguments.source), read_lines(arguments.reference), strict=True)
    last = arguments.first + arguments.sentences
    for source, reference in list(pairs)[arguments.first : last]:
        if arguments.lowercase:
            source, reference = source.lower(), reference.lower()
        if source.strip() and reference.strip():
            session.run(source, " ".join(reference.split()))
    session.report()


if __name__ == "__main__":
    main()

"""Interactive translation, simulated: how much a person still types who wants the reference.

    python -m benchmarks.speed.interactive MODEL SOURCE REFERENCE [--sentences 50] [--scales 0 0.1 0.3 1] \\
        [--edit-cost 8]

The simulated person (Barrachina et al. 2009, section 5) accepts the longest correct beginning of what is proposed and
types what comes next. Printed are:

- the key-stroke ratio: letters typed, and one key for the end of a sentence, for every letter of the reference;
- the word-stroke ratio: words typed for every word;
- how often a translation with the typed beginning was found, in the forest or by a search for it;
- milliseconds (of this process, on one core) of a completion after the first decoding;
- the confidence of words beside how often they were right (all words before them were): the expected calibration error
  of ten bins, and the area under the curve, the probability that a right word has a higher confidence than a wrong one;
- with ``--bins``, a table of the bins: words, their mean confidence, and how many of them were right.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field

import numpy as np

import dragoman
from dragoman.forest.prefix import EDIT_COST
from dragoman.io.files import read_lines
from dragoman.model import Model
from dragoman.model.interactive.completion import Completion
from dragoman.model.interactive.simulated_typing import by_words, right_pieces

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
    first_of: list[bool] = field(default_factory=list)

    def ask(self, source: str, typed: str, scale: float = 0.0) -> Completion:
        """A completion, timed."""
        started = time.process_time()
        found = self.model.complete(
            source, typed, confidence=scale or None, edit_cost=self.edit_cost
        )
        self.times[len(source.split()) >= LONG].append(time.process_time() - started)
        self.exact.append(found.exact)
        return found

    def by_words(self, source: str, reference: str) -> None:
        """Types a word at a time."""
        wanted = reference.split(" ")
        self.words += len(wanted)
        for found in by_words(lambda typed: self.ask(source, typed), reference):
            self.typed_words += found.text.split()[: len(wanted)] != wanted
            right = right_pieces(found, reference)
            self.right += right
            self.first_of += [place == 0 for place in range(len(right))]
            for scale in self.scales:
                again = found if scale == 0 else self.ask(source, found.prefix, scale)
                self.sure.setdefault(scale, []).extend(again.best.confidences[: len(right)])

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
        started = time.process_time()
        self.model.complete(source, "")
        self.first.append(time.process_time() - started)
        self.by_words(source, reference)
        self.by_letters(source, reference)

    def report(self, bins: bool) -> None:
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
        first = np.array(self.first_of)
        print(f"right words        {right.mean():.3f}, of next words {right[first].mean():.3f}")
        for scale, values in self.sure.items():
            sure = np.array(values)
            name = f"scale {scale:g}" if scale else "as the model has them"
            print(f"confidences {name}: mean {sure.mean():.3f}")
            for told, which in (("all words", first | True), ("next words", first)):
                error = calibration_error(sure[which], right[which])
                area = area_under_curve(sure[which], right[which])
                print(f"  calibration error {error:.3f}, area {area:.3f} ({told})")
            for line in bins_of(sure, right) if bins else ():
                print(f"  {line}")


def calibration_error(sure: np.ndarray, right: np.ndarray) -> float:
    """The difference between confidence and share of right words, averaged over ten bins of confidence."""
    bins = np.minimum((10 * sure).astype(int), 9)
    gaps = [
        abs(sure[bins == b].mean() - right[bins == b].mean()) * (bins == b).mean()
        for b in range(10)
        if (bins == b).any()
    ]
    return float(sum(gaps))


def area_under_curve(sure: np.ndarray, right: np.ndarray) -> float:
    """The probability that a right word is surer than a wrong one; equal ones count half."""
    _, places, counts = np.unique(sure, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[places]
    good = right > 0
    pairs = good.sum() * (~good).sum()
    return float((ranks[good].sum() - good.sum() * (good.sum() + 1) / 2) / pairs)


def bins_of(sure: np.ndarray, right: np.ndarray) -> list[str]:
    """A line for each bin that has any words."""
    bins = np.minimum((10 * sure).astype(int), 9)
    return [
        f"{b / 10:.1f} to {(b + 1) / 10:.1f}: {(bins == b).sum():5} words, "
        f"mean {sure[bins == b].mean():.2f}, right {right[bins == b].mean():.2f}"
        for b in range(10)
        if (bins == b).any()
    ]


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
    parser.add_argument(
        "--scales", type=float, nargs="+", default=[0.0], help="of posteriors; 0: the model's own"
    )
    parser.add_argument("--edit-cost", type=float, default=EDIT_COST)
    parser.add_argument("--bins", action="store_true", help="print the bins of confidences")
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
    session.report(arguments.bins)


if __name__ == "__main__":
    main()

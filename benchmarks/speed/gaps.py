"""What phrases with gaps cost: decoding time with gaps on either side and on both as a ratio to decoding without.

    python -m benchmarks.speed.gaps [--pairs 4000] [--sentences 150] [--repeats 3] [--search cube]
    python -m benchmarks.speed.gaps --model MODEL --input SOURCE
    python -m benchmarks.speed.gaps --shares 0.05 0.1 0.15 0.2 0.3

Without a model, one is made of the sample world with its gold alignment. All variants decode the same sentences with
the same beam in the same run, in turns; a variant's time is the least processor time over the repeats. The aim is at
most 2 for gaps on both sides. The mean model scores show what the search makes of them. ``--shares`` prints nothing but
the curve of time and mean score with gaps on both sides over values of ``gap_share``.

Then milliseconds a word by length of the line, with gaps on both sides: lines are joined and cut anew. Beyond the
distortion limit and the longest phrase the time should not grow.

At last the search that may use gaps where no rule matches with any, as a ratio to the one that may not: the same
translations in the same time. For the sample world only, whose table is made without gaps but for one rule of words
that do not occur.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from dragoman.grammar import (
    AlignedBitext,
    GappedLookupOptions,
    PhraseLookupOptions,
    RuleTable,
    SuffixGrammar,
)
from dragoman.io.files import read_lines
from dragoman.lm import LanguageModel
from dragoman.lm.estimation import LMOptions
from dragoman.model import Model
from dragoman.sample import INVENTED, WorldOptions, write_world
from dragoman.search import Decoder, Input, Result

SEARCHES = ("stack", "cube", "oriented")
VARIANTS = ("none", "source", "target", "both")
LENGTHS = (10, 20, 40, 80, 160, 320, 640)


@dataclass
class World:
    """The sample world: its grammar, a language model and the test sentences."""

    grammar: SuffixGrammar
    language_model: LanguageModel
    lines: list[str]

    @classmethod
    def make(cls, directory: Path, pairs: int, sentences: int) -> World:
        """Writes and indexes a world."""
        write_world(directory, WorldOptions(train=pairs, dev=1, test=sentences, languages=INVENTED))
        source, target = (directory / f"train.{code}" for code in INVENTED.split("-"))
        grammar = SuffixGrammar.build(AlignedBitext.read(source, target, directory / "train.align"))
        lm = LanguageModel.train(read_lines(target), LMOptions(order=4))
        return cls(grammar, lm, list(read_lines(directory / "test.qar")))

    def model(self) -> Model:
        """With gaps on both sides."""
        rules = self.grammar.extract(self.lines, GappedLookupOptions())
        return Model(rules, [self.language_model])

    def model_without(self) -> Model:
        """Its only rules with gaps match nothing."""
        rules = list(self.grammar.extract(self.lines, PhraseLookupOptions()))
        never = replace(rules[0], source="no … word", target="no … word", alignment=())
        texts = [replace(r, source_symbols=(), target_symbols=()) for r in (*rules, never)]
        return Model(RuleTable.build(texts, gap="…"), [self.language_model])


@dataclass
class Measured:
    """Least processor time, and the results."""

    seconds: float
    results: list[Result]

    @property
    def score(self) -> float:
        """The mean model score."""
        return sum(result.score for result in self.results) / len(self.results)


def measure(
    model: Model, variants: Sequence[str], inputs: list[Input], repeats: int
) -> list[Measured]:
    """The time of every variant, in turns."""
    decoders = []
    for gaps in variants:
        model.options = replace(model.options, gaps=gaps)
        decoders.append(model.decoder())
    return in_turns(decoders, inputs, repeats)


def in_turns(decoders: Sequence[Decoder], inputs: list[Input], repeats: int) -> list[Measured]:
    """The time of every decoder."""
    found = [Measured(float("inf"), []) for _ in decoders]
    for _ in range(repeats):
        for one, decoder in zip(found, decoders, strict=True):
            start = time.process_time()
            one.results = decoder.decode(inputs)
            one.seconds = min(one.seconds, time.process_time() - start)
    return found


def print_shares(model: Model, shares: Sequence[float], inputs: list[Input], repeats: int) -> None:
    """Time and mean score with gaps on both sides, by ``gap_share``."""
    options = [replace(model.options, gaps="none")]
    options += [replace(model.options, gaps="both", gap_share=share) for share in shares]
    decoders = [model.changed(options=one).decoder() for one in options]
    none, *found = in_turns(decoders, inputs, repeats)
    print(f"  without gaps: mean score {none.score:.4f}")
    for share, one in zip(shares, found, strict=True):
        pairs = zip(one.results, none.results, strict=True)
        below = sum(with_gaps.score < without.score - 1e-4 for with_gaps, without in pairs)
        ratio = one.seconds / none.seconds
        print(f"  share {share:<5} {ratio:.2f}  mean score {one.score:.4f}  below without: {below}")


def curve(model: Model, lines: list[str], repeats: int) -> dict[int, float]:
    """Milliseconds a word with gaps on both sides, by length of the line."""
    words, found = " ".join(lines).split(), {}
    for length in LENGTHS:
        total = min(len(words), max(640, length)) // length * length
        inputs = [Input(words[at : at + length]) for at in range(0, total, length)]
        [one] = measure(model, ["both"], inputs, repeats)
        found[length] = 1000 * one.seconds / max(1, total)
    return found


def main() -> None:
    """Prints the ratios and the curve."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=4000)
    parser.add_argument("--sentences", type=int, default=150)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--search", choices=SEARCHES, nargs="+", default=SEARCHES[:2])
    parser.add_argument("--shares", type=float, nargs="+", help="only the curve over gap_share")
    parser.add_argument("--model")
    parser.add_argument("--input")
    arguments = parser.parse_args()
    plain = None
    with tempfile.TemporaryDirectory() as directory:
        if arguments.model:
            model = Model.open(arguments.model)
            lines = list(islice(read_lines(arguments.input), arguments.sentences))
        else:
            world = World.make(Path(directory) / "world", arguments.pairs, arguments.sentences)
            model, plain, lines = world.model(), world.model_without(), world.lines
        inputs = [Input(line.split()) for line in lines]
        words = sum(len(one.tokens) for one in inputs)
        for search in arguments.search:
            model.options = replace(model.options, search=search)
            if arguments.shares:
                print(search)
                print_shares(model, arguments.shares, inputs, arguments.repeats)
                continue
            times = measure(model, VARIANTS, inputs, arguments.repeats)
            least = times[0].seconds
            print(f"{search}: {words / least:.0f} words a second without gaps")
            for gaps, one in zip(VARIANTS, times, strict=True):
                print(f"  {gaps:6} {one.seconds / least:.2f}  mean score {one.score:.4f}")
            by_length = curve(model, lines, arguments.repeats)
            print("  ms a word:", "  ".join(f"{n}: {ms:.2f}" for n, ms in by_length.items()))
            if plain is None:
                continue
            plain.options = replace(plain.options, search=search)
            none, both = measure(plain, ("none", "both"), inputs, 3 * arguments.repeats)
            same = [r.text for r in none.results] == [r.text for r in both.results]
            print(f"  no rule with gaps matches: {both.seconds / none.seconds:.3f}, same: {same}")


if __name__ == "__main__":
    main()

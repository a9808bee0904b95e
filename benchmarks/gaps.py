"""What phrases with gaps cost: decoding time with gaps on either side and on both as a ratio to decoding without.

    python benchmarks/gaps.py [--pairs 4000] [--sentences 150] [--repeats 3]
    python benchmarks/gaps.py --model MODEL --input SOURCE

Without a model, one is made of the sample world with its gold alignment. All variants decode the same sentences with
the same beam in the same run, in turns; a variant's time is the least processor time over the repeats. Then
milliseconds a word by length of the line, which should not grow: lines are joined to longer ones. The aim is at most
3 for gaps on both sides.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from dataclasses import replace
from itertools import islice
from pathlib import Path

from dragoman.common.files import read_lines
from dragoman.grammar import AlignedBitext, GappyOptions, SuffixGrammar
from dragoman.lm.estimation import LMOptions, estimate
from dragoman.model import Model
from dragoman.sample.writer import SOURCE_CODE, TARGET_CODE, WorldOptions, write_world
from dragoman.search import Input

VARIANTS = ("none", "source", "target", "both")
LENGTHS = (10, 20, 40, 80, 160)


def sample_model(directory: Path, pairs: int, sentences: int) -> tuple[Model, list[str]]:
    """A model of the sample world and its test sentences."""
    world = directory / "world"
    write_world(world, WorldOptions(train=pairs, dev=1, test=sentences))
    source, target = (world / f"train.{code}" for code in (SOURCE_CODE, TARGET_CODE))
    lines = list(read_lines(world / f"test.{SOURCE_CODE}"))
    grammar = SuffixGrammar.build(AlignedBitext.read(source, target, world / "train.align"))
    rules = grammar.extract(lines, GappyOptions(gaps="both"))
    return Model(rules, [estimate(read_lines(target), LMOptions(order=4)).model()]), lines


def measure(model: Model, search: str, inputs: list[Input], repeats: int) -> dict[str, float]:
    """The processor time of every variant."""
    least = dict.fromkeys(VARIANTS, float("inf"))
    for _ in range(repeats):
        for gaps in VARIANTS:
            model.options = replace(model.options, search=search, gaps=gaps)
            decoder = model.decoder()
            start = time.process_time()
            decoder.decode(inputs)
            least[gaps] = min(least[gaps], time.process_time() - start)
    return least


def curve(model: Model, search: str, lines: list[str]) -> dict[int, float]:
    """Milliseconds a word with gaps on both sides, by length of the line."""
    model.options = replace(model.options, search=search, gaps="both")
    decoder, words = model.decoder(), " ".join(lines).split()
    found = {}
    for length in LENGTHS:
        total = min(len(words), max(640, length)) // length * length
        inputs = [Input(words[at : at + length]) for at in range(0, total, length)]
        start = time.process_time()
        decoder.decode(inputs)
        found[length] = 1000 * (time.process_time() - start) / max(1, total)
    return found


def main() -> None:
    """Prints the ratios and the curve."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=4000)
    parser.add_argument("--sentences", type=int, default=150)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--model")
    parser.add_argument("--input")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        if arguments.model:
            model = Model.open(arguments.model)
            lines = list(islice(read_lines(arguments.input), arguments.sentences))
        else:
            model, lines = sample_model(Path(directory), arguments.pairs, arguments.sentences)
        inputs = [Input(line.split()) for line in lines]
        words = sum(len(one.tokens) for one in inputs)
        for search in ("stack", "cube"):
            times = measure(model, search, inputs, arguments.repeats)
            print(f"{search}: {words / times['none']:.0f} words a second without gaps")
            for gaps, seconds in times.items():
                print(f"  {gaps:6} {seconds / times['none']:.2f}")
            by_length = curve(model, search, lines)
            print("  ms a word:", "  ".join(f"{n}: {ms:.2f}" for n, ms in by_length.items()))


if __name__ == "__main__":
    main()

"""What cohesion costs: decoding time with Coh1 to Coh5 and the hard constraint as a ratio to decoding without.

    python -m benchmarks.speed.cohesion [--pairs 4000] [--sentences 300] [--repeats 8]
    python -m benchmarks.speed.cohesion --model MODEL --input SOURCE --conllu TREES

Without a model, one is trained on the sample world with its gold alignment. All variants decode the same sentences in
the same run, in turns; a variant's time is the sum over small batches of its least processor time over the repeats,
which other work on the machine disturbs little. Weights are small, so that all variants search about the same
hypotheses. The aim is at most 1.10 for Coh1 and 1.20 for Coh5.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from dataclasses import replace
from itertools import islice
from pathlib import Path

from dragoman.grammar import AlignedBitext, PhraseTableOptions, extract
from dragoman.io.files import read_lines
from dragoman.lm import LanguageModel
from dragoman.lm.estimation import LMOptions
from dragoman.model import Model
from dragoman.model.requests.reader import InputReader
from dragoman.sample import INVENTED, WorldOptions, write_world
from dragoman.search import COHESION_FEATURES, Input, PhraseDecoder, SearchOptions

VARIANTS: dict[str, dict[str, object]] = {
    "none": {},
    "coh1": {"cohesion": ("coh1",)},
    "coh2": {"cohesion": ("coh2",)},
    "coh3": {"cohesion": ("coh3",)},
    "coh4": {"cohesion": ("coh4",)},
    "coh5": {"cohesion": ("coh5",)},
    "all": {"cohesion": COHESION_FEATURES},
    "hard": {"cohesion_hard": True},
}
WEIGHT = 0.01
BATCH = 5


def sample_model(directory: Path, pairs: int, sentences: int) -> tuple[Model, list[Input]]:
    """A model of the sample world and its test sentences."""
    world = directory / "world"
    write_world(world, WorldOptions(train=pairs, dev=1, test=sentences, languages=INVENTED))
    source, target = (world / f"train.{code}" for code in INVENTED.split("-"))
    rules = extract(AlignedBitext.read(source, target, world / "train.align"), PhraseTableOptions())
    lm = LanguageModel.train(read_lines(target), LMOptions(order=4))
    model = Model(rules, [lm])
    reader = InputReader(model.text, trees=world / "test.conllu")
    return model, list(reader.read(world / "test.qar"))


def measure(model: Model, inputs: list[Input], search: str, repeats: int) -> dict[str, float]:
    """The processor time of every variant."""
    decoders = {}
    for name, options in VARIANTS.items():
        model.options = replace(SearchOptions(search=search), **options)
        weights = {n: WEIGHT if n in COHESION_FEATURES else w for n, w in model.weights.items()}
        decoders[name] = PhraseDecoder(model.rules, model.lms, weights, model.options)
        decoders[name].decode(inputs[:5])
    total = dict.fromkeys(VARIANTS, 0.0)
    for first in range(0, len(inputs), BATCH):
        least = dict.fromkeys(VARIANTS, float("inf"))
        for _ in range(repeats):
            for name, decoder in decoders.items():
                start = time.process_time()
                decoder.decode(inputs[first : first + BATCH])
                least[name] = min(least[name], time.process_time() - start)
        for name, seconds in least.items():
            total[name] += seconds
    return total


def main() -> None:
    """Prints a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=4000)
    parser.add_argument("--sentences", type=int, default=300)
    parser.add_argument("--repeats", type=int, default=8)
    parser.add_argument("--model")
    parser.add_argument("--input")
    parser.add_argument("--conllu")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        if arguments.model:
            model = Model.open(arguments.model)
            reader = InputReader(model.text, trees=arguments.conllu)
            inputs = list(islice(reader.read(arguments.input), arguments.sentences))
        else:
            model, inputs = sample_model(Path(directory), arguments.pairs, arguments.sentences)
        words = sum(len(one.tokens) for one in inputs)
        for search in ("stack", "cube"):
            times = measure(model, inputs, search, arguments.repeats)
            print(f"{search}: {words / times['none']:.0f} words a second without cohesion")
            for name, seconds in times.items():
                print(f"  {name:5} {seconds / times['none']:.3f}")


if __name__ == "__main__":
    main()

"""What two passes over documents cost: processor time as a multiple of one pass, in one run.

    python -m benchmarks.speed.consistency                                     # on a small sample world
    python -m benchmarks.speed.consistency --model MODEL --input TEXT --docs IDS --sentences 200

``forest``: the second pass chooses from the first one's forests (the default); ``search``: it searches again. Times are
the least of three rounds, which take turns. The last columns: the mean score of the translations under the weights of
the second pass, and how many sentences differ from the first pass. The sample world is translated by the phrase
decoder and by the chart decoder.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from statistics import mean

from dragoman.consistency import Consistency, ConsistencyOptions, DocumentFrequencies, Passes
from dragoman.draw.tables import text_table
from dragoman.grammar import AlignedBitext, HierarchicalTableOptions, extract
from dragoman.lm import LanguageModel, LMOptions
from dragoman.model import Model
from dragoman.model.requests.reader import InputReader
from dragoman.sample import INVENTED, Phenomena, WorldOptions, write_world
from dragoman.search import Decoder, Input, Result

ROUNDS = 3
WEIGHTS = {"consistency.rules": 0.05, "consistency.words": 0.3, "consistency.pairs": 0.7}
"""For a model that has no features of consistency."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=Path, help="a model; otherwise the sample world's are made")
    parser.add_argument("--input", type=Path, help="text of the source language")
    parser.add_argument("--docs", type=Path, help="a document id for every line")
    parser.add_argument("--sentences", type=int, default=200)
    parser.add_argument("--pop-limit", type=int, help="of the search; otherwise the model's")
    given = parser.parse_args()
    rows = [["decoder", "passes", "time", "mean score", "differ"]]
    with tempfile.TemporaryDirectory() as scratch:
        for model, inputs in _given(given) if given.model else _sample(Path(scratch), given):
            if given.pop_limit:
                model.options = replace(model.options, pop_limit=given.pop_limit)
            rows += _measured(model, inputs)
    print(text_table(rows))


def _given(given: argparse.Namespace) -> Iterator[tuple[Model, list[Input]]]:
    model = Model.open(given.model)
    lines = InputReader(model.text, docs=given.docs).read(given.input)
    yield model, list(islice(lines, given.sentences))


def _sample(place: Path, given: argparse.Namespace) -> Iterator[tuple[Model, list[Input]]]:
    parts = WorldOptions(
        train=1500,
        dev=1,
        test=given.sentences,
        phenomena=Phenomena().only("consistency"),
        languages=INVENTED,
    )
    write_world(place, parts)
    bitext = AlignedBitext.read(*(place / f"train.{end}" for end in ("qar", "qot", "align")))
    text = (place / "train.qot").read_text("utf-8").splitlines()
    lm = LanguageModel.train(text, LMOptions(order=3))
    phrases = Model(extract(bitext), [lm])
    rules = extract(bitext, HierarchicalTableOptions())
    for model in (phrases, Model(rules, [lm], decoder="chart")):
        lines = InputReader(model.text, docs=place / "test.docs").read(place / "test.qar")
        yield model, list(islice(lines, given.sentences))


def _measured(model: Model, inputs: Sequence[Input]) -> list[list[str]]:
    """A row for one pass, and one for each kind of second pass."""
    if model.consistency is None:
        texts = {one.document: set[str]() for one in inputs}
        model.consistency = Consistency(
            ConsistencyOptions(("c1", "c2", "c3")), DocumentFrequencies.of(texts.values())
        )
        model.weights |= WEIGHTS
    kept = model.consistency
    runs: dict[str, Decoder] = {}
    for kind in ("forest", "search"):
        model.consistency = replace(kept, options=replace(kept.options, second_pass=kind))
        passes = model.decoder()
        assert isinstance(passes, Passes)
        runs["one"] = passes.first
        runs[kind] = passes
    times: dict[str, list[float]] = {name: [] for name in runs}
    results: dict[str, list[Result]] = {}
    for run in runs.values():
        run.decode(inputs[:10])
    for _ in range(ROUNDS):
        for name, run in runs.items():
            begin = time.process_time()
            results[name] = run.decode(inputs)
            times[name].append(time.process_time() - begin)
    before = [one.tokens for one in results["one"]]
    rows = []
    for name, found in results.items():
        differ = sum(one.tokens != own for one, own in zip(found, before, strict=True))
        ratio = min(times[name]) / min(times["one"])
        score = "" if name == "one" else f"{mean(one.score for one in found):.3f}"
        rows.append([model.decoder_name, name, f"{ratio:.2f}", score, str(differ)])
    return rows


if __name__ == "__main__":
    main()

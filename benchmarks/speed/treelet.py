"""The treelet decoder's time beside the phrase decoder's, its beam, and how its time grows with the length.

    python -m benchmarks.speed.treelet --treelet TUNED --phrase TUNED --source dev.de --conllu dev.conllu \\
        --reference dev.en

The two models are of one text (``treelet_table.py`` makes such pairs). Sentences of more than ``--words`` words are
left out. Every sentence is translated by every system before the next one comes. Times are seconds of processor time,
one thread, models open; the ratio is to the phrase decoder in the same run. BLEU shows which beam is wide enough: one
whose BLEU a beam four times as wide does not change by 0.1. The naive beam keeps the N best items of all, not for each
word.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field, replace

from dragoman.corpus.conllu import read_conllu
from dragoman.evaluate.metric import MetricOptions
from dragoman.evaluate.mix import make_metric
from dragoman.io.files import read_lines
from dragoman.model import Model
from dragoman.search import Input
from dragoman.search.decoder import Decoder
from dragoman.search.treelet import TreeletDecoder

CLASSES = (10, 20, 30, 40, 50, 64)
"""Lengths at which a new row of the second table begins."""


@dataclass
class Decoded:
    """What one system did."""

    decoder: Decoder
    seconds: list[float] = field(default_factory=list)
    outputs: list[str] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    fallbacks: int = 0
    narrowed: int = 0

    def add(self, given: Input) -> None:
        """Translates a sentence."""
        start = time.process_time()
        [result] = self.decoder.decode([given])
        self.seconds.append(time.process_time() - start)
        self.outputs.append(result.text)
        self.scores.append(result.score)
        self.fallbacks += result.outcome.fallback
        self.narrowed += result.outcome.degraded


def systems_of(arguments: argparse.Namespace) -> dict[str, Decoded]:
    """The phrase decoder, and the treelet decoder with each beam."""
    treelet, phrase = Model.open(arguments.treelet), Model.open(arguments.phrase)
    systems = {"phrase": Decoded(phrase.decoder())}
    for kind, beams in (("words", arguments.beams), ("naive", arguments.naive)):
        for beam in beams:
            options = replace(treelet.options, beam=beam, beam_kind=kind)
            name = f"N = {beam}" if kind == "words" else f"naive, N = {beam}"
            decoder = TreeletDecoder(treelet.rules, treelet.lms, treelet.weights, options)
            systems[name] = Decoded(decoder)
    return systems


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("--treelet", "--phrase", "--source", "--conllu", "--reference"):
        parser.add_argument(name, required=True)
    parser.add_argument("--beams", type=int, nargs="+", default=[3, 5, 12, 20])
    parser.add_argument("--naive", type=int, nargs="*", default=[])
    parser.add_argument("--words", type=int, default=30)
    parser.add_argument("--lines", type=int, default=200, help="sentences, at most")
    arguments = parser.parse_args()
    systems = systems_of(arguments)
    lines = zip(
        read_lines(arguments.source),
        read_conllu(arguments.conllu),
        read_lines(arguments.reference),
        strict=False,
    )
    inputs, references = [], []
    for source, tree, reference in lines:
        if 0 < len(source.split()) <= arguments.words and len(inputs) < arguments.lines:
            inputs.append(Input(source.split(), tree=tree))
            references.append(reference)
    for given in inputs:
        for system in systems.values():
            system.add(given)
    words = [len(given.tokens) for given in inputs]
    print(f"{len(inputs)} sentences, {sum(words) / len(words):.1f} words a sentence")
    metric = make_metric("bleu", MetricOptions("none"))
    base = sum(systems["phrase"].seconds)
    print(f"{'system':<16} s/sentence   ratio    BLEU  mean score  fallbacks  narrowed")
    for name, one in systems.items():
        bleu = metric.corpus_score(one.outputs, [references]).score
        print(
            f"{name:<16} {sum(one.seconds) / len(inputs):10.4f} {sum(one.seconds) / base:7.1f} {bleu:7.2f} "
            f"{sum(one.scores) / len(inputs):11.4f} {one.fallbacks:10} {one.narrowed:9}"
        )
    print("seconds a sentence, by length")
    for low, high in zip((0, *CLASSES), CLASSES, strict=False):
        here = [number for number, size in enumerate(words) if low < size <= high]
        if here:
            cells = [f"{sum(o.seconds[n] for n in here) / len(here):.4f}" for o in systems.values()]
            print(f"{low + 1:>3} to {high:>2} words ({len(here)} sentences)  {'  '.join(cells)}")


if __name__ == "__main__":
    main()

"""How often a model uses phrases with gaps, and how long its phrases are, with its settings changed one by one.

    python -m benchmarks.papers.gap_settings MODEL TEXT --sentences 200 [--reference TEXT]

The model has gaps on both sides and looks its rules up. Its weights stay as they are, except in the rows that name a
weight. Each row also counts the sentences of at most 18 words by themselves. Galley & Manning (2010, section 6) report
such shares for one setting.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice

from dragoman.evaluate.metric import MetricOptions
from dragoman.evaluate.mix import make_metric
from dragoman.evaluate.phrases import count_phrases
from dragoman.forest import Derivation
from dragoman.grammar import OnTheFlyRules
from dragoman.grammar.count_scores import GAPPED
from dragoman.io.files import read_lines
from dragoman.model import Model
from dragoman.model.requests.reader import InputReader
from dragoman.search import Input, SearchOptions

SHORT = 18
Change = Callable[[Model], Model]


def searched(**changes: object) -> Change:
    """Other settings of the search."""

    def change(model: Model) -> Model:
        assert isinstance(model.options, SearchOptions)
        return model.changed(options=replace(model.options, **changes))

    return change


def weighed(prefixes: Sequence[str], factor: float) -> Change:
    """The weights with these beginnings, multiplied."""

    def change(model: Model) -> Model:
        weights = model.weights.items()
        return model.changed({n: factor * w for n, w in weights if n.startswith(tuple(prefixes))})

    return change


def extracted(**changes: object) -> Change:
    """Other settings of extraction, with the scores and weights of the model."""

    def change(model: Model) -> Model:
        rules = model.rules
        assert isinstance(rules, OnTheFlyRules)
        other = OnTheFlyRules(rules.grammar, replace(rules.options, **changes))
        return Model(other, model.lms, dict(model.weights), model.options, model.text)

    return change


CHANGES: dict[str, Change] = {
    "as it is": lambda model: model,
    "no gaps": searched(gaps="none"),
    "source gaps alone": searched(gaps="source"),
    "target gaps alone": searched(gaps="target"),
    "weights of gaps 0": weighed(("gaps.", GAPPED), 0.0),
    "weights of gaps doubled": weighed(("gaps.", GAPPED), 2.0),
    "weight of rules seen once 0": weighed((GAPPED,), 0.0),
    "no reordering scores": weighed(("reordering.",), 0.0),
    "no search without gaps beside": searched(gap_share=0.0),
    "one target gap at most": extracted(max_target_gaps=1),
    "no smoothing": extracted(smoothing="none"),
    "all occurrences": extracted(sample=0),
}


def row(name: str, derivations: Sequence[Derivation], inputs: Sequence[Input]) -> str:
    """One line of the table."""
    pairs = zip(derivations, inputs, strict=True)
    short = count_phrases(one for one, sentence in pairs if len(sentence.tokens) <= SHORT)
    every = count_phrases(derivations)
    shares = [100 * count / every.sentences for count in (every.source_gaps, every.target_gaps)]
    shares.append(100 * short.target_gaps / max(1, short.sentences))
    cells = " ".join(f"{share:>7.1f}%" for share in shares)
    length, single = every.words_per_phrase, 100 * every.single_words
    return f"{name:<30} {length:>6.2f} {single:>7.1f}% {cells}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("input")
    parser.add_argument("--reference")
    parser.add_argument("--sentences", type=int, default=200)
    parser.add_argument("--only", nargs="+", choices=list(CHANGES), default=list(CHANGES))
    arguments = parser.parse_args()
    model = Model.open(arguments.model)
    reader = InputReader(model.text)
    inputs = list(islice(reader.read(arguments.input), arguments.sentences))
    metric = make_metric("bleu", MetricOptions(tokenize="none"))
    print(f"{'':<30} words/ph one-word  source   target  target, at most {SHORT} words")
    for name in arguments.only:
        changed = CHANGES[name](model).for_sentences(inputs, 1)
        results = changed.decoder().decode(inputs)
        line = row(name, [result.derivation for result in results], inputs)
        score = sum(result.score for result in results) / len(results)
        if arguments.reference:
            lines = islice(read_lines(arguments.reference), len(inputs))
            references = [[model.text.target(line) for line in lines]]
            rows = metric.corpus_statistics([result.text for result in results], references)
            line += f"  BLEU {metric.score(rows.sum(axis=0)):.2f}"
        print(f"{line}  score {score:.3f}", flush=True)


if __name__ == "__main__":
    main()

"""What Cherry (2008) reports beside his tables, for one tuned model that has the feature coh1.

    python -m benchmarks.papers.cohesion_study MODEL --input SOURCE --conllu TREES --reference TARGET \\
        [--judgement DIRECTORY]

- The rank of coh1 among the weights by their size (section 3.1: the largest).
- K-best filtering (section 2.1): how many uncohesive translations have a cohesive one among the 1,000 best ("only one
  third"), and BLEU when it is taken.
- The hard against the soft constraint, with the same weights.
- Overrides (section 5): translations that are uncohesive in spite of the soft constraint, how many of them break at a
  conjunction, and what becomes of them in trees in which conjuncts are siblings, as Cherry proposes.
- Tables 4 and 5: with ``--judgement``, what ``dragoman judge`` needs to ask people which of the two translations they
  prefer, for the sentences whose baseline is uncohesive.

The baseline is the same model with the weight of coh1 at 0. BLEU is that of tokens, p by a paired bootstrap against it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from dragoman.cohesion.conjuncts import conjuncts_as_siblings, is_conjoined
from dragoman.cohesion.definition import Phrase, is_cohesive, violations
from dragoman.corpus.dependency import DependencyTree
from dragoman.evaluate.metric import MetricOptions
from dragoman.evaluate.mix import make_metric
from dragoman.evaluate.significance import bootstrap
from dragoman.forest import Derivation
from dragoman.forest.segmentation import phrases_of
from dragoman.io.files import read_lines
from dragoman.model import Model
from dragoman.model.cohesive import first_cohesive
from dragoman.model.requests.reader import InputReader
from dragoman.search import DecodeRequest, Input

KBEST = 1000
BATCH = 50
"""Sentences whose k-best lists are in memory together."""


def spans(derivation: Derivation) -> list[Phrase]:
    """The source words of its phrases, in target order."""
    return [phrase.source for phrase in phrases_of(derivation)]


def breaks_at_conjunction(tree: DependencyTree, derivation: Derivation) -> bool:
    """Whether a violation is between a head and its conjunct, or between conjuncts."""
    found = violations(tree, spans(derivation))
    words = {one.word for violation in found for one in (violation.first, violation.second)}
    return any(is_conjoined(tree, word) for word in words)


class Study:
    """A model, sentences with their trees, and references."""

    def __init__(self, model: Model, inputs: Sequence[Input], references: Sequence[str]):
        self.model, self.inputs = model, inputs
        self.trees = [sentence.tree for sentence in inputs if sentence.tree is not None]
        self.references = [list(references)]
        self.metric = make_metric("bleu", MetricOptions(tokenize="none"))
        self.baseline = self.decode(0.0)
        self.rows = self._rows(self.baseline)

    def decode(
        self, weight: float, hard: bool = False, trees: Sequence[DependencyTree] = ()
    ) -> list[Derivation]:
        """The best derivations with a weight of coh1, or with the constraint."""
        options = replace(self.model.options, cohesion_hard=hard)
        decoder = self.model.changed({"coh1": weight}, options).decoder()
        pairs = zip(self.inputs, trees or self.trees, strict=True)
        inputs = [replace(sentence, tree=tree) for sentence, tree in pairs]
        return [result.derivation for result in decoder.decode(inputs)]

    def filtered(self) -> tuple[list[Derivation], int]:
        """The baseline with the best cohesive derivation of the k best where there is one, and how often there is."""
        chosen, found = list(self.baseline), 0
        decoder = self.model.changed({"coh1": 0.0}).decoder()
        wanted = self.uncohesive(self.baseline)
        for begin in range(0, len(wanted), BATCH):
            part = wanted[begin : begin + BATCH]
            inputs = [self.inputs[i] for i in part]
            results = decoder.decode(
                inputs, DecodeRequest(forest=True, nbest=KBEST, distinct=False)
            )
            for i, result in zip(part, results, strict=True):
                other = first_cohesive(result.forest, self.trees[i], KBEST)
                found += other is not None
                chosen[i] = other or chosen[i]
        return chosen, found

    def uncohesive(self, derivations: Sequence[Derivation]) -> list[int]:
        """The numbers of the uncohesive ones."""
        pairs = enumerate(zip(self.trees, derivations, strict=True))
        return [i for i, (tree, one) in pairs if not is_cohesive(tree, spans(one))]

    def report(self, name: str, derivations: Sequence[Derivation]) -> None:
        """Prints a row."""
        rows = self._rows(derivations)
        score, share = self.metric.score(rows.sum(axis=0)), len(self.uncohesive(derivations))
        p = bootstrap(self.metric, self.rows, rows).p if derivations is not self.baseline else 1.0
        print(f"{name:<24} BLEU {score:.2f} p {p:.3f} uncohesive {share}", flush=True)

    def write_judgement(self, directory: Path, soft: Sequence[Derivation]) -> None:
        """Files for a blind judgement of the soft constraint against the baseline, and the command that begins it."""
        directory.mkdir(parents=True, exist_ok=True)
        interrupted = set(self.uncohesive(self.baseline))
        labels = ("uncohesive" if i in interrupted else "cohesive" for i in range(len(soft)))
        columns = {
            "base": [derivation.text for derivation in self.baseline],
            "coh": [derivation.text for derivation in soft],
            "source": [" ".join(sentence.tokens) for sentence in self.inputs],
            "reference": self.references[0],
            "labels": list(labels),
        }
        for name, lines in columns.items():
            (directory / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        lengths = [len(self.trees[i]) for i in interrupted]
        print(f"{sum(10 <= length <= 25 for length in lengths)} sentences to judge:")
        print(
            f"cd {directory} && dragoman judge ask base coh --source source --reference reference "
            "--labels labels --label uncohesive --journal judged.jsonl --page"
        )

    def _rows(self, derivations: Iterable[Derivation]):
        texts = [derivation.text for derivation in derivations]
        return self.metric.corpus_statistics(texts, self.references)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("--input", required=True)
    parser.add_argument("--conllu", required=True)
    parser.add_argument("--reference", required=True)
    parser.add_argument("--sentences", type=int, default=1000)
    parser.add_argument("--judgement", type=Path)
    arguments = parser.parse_args()
    count = arguments.sentences
    model = Model.open(arguments.model)
    reader = InputReader(model.text, trees=arguments.conllu)
    inputs = list(islice(reader.read(arguments.input), count))
    references = map(model.text.target, islice(read_lines(arguments.reference), count))
    sizes = sorted(model.weights, key=lambda name: -abs(model.weights[name]))
    print(f"coh1: weight {model.weights['coh1']:.4f}, rank {sizes.index('coh1') + 1} of {sizes}")
    study = Study(model, inputs, list(references))
    study.report("base", study.baseline)
    chosen, found = study.filtered()
    print(f"cohesive among {KBEST}: {found} of {len(study.uncohesive(study.baseline))}")
    study.report("filtered", chosen)
    soft = study.decode(model.weights["coh1"])
    study.report("soft", soft)
    study.report("hard", study.decode(0.0, hard=True))
    siblings = [conjuncts_as_siblings(tree) for tree in study.trees]
    study.report("soft, siblings", study.decode(model.weights["coh1"], trees=siblings))
    study.report("hard, siblings", study.decode(0.0, hard=True, trees=siblings))
    overrides = study.uncohesive(soft)
    conjunctions = [i for i in overrides if breaks_at_conjunction(study.trees[i], soft[i])]
    healed = [i for i in overrides if is_cohesive(siblings[i], spans(soft[i]))]
    print(
        f"overrides: {len(overrides)}, at a conjunction {len(conjunctions)}, "
        f"cohesive with siblings {len(healed)}"
    )
    if arguments.judgement:
        study.write_judgement(arguments.judgement, soft)


if __name__ == "__main__":
    main()

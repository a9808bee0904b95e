"""What Cherry (2008) reports beside his tables, for the tuned model of one row that has the feature coh1.

- The rank of coh1 among the weights by their size (section 3.2: the largest).
- K-best filtering (section 2.1): how many uncohesive translations have a cohesive one among the 1,000 best ("only one
  third"), and BLEU when it is taken.
- The hard against the soft constraint, with the same weights (section 4.1).
- Overrides (section 5): translations that are uncohesive in spite of the soft constraint, how many of them break at a
  conjunction, and what becomes of them in trees in which conjuncts are siblings, as Cherry proposes.

The baseline is the same model with the weight of coh1 at 0.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from dragoman.cohesion.conjuncts import conjuncts_as_siblings, is_conjoined
from dragoman.cohesion.definition import Phrase, is_cohesive, violations
from dragoman.corpus.dependency import DependencyTree
from dragoman.evaluate.metric import Matrix, MetricOptions
from dragoman.evaluate.mix import make_metric
from dragoman.evaluate.significance import bootstrap
from dragoman.experiment.layout import MODEL
from dragoman.experiment.resources import Resources
from dragoman.experiment.stages import Inputs
from dragoman.forest import Derivation
from dragoman.forest.segmentation import phrases_of
from dragoman.io.files import read_lines
from dragoman.model import Model
from dragoman.model.cohesive import first_cohesive
from dragoman.model.requests.reader import InputReader
from dragoman.reproduce.paper import Table
from dragoman.reproduce.result import Cell, Line, Made
from dragoman.reproduce.study import Study
from dragoman.reproduce.tables.figures import figures_of, made, published, sets_of
from dragoman.search import DecodeRequest, Input

RESULT = "study.json"
KBEST = 1000
BATCH = 50
"""Sentences whose k-best lists are in memory together."""


def cohesion_study(study: Study, table: Table) -> list[Made]:
    """Return two tables: ways to make the translations of a model cohesive, and figures of the text.

    Args:
        study: The rows, run.
        table: The table's declaration.
    """
    found = []
    for test in sets_of(study, table):
        text, figures = study.text.tests[test], figures_of(table, study, test)
        files = {"source": Path(text.source), "conllu": Path(text.conllu or "")}
        files["target"] = Path(text.targets[0])
        [row] = table.rows
        action = partial(_study, row=row, resources=study.request.resources)
        settings = {"metric": study.metric_options, "kbest": KBEST}
        place = study.add("cohesion-study", action, settings, [row], **files)
        data = json.loads((place / RESULT).read_text(encoding="utf-8"))
        base = data["ways"]["base"]["score"]
        lines = []
        for name, way in data["ways"].items():
            score, share = Cell(way["score"]), Cell(way["uncohesive"])
            if name != "base":
                tests = {"bootstrap": way["p"]}
                score = Cell(way["score"], change=way["score"] - base, p=tests)
            score = replace(score, published=published(figures, name, 0))
            against = "" if name == "base" else "base"
            lines.append(Line(name, [score, share], about=_WAYS[name], against=against))
        columns = ["BLEU", "uncohesive, per cent"]
        found.append(made(study, table, test, figures, columns, lines))
        facts = [
            Line(name, [Cell(value, published=published(figures, name, 0))])
            for name, value in data["facts"].items()
        ]
        found.append(replace(made(study, table, test, figures, [""], facts), digits=1))
    return found


_WAYS = {
    "base": "the model with the weight of coh1 at 0",
    "filter": "the best cohesive one of the 1,000 best, where there is one (section 2.1)",
    "soft": "coh1 with its tuned weight",
    "hard": "cohesive translations alone",
    "soft-siblings": "coh1, conjuncts as siblings (section 5)",
    "hard-siblings": "cohesive translations alone, conjuncts as siblings",
}


def _study(
    settings: dict[str, Any], output: Path, inputs: Inputs, row: str, resources: Resources
) -> None:
    """The stage."""
    model = Model.open(inputs[row] / MODEL, bounds=None)
    sentences = list(InputReader(model.text, trees=inputs["conllu"]).read(inputs["source"]))
    references = [model.text.target(line) for line in read_lines(inputs["target"])]
    ways = _Ways(model, sentences, references, settings["metric"], resources.threads)
    weight, sizes = model.weights["coh1"], sorted(model.weights.items(), key=lambda w: -abs(w[1]))
    chosen, cohesive = ways.filtered(settings["kbest"])
    siblings = [conjuncts_as_siblings(tree) for tree in ways.trees]
    soft = ways.decode(weight)
    made = {"base": ways.baseline, "filter": chosen, "soft": soft}
    made["hard"] = ways.decode(0.0, hard=True)
    made["soft-siblings"] = ways.decode(weight, trees=siblings)
    made["hard-siblings"] = ways.decode(0.0, hard=True, trees=siblings)
    overrides, before = ways.uncohesive(soft), ways.uncohesive(ways.baseline)
    at_conjunctions = [i for i in overrides if breaks_at_conjunction(ways.trees[i], soft[i])]
    healed = [i for i in overrides if is_cohesive(siblings[i], spans(soft[i]))]
    facts = {
        "rank of the weight of coh1": 1 + [name for name, _ in sizes].index("coh1"),
        "weights": len(sizes),
        "uncohesive with a cohesive one in the k-best list, per cent": _share(cohesive, before),
        "overrides, per cent of the sentences": _share(len(overrides), sentences),
        "overrides at a conjunction, per cent": _share(len(at_conjunctions), overrides),
        "overrides cohesive with siblings, per cent": _share(len(healed), overrides),
    }
    data = {"ways": {name: ways.report(its) for name, its in made.items()}, "facts": facts}
    (output / RESULT).write_text(json.dumps(data), encoding="utf-8")


def _share(part: int, whole: Sequence[Any]) -> float:
    return 100 * part / max(1, len(whole))


def spans(derivation: Derivation) -> list[Phrase]:
    """Return the source words of a derivation's phrases, in target order.

    Args:
        derivation: The derivation.
    """
    return [phrase.source for phrase in phrases_of(derivation)]


def breaks_at_conjunction(tree: DependencyTree, derivation: Derivation) -> bool:
    """Return whether a violation is between a head and its conjunct, or between conjuncts.

    Args:
        tree: The tree of the source.
        derivation: The translation.
    """
    found = violations(tree, spans(derivation))
    words = {one.word for violation in found for one in (violation.first, violation.second)}
    return any(is_conjoined(tree, word) for word in words)


class _Ways:
    """A model, sentences with their trees, and references."""

    def __init__(
        self,
        model: Model,
        inputs: Sequence[Input],
        references: list[str],
        options: MetricOptions,
        threads: int,
    ) -> None:
        self.model, self.inputs, self.threads = model, inputs, threads
        self.trees = [sentence.tree for sentence in inputs if sentence.tree is not None]
        self.references = [references]
        self.metric = make_metric("bleu", replace(options, tokenize="none"))
        self.baseline = self.decode(0.0)
        self.rows = self._rows(self.baseline)

    def decode(
        self, weight: float, hard: bool = False, trees: Sequence[DependencyTree] = ()
    ) -> list[Derivation]:
        """The best derivations with a weight of coh1, or with the constraint."""
        options: Any = replace(self.model.options, cohesion_hard=hard)
        decoder = self.model.changed({"coh1": weight}, options).decoder()
        pairs = zip(self.inputs, trees or self.trees, strict=True)
        inputs = [replace(sentence, tree=tree) for sentence, tree in pairs]
        found = decoder.decode(inputs, DecodeRequest(threads=self.threads))
        return [result.derivation for result in found]

    def filtered(self, kbest: int) -> tuple[list[Derivation], int]:
        """The baseline with the best cohesive derivation of the k best where there is one, and how often there is."""
        chosen, found = list(self.baseline), 0
        decoder = self.model.changed({"coh1": 0.0}).decoder()
        wanted = self.uncohesive(self.baseline)
        request = DecodeRequest(forest=True, nbest=kbest, distinct=False, threads=self.threads)
        for begin in range(0, len(wanted), BATCH):
            part = wanted[begin : begin + BATCH]
            results = decoder.decode([self.inputs[i] for i in part], request)
            for i, result in zip(part, results, strict=True):
                assert result.forest is not None
                other = first_cohesive(result.forest, self.trees[i], kbest)
                found += other is not None
                chosen[i] = other or chosen[i]
        return chosen, found

    def uncohesive(self, derivations: Sequence[Derivation]) -> list[int]:
        """The numbers of the uncohesive ones."""
        pairs = enumerate(zip(self.trees, derivations, strict=True))
        return [i for i, (tree, one) in pairs if not is_cohesive(tree, spans(one))]

    def report(self, derivations: Sequence[Derivation]) -> dict[str, float]:
        """Score, p against the baseline, and the share of uncohesive translations in per cent."""
        rows = self._rows(derivations)
        return {
            "score": self.metric.score(rows.sum(axis=0)),
            "p": bootstrap(self.metric, self.rows, rows).p,
            "uncohesive": _share(len(self.uncohesive(derivations)), derivations),
        }

    def _rows(self, derivations: Sequence[Derivation]) -> Matrix:
        texts = [derivation.text for derivation in derivations]
        return self.metric.corpus_statistics(texts, self.references)

"""Treelets beside phrases, and table 1 of Carreras & Collins (2009), for any experiment with target trees.

    python -m benchmarks.papers.treelet_table experiment.toml --runs 1
    python -m benchmarks.papers.treelet_table experiment.toml --systems phrase treelet

All systems have the same phrase pairs with the same scores and are tuned separately, in the same way. ``lexicalised``
is the phrase system with lexicalised reordering, ``treelet`` the treelet decoder with its fast search, ``paper`` with
the paper's (``search = "paper"``), whatever the experiment says of its limits. Each of their variants changes one
thing: ``no-score-r`` has no dependency model, ``no-pi`` no constraint on constituents, ``soft`` a tuned cost for each
that is broken, ``naive`` one beam for all source words, ``loglinear`` the log-linear dependency model, and
``paper-jumps`` counts jumps. The fast search has another limit on the same thing (``max_blocks``), which ``no-pi``
keeps and ``paper-no-pi`` does not have. BLEU is the mean over the runs; p by a paired bootstrap of the means and, for
single runs, by the sign test of Collins et al. (2005): against ``phrase``, and for variants against what they vary.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from statistics import mean, stdev

from benchmarks.support.variants import Variants, arguments_of
from dragoman.evaluate.metric import Matrix
from dragoman.evaluate.mix import make_metric
from dragoman.evaluate.significance import bootstrap_runs, sign_test
from dragoman.experiment.config import EvaluationSet, Experiment
from dragoman.search.treelet_options import SEARCHES

SCORE_R = "treelet.dependency"
PAPER = "paper"
CHANGES: dict[str, dict[str, object]] = {
    "loglinear": {},
    "no-score-r": {},
    "no-pi": {"constituents": "off"},
    "soft": {"constituents": "soft"},
    "naive": {"beam_kind": "naive"},
}
JUMPS: dict[str, dict[str, object]] = {"jumps": {"distortion": True}}
"""What a variant changes under ``[treelet]``; ``loglinear`` changes the rules, ``no-score-r`` weights."""
SYSTEMS = (
    *("phrase", "lexicalised", "treelet", *CHANGES),
    *(PAPER, *(f"{PAPER}-{name}" for name in CHANGES | JUMPS)),
)
DEFAULT = ("phrase", "treelet", "no-score-r", "no-pi")
AGAINST = {
    **dict.fromkeys(("lexicalised", "treelet", PAPER), "phrase"),
    **{system: PAPER for system in SYSTEMS if system.startswith(f"{PAPER}-")},
}


def vary(plain: Experiment, system: str) -> Experiment:
    """The experiment as one of the systems."""
    if system in ("phrase", "lexicalised"):
        reordering = "none" if system == "phrase" else "wbe"
        grammar = plain.grammar.changed(kind="phrase", reordering=reordering)
        ours = {n: w for n, w in plain.weights.items() if not n.startswith("treelet.")}
        return replace(plain, grammar=grammar, weights=ours)
    options = plain.treelet
    if system.startswith(PAPER):
        options = replace(options, search="paper", **dict.fromkeys(SEARCHES["paper"]))
    change = system.removeprefix(f"{PAPER}-")
    options = replace(options, **(CHANGES | JUMPS).get(change, {}))
    model = {"dependency_model": "loglinear"} if change == "loglinear" else {}
    made = replace(plain, grammar=plain.grammar.changed(kind="treelet", **model), treelet=options)
    if change == "no-score-r":
        fixed = replace(plain.tuning, fixed=(*plain.tuning.fixed, SCORE_R))
        return replace(made, weights={**plain.weights, SCORE_R: 0.0}, tuning=fixed)
    return made


def table(variants: Variants, test: EvaluationSet, results: dict[str, list[Path]]) -> None:
    """Prints the scores of a test set."""
    references = variants.references(test)
    metric = make_metric("bleu", variants.metric_options)
    known: dict[str, list[Matrix]] = {}
    print(f"\n== {test.name}, {len(references[0])} sentences")
    for system, directories in results.items():
        outputs = [
            (place / f"{test.name}.translation").read_text("utf-8").splitlines()
            for place in directories
        ]
        its = known[system] = [metric.corpus_statistics(one, references) for one in outputs]
        scores = [metric.score(one.sum(axis=0)) for one in its]
        cell = f"BLEU {mean(scores):.2f}"
        if len(scores) > 1:
            cell += f" ± {stdev(scores):.2f}"
        against = AGAINST.get(system, "treelet")
        if against != system and against in known:
            before = known[against]
            change = mean(scores) - mean(metric.score(one.sum(axis=0)) for one in before)
            cell += f"  {change:+.2f} against {against}: bootstrap p = {bootstrap_runs(metric, before, its).p:.3f}"
            if len(its) == 1 == len(before):
                signs = sign_test(metric, before[0], its[0])
                cell += f", sign test {signs.rises} to {signs.falls}, p = {signs.p:.3f}"
        print(f"{system:<16} {cell}", flush=True)


def main() -> None:
    arguments = arguments_of(__doc__.splitlines()[0], SYSTEMS, DEFAULT)
    variants = Variants(arguments, vary)
    results = variants.run()
    for test in variants.plain.test:
        table(variants, test, results)


if __name__ == "__main__":
    main()

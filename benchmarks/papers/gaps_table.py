"""Table 2 of Galley & Manning (2010) for any experiment: phrases with gaps on neither, either or both sides.

    python -m benchmarks.papers.gaps_table experiment.toml --runs 3
    python -m benchmarks.papers.gaps_table experiment.toml --systems lex lex+both

The systems add the grammar's reordering and the decoder's gaps to the experiment. All translate with one grammar (for
each kind of reordering), that with gaps on both sides: a system without them leaves those phrases aside, and the scores
of phrases without gaps do not depend on gaps. Two more systems, own and lex+own, have an extracted table without gaps:
their phrases differ from those of base and lex by the sampled occurrences.
The experiment's metrics are means over the runs with standard deviations. The first p is by a paired bootstrap of the
means against the same system without gaps, the second by approximate randomization of the first runs, as in the paper.
Where lines of a test set occur in the training text, a second table leaves them out.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path
from statistics import mean, stdev
from typing import Literal

from benchmarks.support.variants import Variants, arguments_of
from dragoman.evaluate.metric import Matrix
from dragoman.evaluate.mix import make_metric
from dragoman.evaluate.significance import bootstrap_runs, randomization
from dragoman.experiment.config import EvaluationSet, Experiment
from dragoman.io.files import read_lines

Gaps = Literal["none", "source", "target", "both"]

SYSTEMS: dict[str, tuple[Literal["none", "wbe"], Gaps]] = {
    "base": ("none", "none"),
    "source": ("none", "source"),
    "target": ("none", "target"),
    "both": ("none", "both"),
    "own": ("none", "none"),
    "lex": ("wbe", "none"),
    "lex+source": ("wbe", "source"),
    "lex+target": ("wbe", "target"),
    "lex+both": ("wbe", "both"),
    "lex+own": ("wbe", "none"),
}
OWN = ("own", "lex+own")
"""Systems with an extracted table."""


def vary(plain: Experiment, system: str) -> Experiment:
    """The experiment as one of the systems."""
    reordering, gaps = SYSTEMS[system]
    return replace(
        plain,
        grammar=plain.grammar.changed(
            reordering=reordering, gaps="none" if system in OWN else "both"
        ),
        decoder=replace(plain.decoder, gaps=gaps),
    )


def unseen(variants: Variants, test: EvaluationSet) -> list[int]:
    """The lines of a test set whose source does not occur in the training text."""
    known = set(read_lines(variants.base / variants.plain.training.source))
    lines = islice(read_lines(variants.base / test.source), len(variants.references(test)[0]))
    return [number for number, line in enumerate(lines) if line not in known]


def table(
    variants: Variants, test: EvaluationSet, results: dict[str, list[Path]], lines: list[int]
) -> None:
    """Prints the table of some lines of a test set."""
    references = variants.references(test)
    rows: dict[str, list[str]] = {system: [] for system in results}
    for name in variants.plain.evaluation.metrics:
        metric = make_metric(name, variants.metric_options)
        statistics: dict[str, list[Matrix]] = {}
        for system, directories in results.items():
            outputs = [
                (place / f"{test.name}.translation").read_text("utf-8").splitlines()
                for place in directories
            ]
            its = [metric.corpus_statistics(output, references)[lines] for output in outputs]
            statistics[system] = its
            scores = [metric.score(one.sum(axis=0)) for one in its]
            spread = stdev(scores) if len(scores) > 1 else 0.0
            cell = f"{name} {mean(scores):.2f} ± {spread:.2f}"
            plain = "lex" if system.startswith("lex") else "base"
            if system != plain and plain in statistics:
                resampled = bootstrap_runs(metric, statistics[plain], its)
                swapped = randomization(metric, statistics[plain][0], its[0])
                cell += f" (p = {resampled.p:.3f}, {swapped.p:.3f})"
            rows[system].append(cell)
    print(f"\n== {test.name}, {len(lines)} of {len(references[0])} sentences")
    for system, cells in rows.items():
        print(f"{system:<11} " + "  ".join(cells), flush=True)


def main() -> None:
    arguments = arguments_of(__doc__.splitlines()[0], list(SYSTEMS), list(SYSTEMS))
    variants = Variants(arguments, vary)
    results = variants.run()
    for test in variants.plain.test:
        everything = list(range(len(variants.references(test)[0])))
        table(variants, test, results, everything)
        if (fresh := unseen(variants, test)) != everything:
            table(variants, test, results, fresh)


if __name__ == "__main__":
    main()

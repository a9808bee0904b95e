"""How far the weight of one feature, and BLEU, differ between runs of tuning with different seeds.

    python -m benchmarks.papers.tuner_table experiment.toml --systems mert mira --runs 10

The experiment says everything but the method of tuning; it has the feature coh1, and source trees. A row has the mean
and the standard deviation of BLEU on the first test set and of the feature's weight (the sizes of all weights sum to
1), how often the weight is negative, and the share of uncohesive translations.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from statistics import mean, stdev

from benchmarks.support.variants import Variants, arguments_of
from dragoman.cohesion.definition import is_cohesive
from dragoman.corpus.conllu import read_conllu
from dragoman.corpus.dependency import DependencyTree
from dragoman.experiment.config import Experiment
from dragoman.experiment.evaluating import SCORES
from dragoman.forest.segmentation import read_segmentation
from dragoman.model import Model

FEATURE = "coh1"
METHODS = ("mert", "mert-forest", "mira", "pro")


def vary(plain: Experiment, system: str) -> Experiment:
    """The experiment with another method; ``+`` keeps the weight from falling below 0."""
    method = system.removesuffix("+")
    kept = (FEATURE,) if system.endswith("+") else ()
    return replace(plain, tuning=replace(plain.tuning, method=method, nonnegative=kept))


def uncohesive(segments: Path, trees: list[DependencyTree]) -> float:
    """The share of uncohesive translations, in per cent."""
    lines = list(read_segmentation(segments))
    pairs = zip(trees, lines, strict=True)
    found = sum(
        not is_cohesive(tree, [phrase.source for phrase in line.phrases]) for tree, line in pairs
    )
    return 100 * found / len(lines)


def relative(weights: Mapping[str, float]) -> float:
    """The weight's part of the sum of all sizes."""
    return weights[FEATURE] / sum(map(abs, weights.values()))


def main() -> None:
    systems = [*METHODS, *(f"{method}+" for method in METHODS)]
    arguments = arguments_of(__doc__.splitlines()[0], systems, METHODS)
    variants = Variants(arguments, vary)
    [test, *_] = variants.plain.test
    assert test.conllu, f"the test set {test.name} needs trees"
    results = variants.run()
    trees = list(read_conllu(variants.base / test.conllu))[: len(variants.references(test))]
    print(f"{'method':<13} {'BLEU':>14} {FEATURE:>18} {'below 0':>8} {'uncohesive':>14}")
    for system, directories in results.items():
        scores = [json.loads((one / SCORES).read_text()) for one in directories]
        bleu = [float(one[test.name]["bleu"]["score"]) for one in scores]
        models = (Model.open(path) for path in variants.models(system))
        weights = [relative(model.weights) for model in models]
        shares = [uncohesive(one / f"{test.name}.segments", trees) for one in directories]
        print(
            f"{system:<13} {mean(bleu):>6.2f} ± {stdev(bleu):<5.3f} {mean(weights):>9.4f} ± {stdev(weights):<6.4f} "
            f"{sum(weight < 0 for weight in weights):>8} {mean(shares):>6.1f} ± {stdev(shares):.1f}%"
        )


if __name__ == "__main__":
    main()

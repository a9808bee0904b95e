"""The tables of Cherry (2008) and of Bach, Vogel & Cherry (2009) for any experiment with source trees.

    python benchmarks/cohesion_table.py experiment.toml --runs 3
    python benchmarks/cohesion_table.py experiment.toml --systems base coh1 coh2 coh3 coh4 coh5

The experiment says everything but the grammar's reordering and the decoder's cohesion, which the systems add. Each is
trained, tuned ``--runs`` times with different seeds and evaluated by ``dragoman train``'s own stages, which they share
and which are kept: what was interrupted goes on where it was. The report is that of ``dragoman cohesion``, with$
means over the runs.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from dragoman.corpus.conllu import read_conllu
from dragoman.evaluate.cohesion import AnalysisOptions, SystemOutput, analyse
from dragoman.evaluate.cohesion_tables import cohesion_tables
from dragoman.evaluate.metric import MetricOptions
from dragoman.experiment.config import Experiment, dump, read_experiment
from dragoman.experiment.run import ExperimentRun
from dragoman.model.segments import read_segments

SYSTEMS: dict[str, tuple[Literal["none", "wbe"], tuple[str, ...]]] = {
    "base": ("none", ()),
    "lex": ("wbe", ()),
    "coh1": ("none", ("coh1",)),
    "lex+coh1": ("wbe", ("coh1",)),
    "coh2": ("none", ("coh2",)),
    "coh3": ("none", ("coh3",)),
    "coh4": ("none", ("coh4",)),
    "coh5": ("none", ("coh5",)),
}


def variant(plain: Experiment, system: str, seed: int) -> Experiment:
    """The experiment as one run of a system."""
    reordering, cohesion = SYSTEMS[system]
    name = f"{plain.name}.{system}.{seed}"
    return replace(
        plain,
        name=name,
        output=f"{name}.model",
        grammar=replace(plain.grammar, reordering=reordering),
        decoder=replace(plain.decoder, cohesion=cohesion),
        tuning=replace(plain.tuning, seed=seed, runs=1),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("experiment", type=Path)
    parser.add_argument("--systems", nargs="+", choices=SYSTEMS, default=list(SYSTEMS)[:4])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    plain = read_experiment(arguments.experiment)
    base = arguments.experiment.resolve().parent
    results: list[tuple[str, Path]] = []
    for seed in range(plain.tuning.seed, plain.tuning.seed + arguments.runs):
        for system in arguments.systems:
            one = variant(plain, system, seed)
            config = base / f"{one.name}.toml"
            config.write_text(dump(one), encoding="utf-8")
            run = ExperimentRun(config, arguments.threads)
            run.run()
            results.append((system, run.shop.path(run.recipe.last)))
    results.sort(key=lambda result: arguments.systems.index(result[0]))
    settings = plain.evaluation
    lowercase = settings.lowercase or plain.preprocessing.lowercase
    options = AnalysisOptions(metric_options=MetricOptions(settings.tokenize, lowercase))
    for test in plain.test:
        assert test.conllu, f"the test set {test.name} needs trees"
        limit = settings.sentences or None
        trees = list(read_conllu(base / test.conllu))[:limit]
        columns = [(base / path).read_text("utf-8").splitlines()[:limit] for path in test.targets]
        outputs = []
        for system, directory in results:
            segments = list(read_segments(directory / f"{test.name}.segments"))
            texts = [" ".join(word for s in line for word in s.target) for line in segments]
            outputs.append(SystemOutput(system, texts, segments, trees))
        print(f"\n== {test.name}\n")
        print(cohesion_tables(analyse(outputs, list(zip(*columns, strict=True)), options)))


if __name__ == "__main__":
    main()

"""The quick start: several systems trained on the sample world, compared, and one translation explained."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from dragoman.common.errors import ConfigError
from dragoman.common.progress import note
from dragoman.evaluate.bleu import BLEU
from dragoman.evaluate.metric import Matrix
from dragoman.evaluate.significance import bootstrap
from dragoman.experiment.config import (
    Bitext,
    EvaluationSet,
    Experiment,
    LanguageModelSection,
    Tuning,
)
from dragoman.experiment.dump import dump
from dragoman.experiment.resources import Resources
from dragoman.experiment.run import ExperimentRun, TrainingResult
from dragoman.grammar import ExtractionOptions, PhraseTableOptions
from dragoman.io.files import open_output, read_lines
from dragoman.model import Model, Translation
from dragoman.model.requests.reader import InputReader
from dragoman.sample.writer import SOURCE_CODE, TARGET_CODE, WorldOptions, write_world
from dragoman.search import SearchOptions

WORLD = "world"
MARK = "# Made by dragoman quickstart.\n"
"""The first line of its experiments: a file without it is the user's."""
METRIC = BLEU(tokenize="none")
POPS = 200
"""A fifth of the usual pops: with phrases from so little text they find nearly as much."""


@dataclass(frozen=True)
class System:
    """One way to translate, as settings of an experiment."""

    name: str
    summary: str
    grammar: ExtractionOptions
    decoder: SearchOptions


SYSTEMS = (
    System(
        "monotone",
        "phrases in source order",
        PhraseTableOptions(reordering="none"),
        SearchOptions(pop_limit=POPS, distortion_limit=0),
    ),
    System(
        "distance",
        "phrases may jump, at a cost",
        PhraseTableOptions(reordering="none"),
        SearchOptions(pop_limit=POPS),
    ),
    System(
        "lexicalised",
        "phrases know how they move",
        PhraseTableOptions(),
        SearchOptions(pop_limit=POPS),
    ),
    System(
        "cohesive",
        "... and respect the source tree",
        PhraseTableOptions(),
        SearchOptions(pop_limit=POPS, cohesion=("coh1",)),
    ),
)


@dataclass(frozen=True)
class Row:
    """What became of a system; ``p`` is of the difference to the system before."""

    system: System
    outcome: TrainingResult
    seconds: float
    statistics: Matrix
    p: float | None

    def score(self, metric: str) -> float:
        """The test set's score."""
        return float(self.outcome.scores["test"][metric]["score"])


def run_quickstart(directory: Path, threads: int, pairs: int = 8000) -> list[Row]:
    """Generate the sample world, and train, tune and evaluate every system."""
    check_systems(directory)
    write_once(directory / WORLD, WorldOptions(train=pairs))
    rows: list[Row] = []
    for system in SYSTEMS:
        rows.append(_run(system, directory, threads, rows))
    return rows


def check_systems(directory: Path) -> None:
    """Fails if a system's experiment would replace one of the user's."""
    check_configs(_config(system, directory) for system in SYSTEMS)


def check_configs(configs: Iterable[Path]) -> None:
    """Fails if something of the user's would be replaced."""
    for config in configs:
        if config.exists() and next(iter(read_lines(config)), "") != MARK.strip():
            raise ConfigError(f"{config} is there already; name another --directory")


def write_once(world: Path, options: WorldOptions) -> None:
    """Writes a sample world, unless one with as many training pairs is there."""
    trained = world / f"train.{SOURCE_CODE}"
    if not trained.is_file() or sum(1 for _ in read_lines(trained)) != options.train:
        note(f"sample world: {options.train} + {options.dev} + {options.test} sentence pairs")
        world.parent.mkdir(parents=True, exist_ok=True)
        write_world(world, options)


def run_experiment(
    config: Path, experiment: Experiment, threads: int, announced: bool = True
) -> tuple[TrainingResult, Matrix]:
    """Runs an experiment on the sample world beside its file; also returns the statistics of BLEU on the test set."""
    with open_output(config) as out:
        out.write(MARK + dump(experiment))
    run = ExperimentRun(config, Resources(threads))
    outcome = run.run(announced=announced)
    translations = list(read_lines(run.store.path(run.recipe.last) / "test.translation"))
    references = [list(read_lines(config.parent / WORLD / f"test.{TARGET_CODE}"))]
    return outcome, METRIC.corpus_statistics(translations, references)


def _config(system: System, directory: Path) -> Path:
    return directory / f"{system.name}.toml"


def sample_bitext(part: str) -> dict[str, Any]:
    """The files of a part of the sample world, as an experiment beside it names them."""
    return {
        "source": f"{WORLD}/{part}.{SOURCE_CODE}",
        "target": f"{WORLD}/{part}.{TARGET_CODE}",
        "docs": f"{WORLD}/{part}.docs",
        "conllu": f"{WORLD}/{part}.conllu",
    }


def experiment_of(system: System) -> Experiment:
    """The experiment for a system on the sample world."""
    return Experiment(
        name=system.name,
        training=Bitext(**sample_bitext("train")),
        development=Bitext(**sample_bitext("dev")),
        test=(EvaluationSet(**sample_bitext("test")),),
        output=f"{system.name}.model",
        lm=LanguageModelSection(order=4),
        grammar=system.grammar,
        decoder=system.decoder,
        tuning=Tuning(sentences=200, iterations=5),
    )


def _run(system: System, directory: Path, threads: int, before: list[Row]) -> Row:
    note(f"== {system.name}: {system.summary}")
    start = time.monotonic()
    config = _config(system, directory)
    outcome, statistics = run_experiment(config, experiment_of(system), threads)
    p = bootstrap(METRIC, before[-1].statistics, statistics).p if before else None
    return Row(system, outcome, time.monotonic() - start, statistics, p)


def example(row: Row, world: Path) -> Translation:
    """Return a sentence of middling length in which phrases moved, translated as well as any such."""
    gains = METRIC.sentence_scores(row.statistics)
    sources = list(read_lines(world / f"test.{SOURCE_CODE}"))
    short = [i for i, line in enumerate(sources) if 7 <= len(line.split()) <= 14]
    order = sorted(short, key=lambda i: (-gains[i], i))[:20]
    model = Model.open(row.outcome.model, bounds=None)
    reader = InputReader(model.text, trees=world / "test.conllu")
    inputs = list(reader.read(world / f"test.{SOURCE_CODE}"))
    translations = model.translate([inputs[i] for i in order])
    return max(translations, key=lambda t: (_jumps(t), len(t.derivation.steps)))


def _jumps(translation: Translation) -> int:
    """How often a phrase did not follow its predecessor in the source."""
    spans = [step.source_spans[0] for step in translation.derivation.steps]
    return sum(left[1] != right[0] for left, right in pairwise(spans))

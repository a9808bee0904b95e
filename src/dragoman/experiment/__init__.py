"""The pipeline: stages, caching, resume, the quick start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dragoman.common.lazy import lazy_exports

if TYPE_CHECKING:
    from dragoman.experiment.config import Experiment as Experiment
    from dragoman.experiment.config import read_experiment as read_experiment
    from dragoman.experiment.from_texts import train as train
    from dragoman.experiment.run import ExperimentRun as ExperimentRun
    from dragoman.experiment.run import TrainingResult as TrainingResult
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__)

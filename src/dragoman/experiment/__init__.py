"""The pipeline: stages, caching, resume, the quick start."""

from dragoman.common.lazy import lazy_exports

__all__, __getattr__, __dir__ = lazy_exports(
    {
        "Experiment": "dragoman.experiment.config",
        "ExperimentRun": "dragoman.experiment.run",
        "Outcome": "dragoman.experiment.run",
        "read_experiment": "dragoman.experiment.config",
        "train": "dragoman.experiment.from_texts",
    }
)

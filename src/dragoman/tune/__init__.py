"""Tuning weights: MERT, MIRA, PRO."""

from dragoman.common.lazy import lazy_exports

__all__, __getattr__, __dir__ = lazy_exports(
    {
        "Candidate": "dragoman.tune.lists",
        "MertOptions": "dragoman.tune.mert",
        "MiraOptions": "dragoman.tune.mira",
        "ProOptions": "dragoman.tune.pro",
        "TuneOptions": "dragoman.tune.options",
        "TuneResult": "dragoman.tune.loop",
        "TuningIteration": "dragoman.tune.loop",
        "tune": "dragoman.tune.loop",
    }
)

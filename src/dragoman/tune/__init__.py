"""Tuning weights: MERT, MIRA, PRO."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dragoman.common.lazy import lazy_exports

if TYPE_CHECKING:
    from dragoman.tune.lists import Candidate as Candidate
    from dragoman.tune.loop import TuneResult as TuneResult
    from dragoman.tune.loop import tune as tune
    from dragoman.tune.mert import MertOptions as MertOptions
    from dragoman.tune.mira import MiraOptions as MiraOptions
    from dragoman.tune.options import TuneOptions as TuneOptions
    from dragoman.tune.pro import ProOptions as ProOptions
    from dragoman.tune.report import TuningIteration as TuningIteration
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__)

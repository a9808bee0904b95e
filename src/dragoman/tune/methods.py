"""The tuners by name."""

from __future__ import annotations

from dragoman.common.errors import ConfigError
from dragoman.tune.mert import Mert, MertOptions
from dragoman.tune.mira import Mira, MiraOptions
from dragoman.tune.pro import Pro, ProOptions
from dragoman.tune.tuner import Tuner

METHODS = ("mert", "mira", "pro")
FOREST_MERT = "mert-forest"
"""MERT on forests, which the loop gets from the decoder."""
MethodOptions = MertOptions | MiraOptions | ProOptions


def make_forest_mert(options: MethodOptions | None = None) -> Mert:
    """MERT with fewer starts and directions by default: searches on forests take longer."""
    if options is None:
        return Mert(MertOptions(restarts=2, directions=4, passes=5))
    if isinstance(options, MertOptions):
        return Mert(options)
    raise ConfigError(f"{type(options).__name__} are not options of {FOREST_MERT}")


def make_tuner(method: str, options: MethodOptions | None = None) -> Tuner:
    """A tuner with its own options, or the defaults."""
    if method == "mert" and (options is None or isinstance(options, MertOptions)):
        return Mert(options)
    if method == "mira" and (options is None or isinstance(options, MiraOptions)):
        return Mira(options)
    if method == "pro" and (options is None or isinstance(options, ProOptions)):
        return Pro(options)
    if method in METHODS:
        raise ConfigError(f"{type(options).__name__} are not options of {method}")
    raise ConfigError(
        f"there is no tuning method '{method}' ({', '.join((*METHODS, FOREST_MERT))})"
    )

"""The tuners by name."""

from __future__ import annotations

from dragoman.common.errors import ConfigError
from dragoman.tune.mert import Mert, MertOptions
from dragoman.tune.mira import Mira, MiraOptions
from dragoman.tune.pro import Pro, ProOptions
from dragoman.tune.tuner import Tuner

METHODS = ("mert", "mira", "pro")
MethodOptions = MertOptions | MiraOptions | ProOptions


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
    raise ConfigError(f"there is no tuning method '{method}' ({', '.join(METHODS)})")

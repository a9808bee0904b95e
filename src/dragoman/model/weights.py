"""The weights a model starts with, before anybody tuned it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dragoman.common.errors import ConfigError
from dragoman.search.catalogue import default_weight


def complete(features: Iterable[str], given: Mapping[str, float]) -> dict[str, float]:
    """A weight for every feature, the given ones first; a name that is no feature is refused."""
    names = list(features)
    strange = sorted(set(given) - set(names))
    if strange:
        raise ConfigError(
            f"there is no feature '{strange[0]}'; the features are {', '.join(names)}"
        )
    return {name: float(given.get(name, default_weight(name))) for name in names}

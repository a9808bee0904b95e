"""The weights a model starts with, before anybody tuned it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dragoman.common.errors import ConfigError

_DEFAULTS = {
    "lm": 0.5,
    "phrase_inverse": 0.2,
    "lexical_inverse": 0.2,
    "phrase_direct": 0.2,
    "lexical_direct": 0.2,
    "phrase_penalty": 0.2,
    "word_penalty": -1.0,
    "unknown": 1.0,
    "distortion": 0.3,
}
"""Moses' customary starting point."""
_REORDERING = 0.3
_COHESION = 0.1
_GAPS = 0.1


def default_weight(feature: str) -> float:
    """Where tuning starts; a feature that nobody knows starts without influence."""
    if feature in _DEFAULTS:
        return _DEFAULTS[feature]
    if feature.startswith("coh"):
        return _COHESION
    if feature.startswith("gaps."):
        return _GAPS
    return _REORDERING if feature.startswith("reordering.") else 0.0


def complete(features: Iterable[str], given: Mapping[str, float]) -> dict[str, float]:
    """A weight for every feature, the given ones first; a name that is no feature is refused."""
    names = list(features)
    strange = sorted(set(given) - set(names))
    if strange:
        raise ConfigError(
            f"there is no feature '{strange[0]}'; the features are {', '.join(names)}"
        )
    return {name: float(given.get(name, default_weight(name))) for name in names}

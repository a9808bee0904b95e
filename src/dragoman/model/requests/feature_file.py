"""Features of the search from a Python file that the user names (``--features FILE.py``)."""

from __future__ import annotations

import os
import runpy
from pathlib import Path
from typing import TYPE_CHECKING

from dragoman.common.errors import ConfigError
from dragoman.common.user_code import user_code
from dragoman.common.warning import warn
from dragoman.search import EdgeFeature, RuleFeature, SearchFeature
from dragoman.search.features import WrittenFeature

if TYPE_CHECKING:
    from dragoman.model.model import Model

BASES = (SearchFeature, EdgeFeature, RuleFeature)


def read_features(path: str | os.PathLike[str]) -> list[WrittenFeature]:
    """Runs the file; one of every feature that it defines, made without arguments."""
    if not Path(path).is_file():
        raise ConfigError(f"{path}: there is no such file")
    with user_code("the feature file", path):
        things = runpy.run_path(str(path)).values()
    found = [
        _made(thing, path)
        for thing in things
        if isinstance(thing, type) and issubclass(thing, BASES) and thing not in BASES
    ]
    if not found:
        raise ConfigError(
            f"{path}: expected a class derived from SearchFeature, EdgeFeature or RuleFeature of dragoman.search"
        )
    return found


def _made(kind: type[WrittenFeature], path: str | os.PathLike[str]) -> WrittenFeature:
    missing = sorted(getattr(kind, "__abstractmethods__", ()))
    if missing:
        raise ConfigError(f"{path}: the feature {kind.__name__} has no method '{missing[0]}'")
    with user_code(f"making the feature {kind.__name__}", path, called=(kind.__init__,)):
        return kind()


def warn_without_weights(model: Model) -> None:
    """Warn of every feature in Python that has no weight: it has no influence."""
    for feature in model.features:
        if model.weights.get(feature.name) == 0:
            warn(
                f"the feature '{feature.name}' has the weight 0, so that it has no influence: "
                f"give it one (--weights {feature.name}=0.1), or tune the model with it"
            )

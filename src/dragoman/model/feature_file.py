"""Features of the search from a Python file that the user names (``--features FILE.py``)."""

from __future__ import annotations

import os
import runpy
from pathlib import Path

from dragoman.common.errors import ConfigError
from dragoman.common.user_code import user_code
from dragoman.search import AnyFeature, EdgeFeature, RuleFeature, SearchFeature

BASES = (SearchFeature, EdgeFeature, RuleFeature)


def read_features(path: str | os.PathLike[str]) -> list[AnyFeature]:
    """Runs the file; one of every feature that it defines, made without arguments."""
    if not Path(path).is_file():
        raise ConfigError(f"{path}: there is no such file")
    with user_code("the feature file", path):
        found = [
            thing()
            for thing in runpy.run_path(str(path)).values()
            if isinstance(thing, type) and issubclass(thing, BASES) and thing not in BASES
        ]
    if not found:
        raise ConfigError(
            f"{path}: expected a class derived from SearchFeature, EdgeFeature or RuleFeature of dragoman.search"
        )
    return found

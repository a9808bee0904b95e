"""Packages that only some users need (the extras in ``pyproject.toml``)."""

from __future__ import annotations

import importlib
from typing import Any

from dragoman.common.errors import ConfigError


def require(module: str, extra: str) -> Any:
    """Imports an optional package, or says in one sentence how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise ConfigError(
            f"this needs the package '{module}': pip install 'dragoman[{extra}]'"
        ) from None

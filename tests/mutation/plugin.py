"""Lets the tests of one process run a mutant: pytest -p mutation.plugin.

``DRAGOMAN_MUTANT_PACKAGES`` names a folder with another copy of the Python package, ``DRAGOMAN_MUTANT_CORE`` another
native core. Programs that a test starts are not changed.
"""

from __future__ import annotations

import importlib.util
import os
import sys


def load_mutant() -> None:
    """Put what the environment names in the place of what is installed."""
    packages = os.environ.get("DRAGOMAN_MUTANT_PACKAGES")
    core = os.environ.get("DRAGOMAN_MUTANT_CORE")
    if packages:
        sys.meta_path[:] = [one for one in sys.meta_path if "Editable" not in type(one).__name__]
        sys.meta_path[:] = [one for one in sys.meta_path if "Redirecting" not in type(one).__name__]
        sys.path.insert(0, packages)
    if core:
        import dragoman  # noqa: F401

        spec = importlib.util.spec_from_file_location("dragoman._core", core)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules["dragoman._core"] = module
        spec.loader.exec_module(module)


load_mutant()

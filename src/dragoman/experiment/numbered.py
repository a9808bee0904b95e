"""The inputs of a stage that are several of a kind, such as the references ``target0``, ``target1``, ..."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path


def numbered(inputs: Mapping[str, Path], name: str) -> list[Path]:
    """Return the inputs that are called ``name`` or ``name`` and a number, in the order of the numbers."""
    found = {
        int(match[1] or 0): path
        for one, path in inputs.items()
        if (match := re.fullmatch(rf"{re.escape(name)}(\d*)", one))
    }
    return [found[number] for number in sorted(found)]

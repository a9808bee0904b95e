"""Names for what is being written, beside its final place; and what killed processes left under such names."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


def temporary_beside(final: Path) -> Path:
    """Where this process writes what will be ``final``. What dead processes left of theirs is removed."""
    remove_leftovers(final)
    return final.with_name(f".{final.name}.{os.getpid()}.tmp")


def remove_leftovers(final: Path) -> None:
    """Removes unfinished versions of ``final`` whose writers are gone from this machine."""
    prefix = f".{final.name}."
    for path in final.parent.glob(".*.tmp"):
        process = path.name.removeprefix(prefix).removesuffix(".tmp")
        if not path.name.startswith(prefix) or not process.isdecimal() or _alive(int(process)):
            continue
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True

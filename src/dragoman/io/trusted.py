"""Which files were found sound before, so that a model is hashed once and then opens in milliseconds.

A file is recognised by device, inode, size, and the times of its last change of content and of status; whoever
alters a file changes at least one of them. What is remembered is the file together with its hash, so that a sound
file of another model does not pass. The record lies in the user's cache and losing it costs only time.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


def _record(path: Path, digest: str) -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    facts = path.stat()
    stamp = (facts.st_dev, facts.st_ino, facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns)
    name = "-".join([*(f"{value:x}" for value in stamp), digest])
    return Path(base) / "dragoman" / "sound" / name[-2:] / name


def known(path: Path, digest: str) -> bool:
    """Whether this very file, unchanged, was found before to have this hash (SHA-256 in hexadecimal)."""
    try:
        return _record(path, digest).exists()
    except (OSError, RuntimeError):
        return False


def remember(found: Iterable[tuple[Path, str]]) -> None:
    """Records files that were just hashed; does nothing where no cache can be written."""
    with suppress(OSError, RuntimeError):
        for path, digest in found:
            record = _record(path, digest)
            record.parent.mkdir(parents=True, exist_ok=True)
            record.touch()

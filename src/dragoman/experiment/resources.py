"""What the work of an experiment may use of the machine. No result depends on it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Resources:
    """Cores and memory."""

    threads: int = 1
    memory: int = 1 << 30
    """Bytes for n-grams while they are counted, for phrase pairs while they are extracted, and for the rules of the
    development set while they are looked up; what is beyond waits in files."""

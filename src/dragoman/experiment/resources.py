"""What the work of an experiment may use of the machine. No result depends on it."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from dragoman.cluster import ClusterOptions, Engine, opened


@dataclass(frozen=True)
class Resources:
    """Cores, memory, and a cluster if there is one."""

    threads: int = 1
    memory: int = 1 << 30
    """Bytes for n-grams while they are counted, for phrase pairs while they are extracted, and for the rules of the
    development set while they are looked up; what is beyond waits in files."""
    cluster: ClusterOptions = field(default_factory=ClusterOptions)

    def engine(self) -> AbstractContextManager[Engine]:
        """Return the engine, for the time of a block."""
        return opened(self.cluster, self.threads)

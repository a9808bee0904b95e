"""Which engine works."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from dragoman.settings.settings import Settings, about

if TYPE_CHECKING:
    from dragoman.cluster.engine import Engine


class ClusterOptions(Settings):
    """A Spark cluster whose executors share the work; no result depends on it."""

    spark: Annotated[
        str | None,
        about(
            "A Spark Connect server, such as sc://localhost:15002; its executors need the same version of Dragoman."
        ),
    ] = None
    shared: Annotated[
        str | None,
        about(
            "A directory that this machine and all executors have under the same name: what tasks read is copied "
            "there. Default: they have all files under the names that this machine has."
        ),
    ] = None

    def chosen(self) -> dict[str, Any]:
        """Return the settings that were given."""
        return {name: getattr(self, name) for name in self.given}


@contextmanager
def opened(options: ClusterOptions, threads: int = 1) -> Iterator[Engine]:
    """Yield the engine that was asked for, for the time of the block.

    Args:
        options: The server; without one, this machine works.
        threads: How many threads of this machine work, if it does.
    """
    from dragoman.cluster.engine import OneMachine

    if options.spark is None:
        yield OneMachine(threads)
        return
    from dragoman.cluster.spark import SparkEngine

    engine = SparkEngine(options.spark, Path(options.shared) if options.shared else None)
    try:
        yield engine
    finally:
        engine.close()

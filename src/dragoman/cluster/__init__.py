"""Work on more than one machine: the same stages, with a Spark cluster's executors in the place of threads.

    with opened(ClusterOptions(spark="sc://localhost:15002")) as engine:
        align_files(engine, Path("aligner"), Path("train.de"), Path("train.en"), Path("links"))

An engine moves chunks of bytes to functions and their answers back, and that is all. It never decides the order of a
result, sums of numbers or names of files, so that results are those of one machine, byte for byte.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dragoman.common.lazy import lazy_exports

if TYPE_CHECKING:
    from dragoman.cluster.alignment import align_files as align_files
    from dragoman.cluster.engine import Engine as Engine
    from dragoman.cluster.engine import OneMachine as OneMachine
    from dragoman.cluster.extraction import extract_with as extract_with
    from dragoman.cluster.language_model import estimate_with as estimate_with
    from dragoman.cluster.options import ClusterOptions as ClusterOptions
    from dragoman.cluster.options import opened as opened
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__)

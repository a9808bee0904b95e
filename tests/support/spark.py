"""A Spark Connect server for tests: Sail, which needs no Java and starts in a second."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def spark_server() -> Iterator[str]:
    """The address of a server; the test is skipped where Sail or Spark's client is missing."""
    main = sys.modules["__main__"]
    if not hasattr(main, "__file__"):
        main.__file__ = __file__  # or Spark's client takes a worker of xdist for a run of doctests
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sail = pytest.importorskip("pysail.spark")
        pytest.importorskip("pyspark.sql.connect.session")
    server = sail.SparkConnectServer()
    server.start(background=True)
    try:
        yield f"sc://127.0.0.1:{server.listening_address[1]}"
    finally:
        server.stop()

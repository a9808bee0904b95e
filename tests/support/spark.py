"""Spark Connect servers for tests: Sail, without Java and started in a second, and Spark where it is installed."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PATIENCE = 600
"""Seconds in which Spark has to start."""


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


@contextmanager
def java_spark_server(place: Path) -> Iterator[str]:
    """The address of a server of Spark itself, in the directory that ``SPARK_HOME`` names; skipped without it.

    ``pip install pyspark`` into another environment makes such a directory: ``site-packages/pyspark``.
    """
    home = os.environ.get("SPARK_HOME")
    if home is None or shutil.which("java") is None:
        pytest.skip("SPARK_HOME names no Spark, or there is no Java")
    pytest.importorskip("pyspark.sql.connect.session")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": str(port),
        "spark.driver.host": "127.0.0.1",
        "spark.sql.shuffle.partitions": "2",
        "spark.ui.enabled": "false",
    }
    call = ["bash", f"{home}/sbin/start-connect-server.sh", "--wait", "--master", "local[2]"]
    for name, value in settings.items():
        call += ["--conf", f"{name}={value}"]
    directories = {"SPARK_LOCAL_DIRS": str(place), "SPARK_LOG_DIR": str(place)}
    environment = {"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable, **directories}
    with (place / "log").open("w") as log:
        server = subprocess.Popen(
            call,
            env={**os.environ, **environment},
            stdout=log,
            stderr=log,
            cwd=place,
            start_new_session=True,
        )
    try:
        _wait(server, port, place / "log")
        yield f"sc://127.0.0.1:{port}"
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait()


def _wait(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.5)
    pytest.fail(f"Spark did not start: {log.read_text()[-2000:]}")

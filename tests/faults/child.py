"""A command in a fork of this process, which has imported Python's and our modules already.

A trial takes a tenth of the time, and kills fall into the work of the command, not into its start.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from signal import SIGKILL
from subprocess import TimeoutExpired
from types import TracebackType

_LOOK = 0.002
"""Seconds between looks whether it has ended."""


def environment(folder: Path) -> dict[str, str]:
    """Return what a command is told: a cache of its own, and one date for all that it writes.

    Args:
        folder: Where the command runs.
    """
    return {"XDG_CACHE_HOME": str(folder / "cache"), "SOURCE_DATE_EPOCH": "1700000000"}


class Child:
    """What is needed of ``subprocess.Popen``.

    What it says comes through a pipe: a file would end where the files of a full disk end.
    """

    def __init__(self, words: list[str], folder: Path, prepare: Callable[[], None] | None) -> None:
        self._said, said = os.pipe()
        self.returncode: int | None = None
        sys.stdout.flush()
        sys.stderr.flush()
        self._pid = os.fork()
        if self._pid == 0:
            _run(words, folder, said, prepare)
        os.close(said)

    def __enter__(self) -> Child:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()
        self.wait()
        os.close(self._said)

    def kill(self) -> None:
        """At once."""
        if self.returncode is None:
            os.kill(self._pid, SIGKILL)

    def wait(self, timeout: float = float("inf")) -> int:
        """Its exit code; TimeoutExpired if it has not ended by then."""
        end = time.monotonic() + timeout
        while self.returncode is None:
            pid, status = os.waitpid(self._pid, 0 if timeout == float("inf") else os.WNOHANG)
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
            elif time.monotonic() > end:
                raise TimeoutExpired("dragoman", timeout)
            else:
                time.sleep(_LOOK)
        return self.returncode

    def communicate(self) -> tuple[str, str]:
        """Nothing, and what it said on standard error."""
        said = b""
        while piece := os.read(self._said, 1 << 16):  # until all who could write have ended
            said += piece
        self.wait()
        return "", said.decode()


def _run(words: list[str], folder: Path, said: int, prepare: Callable[[], None] | None) -> None:
    code = 70
    try:
        from dragoman.cli.main import main

        null = os.open(os.devnull, os.O_RDWR)
        for one, file in enumerate((null, null, said)):
            os.dup2(file, one)
        sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w", buffering=1)  # noqa: SIM115
        os.chdir(folder)
        os.environ |= environment(folder)
        if prepare is not None:
            prepare()
        code = main(words)
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else 1
    finally:
        os._exit(code)

"""The process that runs the inputs of one reader, and the one that watches it.

A process that dies is a finding, and another goes on after the input that killed it. A worker ends with the process
that started it, however that one ends. It is forked, so that it need not import anything: a turn is for inputs.
"""

from __future__ import annotations

import faulthandler
import gc
import importlib.util
import multiprocessing
import os
import resource
import shutil
import signal
import sys
import threading
import time
import traceback
from ctypes import c_uint64
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

CORE, ONE_THREAD = "DRAGOMAN_FUZZ_CORE", "DRAGOMAN_FUZZ_ONE_THREAD"
"""Variables that name another core: a sanitised one, and one that does all work on the calling thread."""
PROCESSOR_SECONDS = 10
LOOK, LOOKS = 0.5, 240
"""Seconds between two looks at a worker, and how many without a new input mean that it waits for ever. Time on the
clock says less: where others have the processor, or the campaign is stopped for a while, it goes on."""
MEMORY = 2 << 30
MOST_FINDINGS = 10
"""Of a reader in one turn."""


def load_core() -> None:
    """Puts the core that the environment names in the place of the installed one."""
    path = os.environ.get(CORE) or os.environ.get(ONE_THREAD)
    if path and "dragoman._core" not in sys.modules:
        import dragoman  # noqa: F401

        spec = importlib.util.spec_from_file_location("dragoman._core", path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules["dragoman._core"] = module
        spec.loader.exec_module(module)


def _end_with_parent(place: str) -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    shutil.rmtree(place, ignore_errors=True)
    os._exit(1)


def work(name: str, first: int, last: int, at: Any, report: Connection, place: str) -> None:
    """Runs the inputs [first, last) of a reader and reports each finding; ``at`` holds the number of the input."""
    threading.Thread(target=_end_with_parent, args=(place,), daemon=True).start()
    from dragoman.common.errors import DragomanError
    from fuzz.readers import reader_named

    if not os.environ.get(CORE):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    faulthandler.register(signal.SIGVTALRM, chain=True)
    os.environ["XDG_CACHE_HOME"] = os.devnull
    reader = reader_named(name)
    reader.prepare(Path(place))
    gc.collect()
    gc.freeze()  # what is there stays, and need not be looked at over and over
    gc.set_threshold(20_000)
    for number in range(first, last):
        at.value = number
        signal.setitimer(signal.ITIMER_VIRTUAL, PROCESSOR_SECONDS)
        try:
            reader.run(number)
        except DragomanError:
            pass
        except BaseException:
            report.send((number, traceback.format_exc(limit=-6)))
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    at.value = last
    os._exit(0)  # servers have threads that would be waited for


class Turn:
    """Runs a reader until it has had its inputs or its time."""

    def __init__(self, name: str, first: int, inputs: int, seconds: float) -> None:
        self.name = name
        self.first, self.last = first, first + inputs
        self.end = time.monotonic() + seconds
        self.number = first
        self.findings: list[str] = []

    def run(self) -> None:
        """All of it."""
        shared = "/dev/shm" if Path("/dev/shm").is_dir() else None
        while self.number < self.last and len(self.findings) < MOST_FINDINGS:
            if time.monotonic() > self.end:
                return
            place = mkdtemp(prefix="dragoman-fuzz-", dir=shared)
            try:
                self._process(place)
            finally:
                shutil.rmtree(place, ignore_errors=True)

    def _process(self, place: str) -> None:
        context = multiprocessing.get_context("fork")  # all is imported already
        at = context.Value(c_uint64, self.number, lock=False)
        receive, send = context.Pipe(duplex=False)
        process = context.Process(
            target=work, args=(self.name, self.number, self.last, at, send, place), daemon=True
        )
        process.start()
        send.close()
        try:
            self._watch(process, at, receive)
        finally:
            process.kill()
            process.join()

    def _watch(self, process: Any, at: Any, receive: Connection) -> None:
        seen, looks = self.number, 0
        while process.is_alive() or receive.poll():
            looks += 1
            if receive.poll(LOOK):
                try:
                    number, told = receive.recv()
                except EOFError:
                    process.join()
                    break
                self._find(number, told)
            if at.value != seen:
                seen, looks = at.value, 0
            stuck = looks > LOOKS
            if stuck:
                self._find(seen, f"no end after {LOOK * LOOKS:.0f} seconds")
            if stuck or time.monotonic() > self.end or len(self.findings) >= MOST_FINDINGS:
                self.number = seen + stuck
                return
        self.number = at.value
        if process.exitcode:
            self._find(self.number, f"the process ended with {process.exitcode}")
            self.number += 1

    def _find(self, number: int, told: str) -> None:
        self.findings.append(f"{self.name} {number}: {told}")

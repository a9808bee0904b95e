"""Runs the campaign: every reader for some inputs or some seconds, in a process of its own.

    python -m fuzz.run --seconds 600                      # all readers, with the clock divided among them
    python -m fuzz.run --inputs 1000000 --reader lm-hash
    python -m fuzz.run --replay lm-hash 4711              # one input again, here, with its traceback

An input is known by its reader and its number. A finding is printed with them. ``DRAGOMAN_FUZZ_CORE`` names another
native core (a sanitised one, see ``make fuzz``). What an input may take is bounded: ten seconds of the processor, two
minutes of the clock, and two gigabytes of memory unless sanitisers reserve it.
"""

from __future__ import annotations

import argparse
import faulthandler
import importlib.util
import multiprocessing
import os
import resource
import signal
import sys
import time
import traceback
from ctypes import c_uint64
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

CORE = "DRAGOMAN_FUZZ_CORE"
PROCESSOR_SECONDS = 10
CLOCK_SECONDS = 120
MEMORY = 2 << 30
MOST_FINDINGS = 10
"""Of a reader; then the next one has its turn."""


def load_core() -> None:
    """Puts the core that the environment names in the place of the installed one."""
    path = os.environ.get(CORE)
    if path and "dragoman._core" not in sys.modules:
        import dragoman  # noqa: F401

        spec = importlib.util.spec_from_file_location("dragoman._core", path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules["dragoman._core"] = module
        spec.loader.exec_module(module)


def work(name: str, first: int, last: int, at: Any, report: Connection) -> None:
    """Runs the inputs [first, last) of a reader and reports each finding; ``at`` holds the number of the input."""
    load_core()
    from dragoman.common.errors import DragomanError
    from fuzz.readers import reader_named

    if not os.environ.get(CORE):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    faulthandler.register(signal.SIGVTALRM, chain=True)
    shared = "/dev/shm" if Path("/dev/shm").is_dir() else None
    reader = reader_named(name)
    with TemporaryDirectory(dir=shared) as place:
        reader.prepare(Path(place))
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


class Campaign:
    """Runs a reader until it has had its inputs or its time; a process that dies is a finding, another goes on."""

    def __init__(self, name: str, first: int, inputs: int, seconds: float) -> None:
        self.name = name
        self.first, self.last = first, first + inputs
        self.end = time.monotonic() + seconds
        self.number = first
        self.findings: list[str] = []

    def run(self) -> None:
        """All of it."""
        while self.number < self.last and len(self.findings) < MOST_FINDINGS:
            if time.monotonic() > self.end:
                return
            self._process()

    def _process(self) -> None:
        context = multiprocessing.get_context("spawn")
        at = context.Value(c_uint64, self.number, lock=False)
        receive, send = context.Pipe(duplex=False)
        process = context.Process(
            target=work, args=(self.name, self.number, self.last, at, send), daemon=True
        )
        process.start()
        send.close()
        seen, since = self.number, time.monotonic()
        while process.is_alive() or receive.poll():
            if receive.poll(0.5):
                try:
                    number, told = receive.recv()
                except EOFError:
                    process.join()
                    break
                self._find(number, told)
            now = time.monotonic()
            if at.value != seen:
                seen, since = at.value, now
            stuck = now - since > CLOCK_SECONDS
            if stuck:
                self._find(seen, f"no end after {CLOCK_SECONDS} seconds")
            if stuck or now > self.end or len(self.findings) >= MOST_FINDINGS:
                process.kill()
                process.join()
                self.number = seen + stuck
                return
        self.number = at.value
        if process.exitcode:
            self._find(self.number, f"the process ended with {process.exitcode}")
            self.number += 1

    def _find(self, number: int, told: str) -> None:
        self.findings.append(f"{self.name} {number}: {told}")


def replay(name: str, number: int) -> None:
    """Runs one input here."""
    from dragoman.common.errors import DragomanError
    from fuzz.readers import reader_named

    reader = reader_named(name)
    with TemporaryDirectory() as place:
        reader.prepare(Path(place))
        try:
            reader.run(number)
        except DragomanError as error:
            print(f"refused: {error}")
        else:
            print("read")


def main() -> int:
    """Parses the command line; 1 if there was a finding."""
    load_core()
    from fuzz.readers import READERS

    names = [reader.name for reader in READERS]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--reader", action="append", choices=names, help="only these")
    parser.add_argument("--inputs", type=int, default=10**9, help="of each reader")
    parser.add_argument("--seconds", type=float, default=1e9, help="for all readers together")
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    parser.add_argument("--replay", nargs=2, metavar=("READER", "NUMBER"))
    options = parser.parse_args()
    if options.replay:
        replay(options.replay[0], int(options.replay[1]))
        return 0
    chosen = options.reader or names
    found = 0
    for name in chosen:
        campaign = Campaign(name, options.first, options.inputs, options.seconds / len(chosen))
        campaign.run()
        count = campaign.number - campaign.first
        print(f"{name}: {count} inputs, {len(campaign.findings)} findings", flush=True)
        for finding in campaign.findings:
            print(finding, flush=True)
        found += len(campaign.findings)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

"""Moses and moses2 as running programs, for ``benchmarks/speed/decode.py``: processor time and mean score of lines."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.support.curve import Point

CUBE = ("-search-algorithm", "1", "-s", "200", "-cube-pruning-pop-limit")
STACK = ("-search-algorithm", "0", "-s")
"""What sets a search of a peer; its limit comes next."""


class Peer:
    """A program with its configuration and search."""

    def __init__(self, program: str, ini: str, search: Sequence[str], beam: float) -> None:
        self.ini = Path(ini).resolve()
        self.command = [str(Path(program).resolve()), "-f", str(self.ini), "-threads", "1"]
        self.command += ["-v", "0", "-output-hypo-score", "true", "-b", str(beam), *search]

    def start(self, limit: int) -> Running:
        """Loads the configuration."""
        return Running([*self.command, str(limit)], self.ini.parent)


class Running:
    """A peer that has loaded and answers line by line, a score before the translation.

    A list of the best would have given scores too, but a decoder that is to write one keeps what it recombines.
    """

    def __init__(self, command: Sequence[str], folder: Path) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            encoding="utf-8",
        )
        self._score("a")  # answered when all is loaded

    def __enter__(self) -> Running:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()

    def decode(self, lines: Sequence[str]) -> Point:
        """Processor seconds of all its threads for these lines alone, and the mean score."""
        begin = self._spent()
        scores = [self._score(line) for line in lines]
        return self._spent() - begin, sum(scores) / len(scores)

    def _score(self, line: str) -> float:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer.strip():
            raise SystemExit(f"no answer of {self.process.args!r}")
        return float(answer.split(" ", 1)[0])

    def _spent(self) -> float:
        clock = ~self.process.pid << 3 | 2  # of another process, as clock_getcpuclockid(3) on Linux
        return time.clock_gettime(clock)

"""What the campaign tries: for every part the command of a turn, and what its output says it did.

A turn takes a minute or a few. Its number is the seed, or the first trial, so that no two turns try the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = (
    "align",
    "cohesion",
    "consistency",
    "evaluate",
    "forest",
    "grammar",
    "lm",
    "search",
    "tune",
)
"""Whose property tests hold results against enumeration or another oracle."""
_EXAMPLES = re.compile(r"- (\d+) passing, (\d+) failing")
_INPUTS = re.compile(r"^\S+: (\d+) inputs, (\d+) findings", re.MULTILINE)
_TRIALS = re.compile(r"^.*: (\d+) trials, (\d+) wrong", re.MULTILINE)
_ACTIONS = re.compile(r"^(\d+) actions", re.MULTILINE)


@dataclass(frozen=True)
class Tried:
    """What a turn did."""

    count: int
    findings: int


@dataclass(frozen=True)
class Part:
    """A part of the campaign."""

    name: str
    unit: str
    """What is counted."""
    share: float
    """Of the processor time of the whole campaign."""
    command: Callable[[int], list[str]]
    """By the number of the turn."""
    read: Callable[[str, int], Tried]
    """From what was printed and the exit code."""


def _sum(pattern: re.Pattern[str]) -> Callable[[str, int], Tried]:
    """Return what adds the numbers of all lines of a form; a failure without any counts as a finding."""

    def read(printed: str, code: int) -> Tried:
        found = [tuple(map(int, groups)) for groups in pattern.findall(printed)]
        wrong = sum(one[1] for one in found)
        return Tried(sum(one[0] for one in found), wrong or int(code != 0))

    return read


def _actions(printed: str, code: int) -> Tried:
    return Tried(sum(map(int, _ACTIONS.findall(printed))), int(code != 0))


def oracle_files() -> list[str]:
    """Return the files with property tests, in order."""
    files = (path for package in PACKAGES for path in (ROOT / "tests" / package).rglob("test_*.py"))
    return sorted(
        str(path.relative_to(ROOT))
        for path in files
        if "@given" in path.read_text(encoding="utf-8")
    )


def _oracle(turn: int) -> list[str]:
    files = oracle_files()
    seed = f"--hypothesis-seed={1000 + turn}"
    statistics = "--hypothesis-show-statistics"
    return [
        "env",
        "DRAGOMAN_EXAMPLES=4",
        "{python}",
        "-m",
        "pytest",
        "-p",
        "no:xdist",
        files[turn % len(files)],
        seed,
        statistics,
    ]


def _make(*words: str) -> Callable[[int], list[str]]:
    return lambda turn: ["make", *(word.format(turn=turn) for word in words)]


PARTS = (
    Part("damaged inputs", "inputs", 0.25, _make("fuzz", "SECONDS=120"), _sum(_INPUTS)),
    Part(
        *("damaged inputs, sanitised core", "inputs", 0.15),
        *(_make("fuzz-sanitized", "SECONDS=120"), _sum(_INPUTS)),
    ),
    Part("eight threads, race detector", "actions", 0.1, _make("tsan", "SECONDS=60"), _actions),
    Part(
        *("full disks and kills", "trials", 0.2),
        *(_make("faults", "TRIALS=1", "FIRST={turn}"), _sum(_TRIALS)),
    ),
    Part("results against enumeration", "examples", 0.3, _oracle, _sum(_EXAMPLES)),
)

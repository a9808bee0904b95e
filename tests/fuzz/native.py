"""The readers of the core that libFuzzer runs (``native/``): programs that ``make fuzz`` builds where there is clang.

What libFuzzer finds interesting is kept beside the program from turn to turn, as is an input that does harm.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

_RUNS = re.compile(rb"stat::number_of_executed_units:\s*([0-9]+)")
_TOO_LONG = re.compile(rb"Test unit written to (\S*timeout-\S+)")
_BEGIN = "fuzz-"
_SECONDS = 10
"""Of the clock, for one input."""
LONGEST = 1 << 16
"""Bytes of an input."""
_FREED = "quarantine_size_mb=16"
"""How much freed memory is watched for uses: more than an input frees, and little enough to stay in caches."""


def native_names(folder: Path) -> list[str]:
    """The names of the programs, as counts know them."""
    programs = (path for path in sorted(folder.glob(f"{_BEGIN}*")) if os.access(path, os.X_OK))
    return ["native:" + path.name.removeprefix(_BEGIN) for path in programs if path.is_file()]


def run_native(folder: Path, name: str, seconds: float, inputs: int) -> tuple[int, list[str]]:
    """How many new inputs a program had in this time, and what it found.

    What was kept of the turns before is run again at the beginning of each, and not counted again.
    """
    short = name.removeprefix("native:")
    kept = folder / "corpus" / short
    kept.mkdir(parents=True, exist_ok=True)
    seeds = folder / "seeds" / short
    program = [str(folder / f"{_BEGIN}{short}"), str(kept), str(seeds)]
    known = sum(1 for place in (kept, seeds) for _ in place.iterdir())
    options = [
        f"-runs={known + inputs}",
        f"-max_total_time={max(1, int(seconds))}",
        "-print_final_stats=1",
        f"-max_len={LONGEST}",
        f"-timeout={_SECONDS}",
        "-rss_limit_mb=2048",
        f"-artifact_prefix={folder}/{short}-",
    ]
    given = os.environ.get("ASAN_OPTIONS", "")
    environment = {**os.environ, "ASAN_OPTIONS": f"{_FREED}:{given}".rstrip(":")}
    ran = subprocess.run([*program, *options], capture_output=True, check=False, env=environment)
    found = _RUNS.search(ran.stderr)
    findings = []
    if ran.returncode and not _was_stopped(program[0], ran.stderr):
        told = ran.stderr.decode("utf-8", "replace").splitlines()
        findings.append(f"{name}: " + "\n".join(told[-60:]))
    return max(0, int(found[1]) - known) if found else 0, findings


def _was_stopped(program: str, told: bytes) -> bool:
    """Whether an input took long only because the machine did other things: alone it is quick."""
    found = _TOO_LONG.search(told)
    if found is None:
        return False
    again = [program, os.fsdecode(found[1]), f"-timeout={_SECONDS}"]
    return subprocess.run(again, capture_output=True, check=False).returncode == 0

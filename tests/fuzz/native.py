"""The readers of the core that libFuzzer runs (``native/``): programs that ``make fuzz`` builds where there is clang.

What libFuzzer finds interesting is kept beside the program from turn to turn, as is an input that does harm.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

_RUNS = re.compile(rb"stat::number_of_executed_units:\s*([0-9]+)")
_BEGIN = "fuzz-"


def native_names(folder: Path) -> list[str]:
    """The names of the programs, as counts know them."""
    programs = (path for path in sorted(folder.glob(f"{_BEGIN}*")) if os.access(path, os.X_OK))
    return ["native:" + path.name.removeprefix(_BEGIN) for path in programs if path.is_file()]


def run_native(folder: Path, name: str, seconds: float) -> tuple[int, list[str]]:
    """How many inputs a program had in this time, and what it found."""
    short = name.removeprefix("native:")
    kept = folder / "corpus" / short
    kept.mkdir(parents=True, exist_ok=True)
    program = [str(folder / f"{_BEGIN}{short}"), str(kept), str(folder / "seeds" / short)]
    options = [
        f"-max_total_time={max(1, int(seconds))}",
        "-print_final_stats=1",
        "-max_len=65536",
        "-timeout=10",
        "-rss_limit_mb=2048",
        f"-artifact_prefix={folder}/{short}-",
    ]
    ran = subprocess.run([*program, *options], capture_output=True, check=False)
    found = _RUNS.search(ran.stderr)
    findings = []
    if ran.returncode:
        told = ran.stderr.decode("utf-8", "replace").splitlines()
        findings.append(f"{name}: " + "\n".join(told[-60:]))
    return int(found[1]) if found else 0, findings

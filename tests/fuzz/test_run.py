"""The campaign itself: it goes on where it ended, and nothing of it stays behind."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fuzz.counts import Counts

TESTS = Path(__file__).parent.parent


def _start(record: Path, *words: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "fuzz.run", "--reader", "lines", "--record", str(record)]
    return subprocess.Popen([*command, *words], cwd=TESTS, stdout=subprocess.PIPE)


def _workers(parent: int) -> list[int]:
    """The children of a process, as Linux lists them."""
    found = Path(f"/proc/{parent}/task/{parent}/children")
    return [int(child) for child in found.read_text().split()]


def test_a_later_run_goes_on(tmp_path: Path) -> None:
    record = tmp_path / "counts.json"
    for inputs, total in (("20", 20), ("30", 50)):
        with _start(record, "--inputs", inputs) as process:
            assert process.wait(600) == 0
        assert json.loads(record.read_text())["lines"] == {"inputs": total, "findings": 0}
    counts, beside = Counts(record), Counts(record)
    counts.add("other", 2, 1)
    beside.add("other", 3, 0)
    assert Counts(record).table().splitlines()[1].split() == [
        "other",
        "5",
        "inputs",
        "1",
        "findings",
    ]


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="children are listed in /proc")
def test_a_killed_campaign_leaves_no_worker_behind(tmp_path: Path) -> None:
    with _start(tmp_path / "counts.json") as process:
        while not (workers := _workers(process.pid)):
            assert process.poll() is None
            time.sleep(0.05)
        process.kill()
    end = time.monotonic() + 600
    while any(Path(f"/proc/{worker}").exists() for worker in workers):
        assert time.monotonic() < end, "the worker lives on"
        time.sleep(0.05)

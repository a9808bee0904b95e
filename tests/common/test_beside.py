"""Work in a process of its own."""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dragoman.common.beside import beside


def test_its_result_and_its_error() -> None:
    with beside(math.gcd, 12, 18) as found:
        pass
    assert found.result() == 6
    with beside(math.sqrt, -1) as wrong:
        pass
    with pytest.raises(ValueError, match="math domain error"):
        wrong.result()


def test_an_error_ends_it() -> None:
    with pytest.raises(RuntimeError, match="here"), beside(time.sleep, 600):
        raise RuntimeError("here")
    assert not multiprocessing.active_children()


SLEEP = """
import time
from dragoman.common.beside import beside
if __name__ == "__main__":
    with beside(time.sleep, 600):
        print("begun", flush=True)
        time.sleep(600)
"""


@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.5])
def test_ctrl_c_ends_both_and_is_told_once(tmp_path: Path, seconds: float) -> None:
    script = tmp_path / "sleep.py"
    script.write_text(SLEEP)
    program = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert program.stdout is not None and program.stdout.readline() == "begun\n"
    time.sleep(seconds)
    os.killpg(program.pid, signal.SIGINT)
    _, told = program.communicate(timeout=60)
    assert told.count("KeyboardInterrupt") == 1

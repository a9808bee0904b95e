"""What a translation costs as a user feels it: the whole program, from a cold start, look-up of rules included.

    python -m benchmarks.speed.whole --input LINES TABLE.model GAPS.model ... [--threads 1] [--repeats 3] \\
        [-- --pop-limit 500]

Every model translates the lines, and the first of them alone, with ``dragoman translate``. Processor time and ratios to
the first model, least of the repeats; with ``--verbose`` the program says how much of the wall time is look-up.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path


def main() -> None:
    """Prints a table, a row for each model."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="+", type=Path)
    parser.add_argument("--input", required=True, type=Path, help="lines that no model has seen")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--repeats", type=int, default=3)
    own, options = sys.argv[1:], []
    if "--" in own:
        own, options = own[: own.index("--")], own[own.index("--") + 1 :]
    arguments = parser.parse_args(own)
    text = arguments.input.read_bytes()
    first = text.split(b"\n", 1)[0] + b"\n"
    print("| model | seconds | ratio | one line | MB | parts of the wall time |")
    print("| --- | --- | --- | --- | --- | --- |")
    base = 0.0
    for model in arguments.models:
        command = ["dragoman", "translate", str(model), "--threads", str(arguments.threads)]
        command += ["--verbose", *options]
        runs = [measured(command, text) for _ in range(arguments.repeats)]
        alone = min(measured(command, first)[0] for _ in range(arguments.repeats))
        seconds, memory, said = min(runs)
        base = base or seconds
        print(
            f"| {model.stem} | {seconds:.2f} | {seconds / base:.2f} | {alone:.2f} | {memory:.0f} | {said} |",
            flush=True,
        )


def measured(command: list[str], text: bytes) -> tuple[float, float, str]:
    """Seconds of processor time, megabytes of memory, and what the program says of its time."""
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    assert process.stdin and process.stderr
    process.stdin.write(text)
    process.stdin.close()
    said = process.stderr.read().decode()
    _, status, used = os.wait4(process.pid, 0)
    if status != 0:
        raise SystemExit(said)
    times = said.strip().splitlines()[-1].removeprefix("time: ")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, times


if __name__ == "__main__":
    main()

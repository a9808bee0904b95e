"""What a translation costs as a user feels it: the whole program, look-up of rules included, cold and warm.

    python -m benchmarks.speed.whole --input LINES TABLE.model GAPS.model ... [--warm OTHERS] [--threads 1 2] \\
        [--repeats 3] [-- --pop-limit 500]

Every model translates the lines, and the first of them alone, with ``dragoman translate``: cold, in a process of its
own. With ``--warm``, the lines are also translated after others in the same process, whose time is taken off. Processor
time, and ratios to the first model with as many threads; least of the repeats, which take turns. The last column is
what ``--verbose`` says of the cold run.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, order=True)
class Run:
    """Seconds of processor time, megabytes of memory, and what the program says of its time."""

    seconds: float
    memory: float
    said: str


def main() -> None:
    """Prints a table, a row for each model and number of threads."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="+", type=Path)
    parser.add_argument("--input", required=True, type=Path, help="lines that no model has seen")
    parser.add_argument("--warm", type=Path, help="other lines, which are translated before")
    parser.add_argument("--threads", type=int, nargs="+", default=[1])
    parser.add_argument("--repeats", type=int, default=3)
    own, options = sys.argv[1:], []
    if "--" in own:
        own, options = own[: own.index("--")], own[own.index("--") + 1 :]
    arguments = parser.parse_args(own)
    text = arguments.input.read_bytes()
    texts = {"cold": text, "one line": text.split(b"\n", 1)[0] + b"\n"}
    if arguments.warm:
        before = arguments.warm.read_bytes()
        texts |= {"before": before, "both": before + text}
    print("| model | threads | cold | ratio | warm | ratio | one line | MB | processor time |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for threads in arguments.threads:
        runs: dict[tuple[Path, str], list[Run]] = {}
        for _ in range(arguments.repeats):
            for model in arguments.models:
                for name, given in texts.items():
                    command = ["dragoman", "translate", str(model), "--threads", str(threads)]
                    run = measured([*command, "--verbose", *options], given)
                    runs.setdefault((model, name), []).append(run)
        best = {key: min(found) for key, found in runs.items()}
        for model in arguments.models:
            print(row(best, model, arguments.models[0], threads), flush=True)


def row(best: dict[tuple[Path, str], Run], model: Path, first: Path, threads: int) -> str:
    """A line of the table."""

    def warm(one: Path) -> float:
        return best[one, "both"].seconds - best[one, "before"].seconds

    cold = best[model, "cold"]
    cells = [model.stem, str(threads), f"{cold.seconds:.2f}"]
    cells.append(f"{cold.seconds / best[first, 'cold'].seconds:.2f}")
    if (model, "both") in best:
        cells += [f"{warm(model):.2f}", f"{warm(model) / warm(first):.2f}"]
    else:
        cells += ["", ""]
    cells += [f"{best[model, 'one line'].seconds:.2f}", f"{cold.memory:.0f}", cold.said]
    return f"| {' | '.join(cells)} |"


def measured(command: list[str], text: bytes) -> Run:
    """Of a program that is given a text."""
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
    times = said.strip().splitlines()[-1].removeprefix("processor time: ")
    return Run(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, times)


if __name__ == "__main__":
    main()

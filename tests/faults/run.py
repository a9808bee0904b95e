"""Runs the faults: full disks and kills, for every command that writes, and kills of the
servers and of many writers.

    python -m faults.run --trials 50                       # full disks at 50 random sizes for every command
    python -m faults.run --fault kill --command train --trials 100

What is wrong is printed with the seed of the trial, which ``--first`` repeats. The exit code is 1 then.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from faults.commands import COMMANDS, Workshop
from faults.disk import can_mount, full_disk, small_disk
from faults.kill import kill
from faults.servers import SERVERS
from faults.writers import many_writers

FAULTS = {"disk": full_disk, "space": small_disk, "kill": kill}
"""The second one where a file system can be mounted."""
Trial = Callable[[Random], None]


def main() -> int:
    """Parses the command line and runs the trials."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--command", action="append", choices=list(COMMANDS), help="only these")
    parser.add_argument("--fault", action="append", choices=list(FAULTS), help="only these")
    parser.add_argument("--trials", type=int, default=50, help="of each command and fault")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first trial")
    options = parser.parse_args()
    found = 0
    with TemporaryDirectory() as place:
        for name, trial in _trials(Workshop(Path(place) / "workshop", forks=True), options):
            wrong = 0
            for seed in range(options.first, options.first + options.trials):
                try:
                    trial(Random(f"{name} {seed}"))
                except AssertionError as error:
                    wrong += 1
                    print(f"{name} {seed}: {error}", flush=True)
            print(f"{name}: {options.trials} trials, {wrong} wrong", flush=True)
            found += wrong
    return 1 if found else 0


def _trials(workshop: Workshop, options: argparse.Namespace) -> Iterator[tuple[str, Trial]]:
    faults = options.fault or [fault for fault in FAULTS if fault != "space" or can_mount()]
    for command in options.command or COMMANDS:
        for fault in faults:
            yield f"{command} {fault}", partial(FAULTS[fault], workshop, command)
    if not options.command and "kill" in faults:
        for name, killed in {**SERVERS, "many writers": many_writers}.items():
            yield f"{name} kill", partial(killed, workshop)


if __name__ == "__main__":
    sys.exit(main())

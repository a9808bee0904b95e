"""Runs the faults: full disks and kills, for every verb that writes.

    python -m faults.run --trials 50                       # full disks at 50 random sizes for every verb
    python -m faults.run --fault kill --verb train --trials 100

What is wrong is printed with the seed of the trial, which ``--first`` repeats. The exit code is 1 then.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from faults.disk import full_disk
from faults.kill import kill
from faults.verbs import VERBS, Workshop

FAULTS = {"disk": full_disk, "kill": kill}


def main() -> int:
    """Parses the command line and runs the trials."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--verb", action="append", choices=list(VERBS), help="only these")
    parser.add_argument("--fault", action="append", choices=list(FAULTS), help="only these")
    parser.add_argument("--trials", type=int, default=50, help="of each verb and fault")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first trial")
    options = parser.parse_args()
    found = 0
    with TemporaryDirectory() as place:
        workshop = Workshop(Path(place) / "workshop")
        for verb in options.verb or VERBS:
            for fault in options.fault or FAULTS:
                wrong = 0
                for seed in range(options.first, options.first + options.trials):
                    try:
                        FAULTS[fault](workshop, verb, Random(f"{verb} {fault} {seed}"))
                    except AssertionError as error:
                        wrong += 1
                        print(f"{verb} {fault} {seed}: {error}", flush=True)
                print(f"{verb} {fault}: {options.trials} trials, {wrong} wrong", flush=True)
                found += wrong
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

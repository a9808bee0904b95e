"""Runs the campaign: short turns, each for one reader in a process of its own, until the time is over.

    python -m fuzz.run --seconds 600                      # all readers, each after the other
    python -m fuzz.run --inputs 1000000 --reader lm-hash
    python -m fuzz.run --native ../build/fuzzers --reader native:arpa
    python -m fuzz.run --replay lm-hash 4711              # one input again, here, with its traceback
    python -m fuzz.run --counts                           # how many inputs every reader has had so far

An input is known by its reader and its number. A finding is printed with them. A sitting goes on where the one before
ended (``counts.py``); those that have had the fewest inputs come first, those that have had ``--goal`` inputs last.
``DRAGOMAN_FUZZ_CORE`` names another native core (a sanitised one, see ``make fuzz-sanitized``), whose inputs are
counted apart; ``DRAGOMAN_FUZZ_ONE_THREAD`` one that starts no threads, which would take longer than most inputs. What
an input may take is bounded: ten seconds of the processor, two minutes of waiting, and two gigabytes of memory unless
sanitisers reserve it. ``--native FOLDER`` adds the readers of the core that libFuzzer runs (``native.py``).
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from fuzz.counts import Counts, usual_place
from fuzz.native import native_names, run_native
from fuzz.worker import CORE, Turn, load_core

SHORTEST, LONGEST, LONGEST_NATIVE = 10.0, 60.0, 300.0
"""Seconds of a turn. A native one begins with all that was kept of those before."""
GOAL = 10**6


def replay(name: str, number: int) -> None:
    """Runs one input here."""
    from dragoman.common.errors import DragomanError
    from fuzz.readers import reader_named

    reader = reader_named(name)
    with TemporaryDirectory() as place:
        reader.prepare(Path(place))
        try:
            reader.run(number)
        except DragomanError as error:
            print(f"refused: {error}")
        else:
            print("read")


class Campaign:
    """One sitting."""

    def __init__(self, options: argparse.Namespace, counts: Counts) -> None:
        self.options, self.counts = options, counts
        self.mark = "sanitized:" if os.environ.get(CORE) else ""
        self.end = time.monotonic() + options.seconds
        self.findings = 0

    def run(self, readers: list[str], native: list[str]) -> None:
        """Round after round; readers that have reached the goal wait for those that have not."""
        left = dict.fromkeys(
            (*native, *(self.mark + name for name in readers)), self.options.inputs
        )
        while time.monotonic() < self.end and any(left.values()):
            chosen = [name for name in left if left[name]]
            behind = [name for name in chosen if self.counts[name].inputs < self.options.goal]
            turns = sorted(behind or chosen, key=lambda name: self.counts[name].inputs)
            for number, name in enumerate(turns):
                rest = self.end - time.monotonic()
                longest = LONGEST_NATIVE if name in native else LONGEST
                seconds = min(rest, longest, max(SHORTEST, rest / (len(turns) - number)))
                if seconds > 0:
                    run = self._native if name in native else self._python
                    left[name] -= run(name, seconds, left[name])

    def _python(self, known: str, seconds: float, inputs: int) -> int:
        name, first = known.removeprefix(self.mark), self.options.first
        turn = Turn(name, self.counts[known].inputs if first is None else first, inputs, seconds)
        turn.run()
        count = turn.number - turn.first
        self._tell(known, count, turn.findings, keep=first is None)
        return inputs if first is not None else count

    def _native(self, name: str, seconds: float, inputs: int) -> int:
        count, findings = run_native(self.options.native, name, seconds, inputs)
        self._tell(name, count, findings)
        return min(count, inputs)

    def _tell(self, name: str, count: int, findings: list[str], keep: bool = True) -> None:
        if keep:
            self.counts.add(name, count, len(findings))
        total = self.counts[name].inputs
        print(
            f"{name}: {count} inputs, {len(findings)} findings, {total} inputs so far", flush=True
        )
        for finding in findings:
            print(finding, flush=True)
        self.findings += len(findings)


def main() -> int:
    """Parses the command line; 1 if there was a finding."""
    load_core()
    from fuzz.readers import READERS

    names = [reader.name for reader in READERS]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--reader", action="append", help="only these; 'native:NAME' is one of libFuzzer"
    )
    parser.add_argument("--inputs", type=int, default=10**9, help="of each reader, now")
    parser.add_argument("--seconds", type=float, default=1e9, help="for all readers together")
    parser.add_argument("--goal", type=int, default=GOAL, help="inputs of each reader in the end")
    parser.add_argument("--first", type=int, help="the number of the first input; not counted then")
    parser.add_argument("--native", type=Path, help="folder of the native readers")
    parser.add_argument("--record", type=Path, default=usual_place(), help="file of the counts")
    parser.add_argument("--counts", action="store_true", help="print the counts")
    parser.add_argument("--replay", nargs=2, metavar=("READER", "NUMBER"))
    options = parser.parse_args()
    if options.replay:
        replay(options.replay[0], int(options.replay[1]))
        return 0
    counts = Counts(options.record)
    if options.counts:
        print(counts.table(), end="")
        return 0
    campaign = Campaign(options, counts)
    native = native_names(options.native) if options.native else []
    chosen = options.reader or [*names, *native]
    if unknown := set(chosen) - {*names, *native}:
        parser.error(f"there is no reader {', '.join(sorted(unknown))}")
    campaign.run(
        [name for name in names if name in chosen], [name for name in native if name in chosen]
    )
    return 1 if campaign.findings else 0


if __name__ == "__main__":
    sys.exit(main())

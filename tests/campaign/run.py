"""Runs the campaign for some hours of processor time, and writes its counts into docs/results/robustness.md.

    python -m campaign.run --hours 10
    python -m campaign.run --hours 1 --part "results against enumeration"

Turns are short. The part that is farthest behind its share of the time comes next; so a campaign that was stopped goes
on where it was, and one may give it an hour a day. A finding is printed with the command that makes it again.
"""

from __future__ import annotations

import argparse
import datetime
import resource
import shlex
import subprocess
import sys
from pathlib import Path

from campaign.journal import HEAD, Turn, append, read, usual_place, write_into
from campaign.parts import PARTS, ROOT, Part

PAGE = ROOT / "docs" / "results" / "robustness.md"


def spent() -> float:
    """Return the processor seconds of all processes that this one has started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def version() -> str:
    """Return the commit, with a mark if something is not committed."""
    command = ["git", "describe", "--always", "--dirty", "--exclude", "*"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def take(part: Part, number: int) -> tuple[Turn, str]:
    """Run a turn, and return it with what it printed.

    Args:
        part: The part.
        number: Its number among the turns of the part.
    """
    command = [word.format(python=sys.executable) for word in part.command(number)]
    before = spent()
    done = subprocess.run(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    tried = part.read(done.stdout, done.returncode)
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    turn = Turn(
        part.name, number, tried.count, tried.findings, round(spent() - before, 2), today, version()
    )
    return turn, f"{shlex.join(command)}\n{done.stdout}"


def next_part(turns: list[Turn], parts: list[Part]) -> Part:
    """Return the part that has had the least of its share.

    Args:
        turns: All turns so far.
        parts: Those that are chosen.
    """
    seconds = {part.name: 0.0 for part in parts}
    for turn in turns:
        if turn.part in seconds:
            seconds[turn.part] += turn.seconds
    return min(parts, key=lambda part: seconds[part.name] / part.share)


def main() -> int:
    """Parse the command line and run; 1 if there was a finding."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hours", type=float, default=1.0, help="of processor time")
    parser.add_argument("--part", action="append", choices=[part.name for part in PARTS])
    parser.add_argument("--journal", type=Path, default=usual_place())
    parser.add_argument("--page", type=Path, default=PAGE, help="where the counts are written")
    options = parser.parse_args()
    if not options.page.is_file() or HEAD not in options.page.read_text(encoding="utf-8"):
        parser.error(f"{options.page}: expected a page with the marks of the table ({HEAD})")
    parts = [part for part in PARTS if not options.part or part.name in options.part]
    turns, findings = read(options.journal), 0
    while spent() < options.hours * 3600:
        part = next_part(turns, parts)
        turn, printed = take(part, sum(one.part == part.name for one in turns))
        append(options.journal, turn)
        turns.append(turn)
        write_into(options.page, turns)
        print(
            f"{part.name}: {turn.count} {part.unit}, {turn.findings} findings, "
            f"{turn.seconds:.0f} s; {spent() / 3600:.2f} of {options.hours:g} hours",
            flush=True,
        )
        if turn.findings:
            findings += turn.findings
            print(printed, flush=True)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())

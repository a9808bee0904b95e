"""How fast the tokeniser is, as a ratio to Moses' tokenizer.perl on the PATH, in processor time of the same run.

python -m benchmarks.speed.tokenizer RAW_TEXT LANGUAGE
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import sys
from pathlib import Path


def _seconds(command: list[str], text: Path) -> float:
    """Processor time of a filter."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with text.open("rb") as source:
        subprocess.run(
            command, stdin=source, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True
        )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast the tokeniser is.")
    parser.add_argument("text", type=Path, help="raw text")
    parser.add_argument("language")
    given = parser.parse_args()
    text, language = given.text, given.language
    with text.open("rb") as source:
        lines = sum(1 for _ in source)
    program = [sys.executable, "-m", "dragoman"]
    ours = _seconds([*program, "tokenize", "--language", language], text)
    print(f"tokenize    {lines / ours:9.0f} sentences a second")
    print(f"detokenize  {lines / _seconds([*program, 'detokenize'], text):9.0f} sentences a second")
    moses = shutil.which("tokenizer.perl")
    if moses is None:
        print("tokenizer.perl is not on the PATH: no ratio")
        return
    theirs = _seconds([moses, "-q", "-no-escape", "-l", language], text)
    print(f"Moses       {lines / theirs:9.0f} sentences a second")
    print(f"ratio       {theirs / ours:9.1f}")


if __name__ == "__main__":
    main()

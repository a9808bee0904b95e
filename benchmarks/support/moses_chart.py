"""Runs moses_chart for ``benchmarks/speed/chart.py``: processor time without loading, and mean model score."""

from __future__ import annotations

import resource
import subprocess
from collections.abc import Sequence
from pathlib import Path


class MosesChart:
    """A binary and the configuration that it decodes with."""

    def __init__(self, binary: str, ini: str) -> None:
        self.binary, self.ini = Path(binary).resolve(), Path(ini).resolve()
        self.loading, _ = self._run([], 10)

    def decode(self, lines: Sequence[Sequence[str]], limit: int) -> tuple[float, float]:
        """Processor time of decoding, and the mean score."""
        spent, scores = self._run(lines, limit)
        if len(scores) != len(lines):
            raise SystemExit(f"moses_chart translated {len(scores)} of {len(lines)} lines")
        return spent - self.loading, sum(scores) / len(scores)

    def _run(self, lines: Sequence[Sequence[str]], limit: int) -> tuple[float, list[float]]:
        options = {"threads": 1, "v": 0, "output-hypo-score": "true"}
        options |= {"cube-pruning-pop-limit": limit}
        command = [str(self.binary), "-f", str(self.ini)]
        command += [part for name, value in options.items() for part in (f"-{name}", str(value))]
        before = _children()
        text = "".join(" ".join(line) + "\n" for line in lines)
        done = subprocess.run(
            command, input=text, capture_output=True, text=True, check=True, cwd=self.ini.parent
        )
        scores = [float(line.split(" ", 1)[0]) for line in done.stdout.splitlines()]
        return _children() - before, scores


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime

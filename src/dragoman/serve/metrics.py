"""Counters in the text format of Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import accumulate
from threading import Lock

HELP = {
    "dragoman_requests_total": ("counter", "Requests by route and status."),
    "dragoman_request_seconds": ("histogram", "Time from request to answer, by route."),
    "dragoman_sentences_total": ("counter", "Sentences decoded."),
    "dragoman_batches_total": ("counter", "Batches of sentences decoded together."),
    "dragoman_characters_total": ("counter", "Characters of the texts that were translated."),
    "dragoman_suggestions_total": ("counter", "Corrections added to models."),
    "dragoman_waiting_corrections": ("gauge", "Corrections that wait to be added to models."),
    "dragoman_unfinished_requests": ("gauge", "Requests that wait or are in work."),
}
BUCKETS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
"""Upper bounds of the histogram, in seconds."""
Labels = tuple[tuple[str, str], ...]


@dataclass
class _Times:
    """A histogram: the times up to each bound that are above the one before, and their sum."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(BUCKETS) + 1))
    seconds: float = 0.0

    def lines(self, name: str, labels: Labels) -> list[str]:
        """As Prometheus wants them: each bucket holds those before it."""
        bounds = [*(f"{bound:g}" for bound in BUCKETS), "+Inf"]
        sums = list(accumulate(self.counts))
        shown = [
            f"{name}_bucket{_shown((*labels, ('le', bound)))} {count}"
            for bound, count in zip(bounds, sums, strict=True)
        ]
        shown.append(f"{name}_sum{_shown(labels)} {self.seconds:.12g}")
        return [*shown, f"{name}_count{_shown(labels)} {sums[-1]}"]


class Metrics:
    """Counts; threads may share it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._values: dict[str, dict[Labels, float]] = {}
        self._times: dict[str, dict[Labels, _Times]] = {}
        self._gauges: dict[str, Callable[[], float]] = {}

    def add(self, name: str, amount: float = 1.0, **labels: str) -> None:
        """Counts something; labels are names of ours, never a client's words."""
        with self._lock:
            self._count(name, tuple(labels.items()), amount)

    def time(self, name: str, seconds: float, **labels: str) -> None:
        """Counts a time in a histogram."""
        with self._lock:
            times = self._times.setdefault(name, {}).setdefault(tuple(labels.items()), _Times())
            times.counts[bisect_left(BUCKETS, seconds)] += 1
            times.seconds += seconds

    def gauge(self, name: str, value: Callable[[], float]) -> None:
        """A value that is asked for when it is shown."""
        self._gauges[name] = value

    def text(self) -> str:
        """All of it."""
        lines = []
        with self._lock:
            for name, (kind, help) in HELP.items():
                lines += [f"# HELP {name} {help}", f"# TYPE {name} {kind}"]
                if name in self._gauges:
                    lines.append(f"{name} {self._gauges[name]():g}")
                for labels, value in self._values.get(name, {}).items():
                    lines.append(f"{name}{_shown(labels)} {value:.12g}")
                for labels, times in self._times.get(name, {}).items():
                    lines += times.lines(name, labels)
        return "\n".join(lines) + "\n"

    def _count(self, name: str, labels: Labels, amount: float) -> None:
        values = self._values.setdefault(name, {})
        values[labels] = values.get(labels, 0.0) + amount


def _shown(labels: Labels) -> str:
    inner = ",".join(f'{name}="{value}"' for name, value in labels)
    return f"{{{inner}}}" if inner else ""

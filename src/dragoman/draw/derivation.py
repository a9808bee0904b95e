"""The rows of a derivation's table, as terminal and notebook show its steps.

Steps of a phrase-based derivation stand in the order in which they were placed. A derivation that is a tree is shown
from its root down; in the words of a rule, ``[3]`` stands for the translation of row 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dragoman.forest.derivation_data import DerivationData, StepData

MARKS = {
    "unknown": "unknown word",
    "given": "given translation",
    "number": "number, by rule",
    "form": "another form of a known word",
    "name": "written letter by letter",
    "memory": "from the translation memory",
    "glue": "glue",
    "inserted": "inserted",
    "deleted": "left out",
    "back-off": "pair of words",
}
"""The note on a step that does not apply a rule of the table, by its kind."""

Words = Sequence[str]
Spans = Sequence[Sequence[int]]


@dataclass(frozen=True)
class StepRow:
    """A step as it is shown."""

    number: int
    """Counted from 1."""
    depth: int
    """The number of steps above it in the tree; 0 if the derivation goes from left to right."""
    place: str
    """Source positions, counted from 1: ``3``, ``3-5`` or ``3 5-6``."""
    source: str
    target: str
    mark: str
    """A note on the step, or an empty string."""
    step: StepData
    index: int
    """Its place in the list of steps."""


def rows(data: DerivationData) -> list[StepRow]:
    """The steps in the order in which they are shown."""
    steps = data["steps"]
    if not data["left_to_right"]:
        return _tree_rows(steps)
    found = []
    for number, step in enumerate(steps, 1):
        place = _place(step["source_spans"])
        source = " … ".join(words for _, words in _pieces(step["source"], step["source_spans"]))
        target = " … ".join(words for _, words in _pieces(step["target"], step["target_spans"]))
        mark = MARKS.get(step["kind"], "")
        found.append(StepRow(number, 0, place, source, target, mark, step, number - 1))
    return found


def _place(spans: Spans) -> str:
    return " ".join(f"{a + 1}" if b == a + 1 else f"{a + 1}-{b}" for a, b in spans)


def _pieces(words: Words, spans: Spans) -> Iterator[tuple[int, str]]:
    """Where each contiguous piece begins, and its words."""
    first = 0
    for begin, end in spans:
        yield begin, " ".join(words[first : first + end - begin])
        first += end - begin


def _tree_rows(steps: Sequence[StepData]) -> list[StepRow]:
    order: list[tuple[int, int]] = []
    waiting = [(len(steps) - 1, 0)]
    while waiting:
        place, depth = waiting.pop()
        order.append((place, depth))
        waiting += [(tail, depth + 1) for tail in reversed(steps[place]["tails"])]
    numbers = {place: number for number, (place, _) in enumerate(order, 1)}
    sources = _extents(steps, [step["source_spans"] for step in steps])
    targets = _extents(steps, [step["target_spans"] for step in steps])
    found = []
    for place, depth in order:
        step = steps[place]
        tails = {tail: f"[{numbers[tail]}]" for tail in step["tails"]}
        source = _rule_side(_pieces(step["source"], step["source_spans"]), tails, sources)
        target = _rule_side(_pieces(step["target"], step["target_spans"]), tails, targets)
        where, mark = _place(sources[place]), MARKS.get(step["kind"], "")
        found.append(StepRow(numbers[place], depth, where, source, target, mark, step, place))
    return found


def rule_sides(data: DerivationData) -> list[tuple[str, str]]:
    """Both sides of every step's rule as the rule table shows them: ``ne … plus``, ``le [X1] de [X2]``."""
    steps = data["steps"]
    if data["left_to_right"]:
        return [(row.source, row.target) for row in rows(data)]
    sources = _extents(steps, [step["source_spans"] for step in steps])
    targets = _extents(steps, [step["target_spans"] for step in steps])
    found = []
    for step in steps:
        tails = {tail: f"[X{k}]" for k, tail in enumerate(step["tails"], 1)}
        source = _rule_side(_pieces(step["source"], step["source_spans"]), tails, sources)
        target = _rule_side(_pieces(step["target"], step["target_spans"]), tails, targets)
        found.append((source, target))
    return found


def _extents(steps: Sequence[StepData], spans: Sequence[Spans]) -> list[Spans]:
    """For each step the span from the first to the last word of its whole subtree; empty if it has no words."""
    found: list[Spans] = []
    for step, own in zip(steps, spans, strict=True):
        parts = [*own, *(span for tail in step["tails"] for span in found[tail])]
        found.append([(min(a for a, _ in parts), max(b for _, b in parts))] if parts else [])
    return found


def _rule_side(
    own: Iterator[tuple[int, str]], tails: Mapping[int, str], extents: Sequence[Spans]
) -> str:
    """The words of one side of a rule, and the name of each tail, in the order of the sentence."""
    parts = [*own, *((extents[t][0][0], name) for t, name in tails.items() if extents[t])]
    return " ".join(text for _, text in sorted(parts))

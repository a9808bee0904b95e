"""The parts of the program that get faults, and the tests that must notice them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class MutatedPart:
    """Files that belong together."""

    sources: tuple[str, ...]
    """Patterns from the top of the checkout."""
    tests: tuple[str, ...]
    """What pytest is given; the quickest first."""
    native: bool


PARTS = {
    "tuners": MutatedPart(("src/dragoman/tune/*.py",), ("tests/tune",), native=False),
    "native-tuners": MutatedPart(("core/tune/*.cpp",), ("tests/tune",), native=True),
    "phrase": MutatedPart(
        ("core/search/phrase/*.?pp", "core/search/phrase/features/*.?pp"),
        ("tests/search", "tests/cohesion"),
        native=True,
    ),
    "gaps": MutatedPart(("core/search/phrase/gaps/*.?pp",), ("tests/search",), native=True),
    "chart": MutatedPart(("core/search/chart/*.?pp",), ("tests/search",), native=True),
    "treelets": MutatedPart(
        ("core/search/treelet/*.?pp",), ("tests/search", "tests/grammar/treelet"), native=True
    ),
    "significance": MutatedPart(("src/dragoman/evaluate/*.py",), ("tests/evaluate",), native=False),
}

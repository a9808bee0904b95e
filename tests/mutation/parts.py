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


_TUNING = (
    *("tests/tune/test_tuners.py", "tests/tune/test_line_search.py", "tests/tune/test_mira.py"),
    "tests/tune",
)
"""What notices most faults within seconds, and then all."""

PARTS = {
    "tuners": MutatedPart(("src/dragoman/tune/*.py",), _TUNING, native=False),
    "native-tuners": MutatedPart(("core/tune/*.cpp",), _TUNING, native=True),
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

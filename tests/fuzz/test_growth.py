"""Inputs whose time once grew with the square of their length, or beyond all bounds: now it grows with the length."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from dragoman.corpus.preparation import TextPreparation
from dragoman.documents import Content, parse
from dragoman.documents.detection import detect
from dragoman.model.requests.constraints import Constraints
from dragoman.model.requests.terminology import Terminology
from dragoman.search import Input

UNIT = (
    "<xliff version='1.2'><file source-language='de' target-language='en'><body>"
    "<trans-unit id='1'><source>das <x id='1' "
)
END = " haus</source></trans-unit></body></file></xliff>"
TIMES = 8
"""How much longer the long input is. Time of its square would be 64 times as long."""
MOST = 30


def _terms(size: int, place: Path) -> Callable[[], object]:
    terms = Terminology({(*["a"] * (size // 5), "b"): [["x"]]})
    return lambda: terms.zones(["a"] * size)


def _constraints(size: int, place: Path) -> Callable[[], object]:
    file = place / "constraints"
    file.write_text("".join(f"1\t{i}\ttranslation\tx\n" for i in range(0, size, 2)))
    sentence = Input([f"w{i}" for i in range(size)])
    return lambda: Constraints(file, TextPreparation()).apply(sentence, 1)


def _document(
    format: str | None, piece: str, before: str = "", after: str = "\nword\n"
) -> Callable[..., object]:
    def make(size: int, place: Path) -> Callable[[], object]:
        data = (before + piece * (size // len(piece)) + after).encode()
        content = Content("input", data, "de", "en")
        return lambda: detect(content) if format is None else parse(content, format)

    return make


INPUTS: dict[str, tuple[int, Callable[[int, Path], Callable[[], object]]]] = {
    "one long term": (2_000, _terms),
    "many constraints": (2_000, _constraints),
    "text of blanks": (4_000, _document("text", " ", "word")),
    "format of open brackets": (8_000, _document(None, "[")),
    "format of links without an end": (8_000, _document(None, "[a](")),
    "name of an attribute": (8_000, _document("xliff", "a", UNIT, "\u0301='x'/>" + END)),
}


def _seconds(run: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(3):
        begin = time.process_time()
        run()
        best = min(best, time.process_time() - begin)
    return best


@pytest.mark.parametrize("name", INPUTS)
def test_time_grows_with_the_length(name: str, tmp_path: Path) -> None:
    size, make = INPUTS[name]
    short, long = (_seconds(make(length, tmp_path)) for length in (size, TIMES * size))
    assert long < MOST * max(short, 1e-4)


def test_instructions_without_a_root_are_seen_to_be_no_xml() -> None:
    """Every additional one doubled the time."""
    data = b"<??>" * 1_000 + b"word"
    assert detect(Content("input", data, "de", "en")) == "text"

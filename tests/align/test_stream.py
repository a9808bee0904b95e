"""Aligning streams: the same links as in one piece, in bounded memory, whatever the chunks and threads."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path

import numpy as np
import pytest

from dragoman.align import Aligner, Links
from dragoman.align.inner_words import home_of_each, in_own_words
from dragoman.align.stream import chunks_of, in_order
from dragoman.common.errors import DragomanError, FormatError
from dragoman.corpus.preparation import TextPreparation
from dragoman.corpus.words import split_words

GERMAN = [
    "das",
    "haus",
    "ist",
    "klein",
    "und",
    "das",
    "buch",
    "ist",
    "alt",
    ";",
    "haus",
    ",",
    "buch",
    "!",
]
ENGLISH = [
    "the",
    "house",
    "is",
    "small",
    "and",
    "the",
    "book",
    "is",
    "old",
    ";",
    "house",
    ",",
    "book",
    "!",
]


@pytest.fixture(scope="module")
def pairs() -> list[tuple[str, str]]:
    generator = np.random.default_rng(3)
    found = []
    for _ in range(150):
        places = generator.integers(0, len(GERMAN), generator.integers(0, 9))
        found.append((" ".join(GERMAN[k] for k in places), " ".join(ENGLISH[k] for k in places)))
    return found


@pytest.fixture(scope="module")
def aligner(pairs: list[tuple[str, str]]) -> Aligner:
    return Aligner.train([s for s, _ in pairs], [t for _, t in pairs])


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("chunk", [1, 7, 150, 1000])
def test_a_stream_gives_the_links_of_the_whole_text(
    aligner: Aligner, pairs: list[tuple[str, str]], chunk: int, threads: int
) -> None:
    whole = aligner.align(*map(list, zip(*pairs, strict=True)), probabilities=True)
    found = list(aligner.stream(pairs, chunk=chunk, threads=threads))
    assert found == [whole.pair(k) for k in range(len(pairs))]
    scored = list(aligner.stream(iter(pairs), chunk=chunk, threads=threads, probabilities=True))
    assert scored == [whole.scored_pair(k) for k in range(len(pairs))]
    grown = aligner.align(*map(list, zip(*pairs, strict=True)), symmetrize="grow-diag")
    stream = aligner.stream(pairs, chunk=chunk, threads=threads, symmetrize="grow-diag")
    assert list(stream) == [grown.pair(k) for k in range(len(pairs))]


def test_what_is_read_ahead_is_bounded(aligner: Aligner, pairs: list[tuple[str, str]]) -> None:
    read = 0

    def endless() -> Iterator[tuple[str, str]]:
        nonlocal read
        while True:
            read += 1
            yield pairs[read % len(pairs)]

    stream = aligner.stream(endless(), chunk=10, threads=3)
    assert isinstance(stream, Generator)
    ahead = 0
    for out in range(1, 500):
        next(stream)
        ahead = max(ahead, read - out)
    stream.close()
    assert 10 <= ahead <= (3 + 2) * 10


def test_chunks_end_by_size_too() -> None:
    items = ["a" * (3 << 20)] * 7
    assert [len(chunk) for chunk in chunks_of(items, 100, len)] == [3, 3, 1]
    assert [len(chunk) for chunk in chunks_of(items, 2, len)] == [2, 2, 2, 1]


def test_an_error_comes_after_the_results_before_it() -> None:
    def failing() -> Iterator[int]:
        yield from range(25)
        raise FormatError("no more")

    seen: list[int] = []
    with pytest.raises(FormatError, match="no more"):
        for chunk, total in in_order(chunks_of(failing(), 10), sum, 2):
            seen += chunk
            assert total == sum(chunk)
    assert seen == list(range(25))


def test_no_chunk_waits_for_another_when_the_input_pauses() -> None:
    """The next chunk is asked for only when all results are out."""
    out = 0

    def chunks() -> Iterator[list[int]]:
        for k in range(5):
            assert out == k
            yield [k]

    for _ in in_order(chunks(), sum, 4, at_once=lambda chunk: True):
        out += 1
    assert out == 5


def test_pairs_that_cannot_be_aligned(aligner: Aligner) -> None:
    long = "haus " * 20, "house " * 11
    pairs = [("das haus", "the house"), long, FormatError("unreadable"), ("buch", "book")]
    stream = aligner.stream(pairs, largest_pair=200, chunk=2)
    assert next(stream) == [(0, 0), (1, 1)]
    with pytest.raises(FormatError, match=r"line 2: the pair has 20 and 11 words: .* 200 possible"):
        next(stream)
    skipped: list[tuple[int, str]] = []
    links = list(
        aligner.stream(
            pairs, largest_pair=200, skip=lambda number, why: skipped.append((number, str(why)))
        )
    )
    assert links == [[(0, 0), (1, 1)], [], [], [(0, 0)]]
    assert [number for number, _ in skipped] == [2, 3] and skipped[1][1] == "unreadable"
    assert len(next(aligner.stream([long], largest_pair=220))) > 0
    with pytest.raises(FormatError, match="65535 words a side"):
        next(aligner.stream([("haus " * 65536, "house")]))


def test_links_are_in_the_words_of_the_user(pairs: list[tuple[str, str]], tmp_path: Path) -> None:
    """An aligner that splits and lowers its text answers in what blanks separate, saved or not."""

    def joined(line: str) -> str:
        return line.replace(" ;", ";").replace(" ,", ",").replace(" !", "!").capitalize()

    text = TextPreparation(
        tokenize=True, source_language="de", target_language="en", lowercase=True
    )
    raw = [(joined(s), joined(t)) for s, t in pairs]
    made = Aligner.train([s for s, _ in raw], [t for _, t in raw], text=text)
    made.save(tmp_path / "aligner")
    for aligner in (made, Aligner.open(tmp_path / "aligner")):
        assert aligner.text == text
        assert aligner.vocabularies[0].find("haus") is not None
        assert aligner.vocabularies[0].find("Haus;") is None
        lines = (
            ["Das Haus; klein!", "Das\u00a0Haus \u200b ist"],
            ["The house; small!", "The house is"],
        )
        links = aligner.align(*lines)
        assert links.pair(0) == [(0, 0), (1, 1), (2, 2)]
        assert links.pair(1) == [(0, 0), (0, 1), (2, 2)]  # the second word is a control character
        assert list(aligner.stream(zip(*lines, strict=True))) == [links.pair(0), links.pair(1)]
        scored = next(aligner.stream(zip(*lines, strict=True), probabilities=True))
        assert [(i, j) for i, j, _, _ in scored] == links.pair(0)
        assert all(0 < p <= 1 and 0 < q <= 1 for _, _, p, q in scored)
    with pytest.raises(DragomanError, match="expected the texts"):
        made.align()


def test_a_split_of_the_callers(aligner: Aligner) -> None:
    """Words of the aligner that are glued together in the user's text."""

    def cut(line: str) -> list[str]:
        return line.replace("+", " + ").split()

    aligner_words = [("das+haus buch", "the+house book")]
    found = next(aligner.stream(aligner_words, split=(cut, cut)))
    assert found[-1] == (1, 1) and (0, 0) in found and {i for i, _ in found} == {0, 1}
    for wrong, why in (
        (lambda line: ["x", "yz"], "do not spell"),
        (lambda line: ["das haus buch"], "has a blank in it"),
    ):
        with pytest.raises(FormatError, match=why):
            next(aligner.stream([("das haus buch", "the house book")], split=(wrong, None)))


def test_homes_of_inner_words_against_counting_characters() -> None:
    generator = np.random.default_rng(8)
    for _ in range(300):
        words = ["".join(generator.choice(list("ab\u00a0\u200b"), 4)) for _ in range(5)]
        line = " ".join(words)
        letters = [(c, k) for k, word in enumerate(split_words(line)) for c in word if c in "ab"]
        inner, expected, place = [], [], 0
        while place < len(letters):
            size = int(generator.integers(1, 4))
            inner.append("".join(c for c, _ in letters[place : place + size]))
            expected.append(letters[place][1])
            place += size
        assert home_of_each(inner, split_words(line)) == expected


def test_links_of_inner_words_become_those_of_words_against_sets() -> None:
    generator = np.random.default_rng(9)
    for _ in range(100):
        lines: tuple[list[str], list[str]] = ([], [])
        inner: tuple[list[list[str]], list[list[str]]] = ([], [])
        homes: list[list[list[int]]] = [[], []]
        for _ in range(4):
            for side in range(2):
                sizes = generator.integers(1, 4, generator.integers(0, 4))
                inner[side].append(["x"] * int(sizes.sum()))
                lines[side].append(" ".join("x" * size for size in sizes))
                homes[side].append(np.repeat(np.arange(len(sizes)), sizes).tolist())
        pairs = [
            [
                (i, j)
                for i in range(len(inner[0][s]))
                for j in range(len(inner[1][s]))
                if generator.random() < 0.4
            ]
            for s in range(4)
        ]
        links = Links.of(pairs)
        values = generator.random(len(links.links)).astype(np.float32)
        found = in_own_words(Links(links.offsets, links.links, values, 1 - values), inner, lines)
        place = 0
        for s, some in enumerate(pairs):
            best: dict[tuple[int, int], tuple[float, float]] = {}
            for i, j in some:
                key, p, q = (homes[0][s][i], homes[1][s][j]), values[place], 1 - values[place]
                before = best.get(key, (0.0, 0.0))
                best[key] = max(before[0], float(p)), max(before[1], float(q))
                place += 1
            expected = [(i, j, p, q) for (i, j), (p, q) in sorted(best.items())]
            assert found.scored_pair(s) == expected

"""A document is read, split and written within a time, in every format, and bounded as it is unpacked."""

from __future__ import annotations

import io
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from dragoman.common import deadline
from dragoman.common.deadline import DeadlineError, check_time, due
from dragoman.common.errors import FormatError
from dragoman.documents import Content, parse
from dragoman.io.limits import VARIABLE
from dragoman.model.documents.document_translation import DocumentTranslator
from support.documents.examples import SOURCES, content
from support.documents.handful import archive, german_model, part

WORD = '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">%s</w:document>'
PARAGRAPH = "<w:p><w:r><w:t>das haus ist klein</w:t></w:r></w:p>"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Every look at the clock is a second."""
    now = [0.0]

    def tick() -> float:
        now[0] += 1
        return now[0]

    monkeypatch.setattr(deadline.time, "monotonic", tick)
    return now


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_every_format_looks_at_the_clock(path: Path) -> None:
    model, file = german_model(), parse(content(path))
    past = time.monotonic() - 1
    translator = DocumentTranslator(model.text, lambda all: list(model.translate(all)), model.takes)
    done = translator(file)
    for work in (lambda: parse(content(path)), lambda: translator(file), lambda: done.data):
        with due(past), pytest.raises(DeadlineError):
            work()
        work()


LONG = {
    "a.docx": lambda n: archive(WORD % (PARAGRAPH * n)),
    "b.docx": lambda n: archive(WORD % ("<w:p>" + "<w:r/>" * 20 * n + "</w:p>")),
    "c.docx": lambda n: archive(WORD % PARAGRAPH, **{f"theme{i}": "<a/>" for i in range(n)}),
    "a.html": lambda n: b"<p>das haus" * n,
    "b.html": lambda n: b"<b>" * 50 * n,
    "a.md": lambda n: b"das haus\n\n" * n,
    "b.md": lambda n: b"*das " * n,
    "a.txt": lambda n: b"das haus\n\n" * n,
    "a.sgm": lambda n: (
        b'<srcset setid="a"><doc docid="d">' + b"<seg>das</seg>" * n + b"</doc></srcset>"
    ),
    "a.tmx": lambda n: (
        b'<tmx version="1.4"><header srclang="de"/><body>'
        + b'<tu><tuv xml:lang="de"><seg>das haus</seg></tuv></tu>' * n
        + b"</body></tmx>"
    ),
}


@pytest.mark.parametrize("name", list(LONG))
def test_a_longer_document_looks_more_often(name: str, clock: list[float]) -> None:
    """So that no stretch of it is read without an end."""
    looks = []
    for size in (100, 1600):
        clock[0] = 0
        with due(1e9):
            parse(Content(name, LONG[name](size), "de", "en"))
        looks.append(clock[0])
    assert looks[1] > 5 * looks[0] or (looks[1] > 10 and looks[0] < 10)


def test_work_without_an_end_goes_on(clock: list[float]) -> None:
    for _ in range(3):
        check_time()
    with due(2.0):
        check_time()
        check_time()
        with pytest.raises(DeadlineError):
            check_time()
    check_time()
    assert clock == [3.0]


@pytest.fixture
def short_lines(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(VARIABLE, "2000")
    yield


@pytest.mark.parametrize("letter", ["x", "ü"])
def test_the_text_of_a_paragraph_is_bounded(short_lines: None, letter: str) -> None:
    size = len(letter.encode())
    runs = f"<w:r><w:t>{letter * 100}</w:t></w:r>" * (20 // size)
    parse(Content("x.docx", archive(WORD % f"<w:p>{runs}</w:p>")))
    with pytest.raises(FormatError, match="the text of a paragraph is longer than 2000 bytes"):
        parse(Content("x.docx", archive(WORD % f"<w:p>{runs}<w:r><w:t>y</w:t></w:r></w:p>")))
    page = f"<p>{f'<b>{letter * 100}</b>' * 21}".encode()
    with pytest.raises(FormatError, match=r"x\.html: the text of a paragraph"):
        parse(Content("x.html", page), "html")


def test_only_text_counts_for_the_limit_of_text_and_before_it_is_unpacked() -> None:
    data = archive(WORD % (PARAGRAPH * 1000), theme1=" " * 100_000)
    assert parse(Content("x", data, most=100_000)).segments
    with pytest.raises(FormatError, match="the text is larger than 10000 bytes"):
        parse(Content("x", data, most=10_000))
    with pytest.raises(FormatError, match="the text is larger than 5 bytes"):
        parse(Content("x.txt", b"das haus", most=5))


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-8"])
def test_a_part_in_utf16_is_read_and_written_as_such(encoding: str) -> None:
    text = "\ufeff" + '<?xml version="1.0" encoding="UTF-16"?>'.replace("UTF-16", encoding[:6])
    text += WORD % PARAGRAPH
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as files:
        files.writestr("word/document.xml", text.encode(encoding))
    done = german_model().translate_document(parse(Content("x", out.getvalue(), "de", "en"))).data
    with zipfile.ZipFile(io.BytesIO(done)) as files:
        written = files.read("word/document.xml").decode(encoding)
    assert written == text.replace("das haus ist klein", "the house is small")


@pytest.mark.parametrize("damaged", [b"\xff\xfe<\x00a", b"\xfe\xff\x00", b"\xff\xfe\x00\xd8<\x00"])
def test_a_part_that_is_no_text_is_one_sentence(damaged: bytes) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as files:
        files.writestr("word/document.xml", damaged)
    with pytest.raises(FormatError, match=r"x/word/document\.xml"):
        parse(Content("x", out.getvalue()))


def test_other_parts_come_back_as_they_were() -> None:
    data = archive(WORD % PARAGRAPH, theme1="<a>" + "b" * (3 << 20) + "</a>")
    done = parse(Content("x", data, "de", "en")).render(lambda segment: segment.items)
    for name in ("word/theme1.xml", "[Content_Types].xml", "word/document.xml"):
        assert part(done, name) == part(data, name)

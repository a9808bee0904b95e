r"""USFM: what is text, verses of two versions, training from folders, and how sure a model is of a chapter."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import dragoman
from dragoman.cli.main import main
from dragoman.common.errors import ConfigError, FormatError
from dragoman.corpus.formats import read_bitext
from dragoman.corpus.usfm import find_runs, plain, read_verses, read_versions
from dragoman.documents import Content, parse
from dragoman.documents.detection import detect
from dragoman.model.documents.usability import usability, whole
from support.documents.handful import german_model, identity
from support.experiment.small_bitext import bitext

BOOK = r"""\id RUT A sample
\mt1 Ruth
\c 1
\s1 A family
\p
\v 1 In \nd God\nd*'s~days\f + \ft A note.\f* there
\q2 was // a famine.
\v 2-3 \w Naomi|strong="H1"\w* left.
\s2 Another heading
\p and went.
\c 2
\v 1a One
\v 1b two.
"""


def runs(text: str) -> list[tuple[str, str, str]]:
    return [(r.chapter, r.verse, plain(text, r)) for r in find_runs(text) if plain(text, r)]


def test_verses_and_headings() -> None:
    assert runs(BOOK) == [
        ("", "", "Ruth"),
        ("1", "", "A family"),
        ("1", "1", "In God's days there was a famine."),
        ("1", "2-3", "Naomi left."),
        ("1", "", "Another heading"),
        ("1", "2-3", "and went."),
        ("2", "1a", "One"),
        ("2", "1b", "two."),
    ]


MARKERS = [
    r"\id GEN x",
    r"\c 1",
    r"\c 2",
    r"\p",
    r"\q2",
    r"\s",
    r"\v 1 ",
    r"\v 2-3 ",
    r"\nd ",
    r"\nd*",
    r"\f + ",
    r"\f*",
    r"\w ",
    r"\+nd ",
    r"\zaln-s x=1\*",
    r"\*",
]
WORDS = ["|x=1\\w*", "\\", "das ", "Haus", "klein. ", "\n", " ", "{x}", "~"]
PIECES = st.sampled_from([*MARKERS, *WORDS])


@example("\\p\\w |x=1\\w*")  # a word that has attributes only
@given(st.lists(PIECES, max_size=30).map("".join))
def test_what_is_not_translated_comes_back_as_it_was(text: str) -> None:
    file = parse(Content("x", text.encode(), "de", "en"), "usfm")
    assert file.render(lambda segment: segment.items) == text.encode()
    assert file.render(identity) == text.encode()
    places = [(part.begin, part.end) for run in find_runs(text) for part in run.parts]
    assert places == sorted(places) and all(a < b for a, b in places)
    translated = german_model().translate_document(file).data.decode()
    for marker in ("\\v ", "\\c ", "\\q2", "\\id "):
        assert translated.count(marker) == text.count(marker)


def test_a_book_is_known_by_its_beginning() -> None:
    assert detect(Content("x", BOOK.encode())) == "usfm"
    assert detect(Content("x", b"\\idle talk")) == "text"
    assert detect(Content("x.usfm", b"\\c 1\n\\v 1 The book's code is lacking.\n")) == "usfm"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def version(folder: str, **books: str) -> None:
    Path(folder).mkdir()
    for name, text in books.items():
        Path(folder, f"{name}.usfm").write_text(text, encoding="utf-8")


def test_verses_are_aligned_across_versions(place: Path) -> None:
    version("a", RUT=BOOK, GEN="\\id GEN\n\\c 1\n\\v 1 only here\n")
    version("b", ruth="\\id RUT\n\\c 1\n\\v 1-2 A.\n\\v 3 B.\n\\c 2\n\\v 1 C.\n\\v 2 D.\n")
    found = list(read_versions("a", "b"))
    assert [(one.source, one.target, one.document) for one in found] == [
        ("In God's days there was a famine. Naomi left. and went.", "A. B.", "RUT 1"),
        ("One two.", "C.", "RUT 2"),
    ]
    assert list(read_bitext("a", ["b"])) == found
    assert list(read_bitext("a/RUT.usfm", ["b/ruth.usfm"])) == found
    with pytest.raises(ConfigError, match="USFM has one language"):
        read_bitext("a")


def test_other_numbers_are_said_in_a_file_of_versification(place: Path) -> None:
    version("a", PSA="\\id PSA\n\\c 3\n\\v 1 Title.\n\\v 2 One.\n\\v 3 Two.\n")
    version("b", PSA="\\id PSA\n\\c 3\n\\d Title\n\\v 1 one\n\\v 2 two\n")
    Path("b/custom.vrs").write_text("# rules\nPSA 3:2\nPSA 3:1-2 = PSA 3:2-3\n")
    assert [(one.source, one.target) for one in read_versions("a", "b")] == [
        ("One.", "one"),
        ("Two.", "two"),
    ]
    for wrong in ("PSA 3:1-2 = PSA 3:2-4", "PSA 3 = PSA 4"):
        Path("b/custom.vrs").write_text(f"{wrong}\n")
        with pytest.raises(FormatError, match=r"custom\.vrs:1: expected a rule"):
            list(read_versions("a", "b"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "\\c 1\n\\v 1 no book\n",
            r"x\.usfm:2: expected a line with the book's code, such as '\\id RUT'",
        ),
        ("\\id GEN\n\\v 1 x\n", r"x\.usfm:2: expected a line with the number of the chapter"),
        ("\\id GEN\n\\c 1\n\\v one x\n", r"x\.usfm:3: expected a verse .* found 'one'"),
    ],
)
def test_verses_need_their_numbers(place: Path, text: str, said: str) -> None:
    Path("x.usfm").write_text(text)
    with pytest.raises(FormatError, match=said):
        list(read_verses("x.usfm"))
    Path("text").write_text("no markers\n")
    Path("b.usfm").write_text(BOOK)
    with pytest.raises(FormatError, match="text: expected verses in USFM"):
        list(read_versions("b.usfm", "text"))
    Path("empty").mkdir()
    with pytest.raises(FormatError, match="expected books in USFM"):
        list(read_verses("empty"))


def chapters(lines: list[str]) -> Iterator[str]:
    yield "\\id GEN\n"
    for number, line in enumerate(lines):
        if number % 5 == 0:
            yield f"\\c {number // 5 + 1}\n\\p\n"
        yield f"\\v {number % 5 + 1} {line}\n"


def test_two_folders_become_a_model_that_knows_how_sure_it_is(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder, lines in zip("ab", bitext(), strict=True):
        version(folder, GEN="".join(chapters(lines)))
    assert main(["train", "a", "b", "--output", "m", "--languages", "de-en"]) == 0
    assert "whole documents of 20" in capsys.readouterr().err
    Path("new.usfm").write_text(
        "\\id RUT\n\\c 1\n\\v 1 Das Haus ist nicht alt.\n\\c 2\n\\v 1 Das Krokodil ist nicht alt.\n"
    )
    call = ["translate", "m", "new.usfm", "-o", "out.usfm"]
    assert main([*call, "--usability", "table.tsv"]) == 0
    assert "\\v 1 The house is not old.\n" in Path("out.usfm").read_text()
    rows = [line.split("\t") for line in Path("table.tsv").read_text().splitlines()]
    assert [row[1] for row in rows] == ["document", "RUT 1", "RUT 2", "all"]
    assert [row[2:4] for row in rows[1:]] == [["1", "6"], ["1", "6"], ["2", "12"]]
    assert [row[6] for row in rows[1:]] == ["0", "1", "1"]
    model = dragoman.load("m")
    result = model.translate_document("new.usfm", confidence=1.0)
    first, second = usability(result)
    own = [value for one in result if one.translation for value in one.translation.confidence]
    assert whole("all", (first, second)).confidence == pytest.approx(sum(own) / len(own))
    assert f"{first.confidence:.3f}" == rows[1][4]
    with pytest.raises(ConfigError, match="no confidences"):
        usability(model.translate_document("new.usfm"))
    assert main(["translate", "m", "--usability", "t"]) == 1

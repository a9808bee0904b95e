"""``dragoman translate`` with documents: where they go, and what is refused before anything is written."""

from __future__ import annotations

import gzip
import io
import json
import os
import sys
from pathlib import Path

import pytest

from dragoman.cli.main import main
from support.documents.handful import archive, german_model

PAGE = "<p>Das <b>Haus</b> ist klein.</p>\n"
GOLD = "<p>the <b>house</b> is small.</p>\n"


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a model and some documents."""
    monkeypatch.chdir(tmp_path)
    german_model().save("model")
    Path("page.html").write_text(PAGE)
    Path("text.md").write_text("Das *Haus*\n")
    Path("site/sub").mkdir(parents=True)
    Path("site/index.html").write_text(PAGE)
    Path("site/sub/notes.txt").write_text("Das Haus\n")
    Path("site/style.css").write_text("p { color: red }\n")
    Path("site/.hidden.txt").write_text("Das Haus\n")
    return tmp_path


def run(*arguments: str) -> int:
    return main(["translate", "model", *arguments])


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """One sentence, and nothing is written."""
    before = sorted(Path().rglob("*"))
    assert run(*arguments) == 1
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1
    assert sorted(Path().rglob("*")) == before
    return captured.err


def test_several_documents_and_folders(capsys: pytest.CaptureFixture[str]) -> None:
    body = '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
    Path("letter.docx").write_bytes(
        archive(f"{body}<w:p><w:r><w:t>Haus</w:t></w:r></w:p></w:document>")
    )
    Path("page.html.gz").write_bytes(gzip.compress(PAGE.encode()))
    assert run("page.html", "text.md", "letter.docx", "page.html.gz", "site", "-o", "out") == 0
    written = sorted(str(path) for path in Path("out").rglob("*") if path.is_file())
    assert written == [
        "out/index.html",
        "out/letter.docx",
        "out/page.html",
        "out/page.html.gz",
        "out/sub/notes.txt",
        "out/text.md",
    ]
    assert Path("out/page.html").read_text() == GOLD
    assert Path("out/text.md").read_text() == "the *house*\n"
    assert Path("out/sub/notes.txt").read_text() == "the house\n"
    assert gzip.decompress(Path("out/page.html.gz").read_bytes()).decode() == GOLD
    assert "site: 1 file that is no document is left out" in capsys.readouterr().err


def test_translations_inside_the_folder_are_not_translated_again() -> None:
    for _ in range(2):
        assert run("site", "-o", "site/en", "--overwrite") == 0
        written = sorted(str(path) for path in Path("site/en").rglob("*") if path.is_file())
        assert written == ["site/en/index.html", "site/en/sub/notes.txt"]
    assert Path("site/index.html").read_text() == PAGE


def test_one_document_goes_to_a_file_a_folder_or_the_screen(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("page.html", "-o", "new.html") == 0
    assert run("page.html", "-o", "new/") == 0
    Path("there").mkdir()
    assert run("page.html", "-o", "there") == 0
    for name in ("new.html", "new/page.html", "there/page.html"):
        assert Path(name).read_text() == GOLD
    assert run("page.html") == 0
    assert capsys.readouterr().out == GOLD


def test_standard_input_is_a_document_if_its_format_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Path("page.html").open("rb") as file:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(file))
        assert run("--format", "html") == 0
    assert capsys.readouterr().out == GOLD


def test_a_folder_does_not_lead_out_of_itself_and_has_no_pipes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A pipe that nobody writes to would be waited for without an end."""
    Path("in/deep").mkdir(parents=True)
    Path("secret").mkdir()
    for place in ("in/a.txt", "in/deep/b.txt", "secret/c.txt"):
        Path(place).write_text("das haus")
    os.mkfifo("in/pipe.txt")
    Path("in/out.txt").symlink_to("../secret/c.txt")
    Path("in/away").symlink_to("../secret")
    Path("in/gone.txt").symlink_to("../nothing.txt")
    Path("in/own.txt").symlink_to("deep/b.txt")
    assert run("in", "-o", "out") == 0
    told = capsys.readouterr().err
    assert "in: 1 file that is no document is left out" in told
    assert "in: 3 links to somewhere else are left out" in told
    found = sorted(str(one.relative_to("out")) for one in Path("out").rglob("*") if one.is_file())
    assert found == ["a.txt", "deep/b.txt", "own.txt"]


def test_terms_and_languages(capsys: pytest.CaptureFixture[str]) -> None:
    Path("terms").write_text("haus\tcottage\n")
    Path("m.tmx").write_text(
        "<tmx><body><tu><tuv xml:lang='fr'><seg>haus</seg></tuv></tu></body></tmx>"
    )
    assert run("m.tmx", "--terms", "terms", "--languages", "fr-nl") == 0
    assert '<tuv xml:lang="nl"><seg>cottage</seg></tuv>' in capsys.readouterr().out


def test_what_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Path("broken.tmx").write_text("<tmx>")
    Path("a.pdf").write_bytes(b"%PDF-1.7")
    Path("empty").mkdir()
    Path("old").mkdir()
    Path("old/page.html").write_text("mine")
    cases = {
        ("page.html", "text.md"): "several documents need --output FOLDER",
        ("site",): "several documents need --output FOLDER",
        ("page.html", "text.md", "-o", "text.md"): "text.md: several documents need a folder",
        ("empty", "-o", "out"): "empty: there are no documents in this folder",
        ("page.html", "nowhere.html", "-o", "out"): "nowhere.html: No such file",
        ("a.pdf", "-o", "out"): "a.pdf: this is a PDF file",
        (
            "page.html",
            "broken.tmx",
            "-o",
            "out",
        ): "broken.tmx:1: not well-formed XML: no element found",
        ("page.html", "site/sub", "site/sub", "-o", "out"): "would both be written to out",
        ("site/sub", "-o", "site/sub"): "site/sub/notes.txt is a document to be translated",
        ("page.html", "-o", "page.html"): "page.html is a document to be translated",
        ("page.html", "-o", "old"): "old/page.html is there already; --overwrite replaces it",
        ("page.html", "--nbest", "3"): "--nbest is for input of one sentence a line",
        ("page.html", "--format", "htm"): "did you mean 'html'?",
        ("page.html", "--format", "word"): "there is no format 'word'; known are text, markdown",
        ("page.html", "--languages", "de"): "expected two languages such as de-en",
        ("page.html", "--languages", "xx-en"): "there is no language 'xx'",
        ("--overwrite",): "are for documents, and none is named",
    }
    for arguments, message in cases.items():
        assert message in refused(capsys, *arguments), arguments
    assert Path("old/page.html").read_text() == "mine"
    assert run("page.html", "-o", "old", "--overwrite") == 0
    assert Path("old/page.html").read_text() == GOLD


def test_every_document_that_cannot_be_read_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    Path("broken.tmx").write_text("<tmx>")
    Path("a.pdf").write_bytes(b"%PDF-1.7")
    assert run("page.html", "broken.tmx", "a.pdf", "-o", "out") == 1
    errors = capsys.readouterr().err.splitlines()
    assert [error.split(":")[1].strip() for error in errors] == ["broken.tmx", "a.pdf"]
    assert not Path("out").exists()


def test_explanations_of_documents(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("page.html", "site", "--explain", "html", "-o", "why.html") == 0
    page = Path("why.html").read_text()
    assert page.count("<section ") == 3 and "the house is small." in page
    assert run("page.html", "--json") == 0
    assert json.loads(capsys.readouterr().out)["text"] == "the house is small."
    told = "page.html is a document to be translated; write elsewhere"
    assert told in refused(capsys, "page.html", "--explain", "html", "-o", "page.html")

"""Every format: what is translated and what is not, what comes back unchanged, and what is refused."""

from __future__ import annotations

import io
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from dragoman.common.errors import ConfigError, FormatError
from dragoman.documents import FORMATS, Content, Text, parse, read
from support.documents.examples import NAMES, SOURCES, content
from support.documents.handful import archive, german_model, identity, part

GOLD = Path(__file__).parent / "golden" / "gold"
"""To make these anew after a change that is meant: write what the test shows."""


def test_every_format_has_an_example() -> None:
    assert set(NAMES) == {path.name for path in SOURCES}
    assert set(NAMES.values()) == set(FORMATS)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_gold(path: Path) -> None:
    file = parse(content(path))
    assert file.format == NAMES[path.name]
    data = german_model().translate_document(file).data
    text = part(data) if file.format == "docx" else data.decode("utf-8")
    assert text == (GOLD / path.name).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_identity_gives_the_same_document(path: Path) -> None:
    """Blocks are what stood in the document; where translations replace the text, so is all the rest."""
    file = parse(content(path, "en"))
    original = path.read_text(encoding="utf-8")
    for block in file.blocks:
        raw = block.render(lambda segment: segment.items)
        assert block.render(identity) == raw
        if file.format != "docx":
            assert raw in original
    if file.format in ("text", "markdown", "usfm"):
        assert file.render(identity) == path.read_bytes()
    if file.format == "html":
        named = original.replace('<html lang="de">', '<html lang="en">')
        assert file.render(identity).decode("utf-8") == named
    if file.format == "docx":
        assert part(file.render(identity)) == original.replace(
            '</w:t></w:r><w:proofErr w:type="spellStart"/><w:r w:rsidR="00B2"><w:t>', ""
        ).replace("<w:tab/><w:t>klein.", '<w:tab/><w:t xml:space="preserve">klein.')


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_what_is_translated_has_its_translation(path: Path) -> None:
    """A bilingual file holds nothing more to translate when it has been translated."""
    if NAMES[path.name] in ("tmx", "xliff"):
        first = parse(content(path))
        assert first.segments
        data = first.render(lambda segment: [Text("small")])
        assert parse(Content(path.name, data, "de", "en")).segments == ()


def test_other_parts_of_an_archive_are_the_same() -> None:
    name = "word/media/image1.png"
    file = parse(Content("x", archive("<w:document/>", header1="<w:hdr/>")))
    with zipfile.ZipFile(io.BytesIO(file.render(identity))) as files:
        assert files.read(name) == bytes(range(256))
        assert files.read("word/header1.xml") == b"<w:hdr/>"
        names = ["[Content_Types].xml", "word/document.xml", "word/header1.xml", name]
        assert files.namelist() == names


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            b"%PDF-1.7 ...",
            "this is a PDF file, not a document that can be translated; convert it to HTML or docx first",
        ),
        (b"\x89PNG\r\n\x1a\n", "this is a picture"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "an old Word, Excel or PowerPoint file"),
        (b"{\\rtf1 Das Haus}", "this is an RTF file"),
        (b"das \0 haus", "this is binary data"),
        (b'{"das": "haus"}', "this is data or a program"),
        (b"#!/bin/sh\nls\n", "this is a script"),
        (b"das\nh\xe4us", "x:2: expected UTF-8 text, found the byte 0xe4"),
        (b"das \x07 haus", "x:1: expected text, found the control character U+0007"),
        (b"<?xml version='1.0'?><svg></svg>", "this is XML with the root <svg>"),
        (b"<tmx><body></tmx>", "x:1: not well-formed XML: mismatched tag"),
        (b'<tmx version="1.4"><body/></tmx>', "there is no unit in the language 'de'"),
        (b"<xliff><file/></xliff>", "expected XLIFF of version 1.x or 2.x, found ''"),
        (b"<srcset><doc></doc></srcset>", "expected segments"),
        (b"<dataset></dataset>", "expected documents"),
        (b"PK\x03\x04 not really", "the archive is damaged"),
        (
            b'<xliff version="1.2"><file source-language="fr" target-language="en"/></xliff>',
            'the file has source-language="fr"',
        ),
        (
            b'<!DOCTYPE tmx [<!ENTITY a "aaa"><!ENTITY b "&a;&a;">]><tmx><body/></tmx>',
            "the document declares the entity 'a'",
        ),
        (b"<tmx>" + b"<a>" * 300 + b"</a>" * 300 + b"</tmx>", "nested deeper than 200"),
        (
            b'<meta charset="x-none"><p>Das Haus</p><html>',
            "'x-none' is not the name of an encoding",
        ),
    ],
)
def test_what_cannot_be_read_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(FormatError) as error:
        parse(Content("x", data, "de", "en"))
    assert message in str(error.value)
    assert str(error.value).startswith("x")
    assert "\n" not in str(error.value)


def test_archives_that_are_no_documents_or_too_large_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as files:
        files.writestr("mimetype", "application/epub+zip")
    with pytest.raises(FormatError, match="without a Word document inside"):
        parse(Content("x", out.getvalue()))
    monkeypatch.setattr("dragoman.documents.docx.MAXIMAL_BYTES", 1 << 16)
    bomb = archive("<a>" + " " * (1 << 17) + "</a>")
    assert len(bomb) < 2000
    with pytest.raises(FormatError, match="holds too much"):
        parse(Content("x", bomb))
    with pytest.raises(FormatError, match="not well-formed XML"):
        parse(Content("x", archive("<a>")))


def test_files_that_are_too_large_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dragoman.documents.content.MAXIMAL_BYTES", 1 << 16)
    (tmp_path / "a.txt").write_bytes(b"a" * (1 << 17))
    with pytest.raises(FormatError, match="the document is larger than"):
        read(tmp_path / "a.txt")


def test_a_small_file_takes_little_memory(tmp_path: Path) -> None:
    """Not as much as the largest one may have: where memory is limited, that would be refused."""
    (tmp_path / "a.txt").write_text("Das Haus")
    read(tmp_path / "a.txt")
    tracemalloc.start()
    try:
        read(tmp_path / "a.txt")
        assert tracemalloc.get_traced_memory()[1] < 1 << 24
    finally:
        tracemalloc.stop()


def test_an_unknown_format_is_an_error() -> None:
    with pytest.raises(ConfigError, match="there is no format 'doc'"):
        parse(Content("x", b""), "doc")


@pytest.mark.parametrize(
    ("name", "data", "format"),
    [
        ("a", b"Das Haus", "text"),
        ("a.txt", b"# Das Haus", "text"),
        ("a.md", b"Das Haus", "markdown"),
        ("a", b"# Das Haus\n\n[x](y)", "markdown"),
        ("a.txt", b"<!doctype html><p>", "html"),
        ("a", b"\xef\xbb\xbf <html>", "html"),
        ("a", b"<p>Das Haus", "html"),
        ("a.md", b"<div>Das Haus</div>", "markdown"),
        ("a.txt", b"<div>Das Haus</div>", "html"),
        ("a", b"<srcset setid=x>", "sgm"),
        ("a.html", b"<?xml version='1.0'?><!-- x --><xliff version='1.2'/>", "xliff"),
        ("a", "<?xml version='1.0'?><tmx/>".encode("utf-16"), "tmx"),
        ("a", b"a < b and b > c", "text"),
    ],
)
def test_formats_are_known_by_content(name: str, data: bytes, format: str) -> None:
    from dragoman.documents.detection import detect

    assert detect(Content(name, data)) == format


@pytest.mark.parametrize("encoding", ["iso-8859-1", "windows-1252", "utf-8", "shift_jis"])
def test_pages_keep_their_encoding(encoding: str) -> None:
    page = f'<html><meta charset="{encoding}"><p>Das Haus ist {{}} €</p></html>'
    page = page if encoding in ("utf-8", "windows-1252") else page.replace("€", "&euro;")
    file = parse(Content("x", page.encode(encoding)))
    assert file.render(identity) == page.encode(encoding)
    [segment] = file.segments
    assert segment.text == "Das Haus ist {} €"
    data = file.render(lambda segment: [type(item)("Дом") for item in segment.items[:1]])
    expected = "Дом" if encoding in ("utf-8", "shift_jis") else "&#1044;&#1086;&#1084;"
    assert f"<p>{expected}</p>".encode(encoding) in data


def test_line_ends_and_marks_of_other_systems_are_kept() -> None:
    for format, text in [
        ("text", "Das Haus\r\n\r\nist klein\r\n"),
        ("markdown", "# Das Haus\r\n\r\n> ist\r\n> klein\r\n"),
        ("html", "<p>Das\r\nHaus</p>\r\n"),
    ]:
        for data in (text.encode(), text.encode("utf-8-sig"), text.encode("utf-16")):
            assert parse(Content("x", data), format).render(identity) == data

"""Markdown with anything in it comes back as it was; translated text never turns into markup."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.documents import Content, Text, parse, read
from support.documents.handful import german_model, identity
from support.examples import examples

PIECES = st.sampled_from(
    [
        "das ", "Haus", " ist ", "klein. ", "\n", "\n\n", "  \n", "\\\n", "> ", "- ", "1. ", "# ", "    ", "\t",
        "*", "**", "_", "~~", "`", "``", "[", "](", ")", "![", '](x "das")', "[haus]", "[]", "<b>", "</b>", "<br>",
        "|", "| - |\n", "---\n", "```\n", "\\*", "&amp;", "<http://haus.de>", "[^1]", "[haus]: /x\n", "$x_1$", "é",
    ]
)  # fmt: skip
PAGES = st.lists(PIECES, max_size=25).map("".join)


@settings(max_examples=examples(300))
@given(PAGES)
def test_identity_gives_the_same_text(page: str) -> None:
    assert parse(Content("x", page.encode()), "markdown").render(identity).decode() == page


@pytest.mark.parametrize("path", sorted(Path(__file__).parents[2].glob("docs/*.md")), ids=str)
def test_our_own_documentation_comes_back(path: Path) -> None:
    file = read(path, "markdown", language="en")
    assert file.render(identity) == path.read_bytes()
    assert len(file.segments) > 3


@pytest.mark.parametrize(
    "text", ["- das", "1. das", "# das", "> das", "*das*", "a [b](c)", "`x`", "<p>", "+ x"]
)
def test_translations_are_text(text: str) -> None:
    """What looks like markup in a translation is written so that it is none."""
    file = parse(Content("x", b"Haus\n"), "markdown")
    data = file.render(lambda segment: [Text(text)])
    again = parse(Content("x", data), "markdown")
    assert [segment.text for segment in again.segments] == [text]
    assert again.segments[0].tags == []


def test_long_lines_are_filled_to_the_same_width() -> None:
    page = "> das haus ist klein,\n> das haus ist klein\n"
    result = german_model().translate_document(page.encode(), "markdown").text
    assert result == "> the house is small,\n> the house is small\n"
    file = parse(Content("x", page.encode()), "markdown")
    wide = file.render(lambda segment: [Text("- a 12. b " * 10)])
    assert len(wide.splitlines()) > 2
    assert len(list(parse(Content("x", wide), "markdown").blocks)) == 1


def test_links_keep_their_targets() -> None:
    page = "Das [Haus], das [haus][] und [klein][haus].\n\n[haus]: /x 'Das Haus'\n"
    result = german_model().translate_document(page.encode(), "markdown").text
    assert (
        result
        == "the [house][Haus], the [house][haus] und [small][haus].\n\n[haus]: /x 'Das Haus'\n"
    )

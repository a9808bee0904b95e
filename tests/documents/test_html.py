"""Web pages with anything in them come back as they were, and translated ones have all their tags."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.documents import Content, parse
from dragoman.documents.html_lexer import pieces
from support.documents.handful import german_model, identity
from support.examples import examples

PIECES = st.sampled_from(
    [
        "das ", "Haus", " ist ", "klein. ", "Das", "\n", "&amp;", "&nbsp;", "&", "<", "é", "{x}",
        "<b>", "</b>", "<i>", "</i>", "<a href='x'>", "</a>", "<span id=1>", "</span>", "<br>", "<br/>",
        "<p>", "</p>", "<div class=x>", "</div>", "<li>", "<img alt='das haus'>", "<img alt=haus>",
        "<!-- das -->", "<script>das < haus</script>", "<pre>", "</pre>", "<code>", "</code>", "</x>",
        '<p translate="no">', "<svg><p>das</p></svg>", "<input value=das type=submit>", "<td", "'", '"',
    ]
)  # fmt: skip
PAGES = st.lists(PIECES, max_size=25).map("".join)
MODEL = german_model()


@settings(max_examples=examples(200))
@given(PAGES)
def test_the_lexer_loses_nothing(page: str) -> None:
    assert "".join(piece.raw for piece in pieces(page)) == page


def test_quotation_marks_count_behind_an_equals_sign() -> None:
    page = "<p don't>das <b title='a > b'>Haus</b> <i class=x>ist</i></p><p title='das"
    assert [piece.raw for piece in pieces(page)] == [
        "<p don't>", "das ", "<b title='a > b'>", "Haus", "</b>", " ", "<i class=x>", "ist", "</i>", "</p>",
        "<p title='das",
    ]  # fmt: skip


@settings(max_examples=examples(200))
@given(PAGES)
def test_identity_gives_the_same_page(page: str) -> None:
    assert parse(Content("x", page.encode()), "html").render(identity).decode() == page


@settings(max_examples=examples(100))
@given(PAGES)
def test_a_translated_page_has_the_same_tags(page: str) -> None:
    """Those that may be split are there at least as often."""
    result = MODEL.translate_document(page.encode(), "html").text

    def tags(text: str) -> Counter[str]:
        found = [piece for piece in pieces(text) if piece.kind in ("open", "close")]
        return Counter(re.sub("[\"'].*?[\"']|=.*", "", piece.raw) for piece in found)

    before, after = tags(page), tags(result)
    assert set(before) == set(after)
    for tag, count in before.items():
        assert after[tag] >= count if tag in ("<b>", "</b>", "<i>", "</i>") else after[tag] == count


def test_a_line_break_behind_a_mark_ends_the_sentence() -> None:
    page = b"<p>Das ist Haus Nr. 5.<br>Das ist<br>klein.<br><b>Das</b> Haus</p>"
    file = parse(Content("x", page, "de"), "html")
    assert [segment.text for segment in file.segments] == [
        "Das ist Haus Nr. 5.",
        "Das ist\nklein.",
        "Das Haus",
    ]
    assert file.render(identity) == page


@pytest.mark.parametrize(
    "unit", ["<b>", "<b>x</b> ", "<b", "</b>", "<!--", "&", "<p>", "x <i>y. ", "<a ", "<a b='"]
)
def test_hostile_pages_are_read(unit: str) -> None:
    """In one pass, whatever is not closed."""
    page = unit * (40_000 // len(unit)) + '"'
    assert parse(Content("x", page.encode()), "html").render(identity).decode() == page

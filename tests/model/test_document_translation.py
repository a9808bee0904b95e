"""Documents through a model: what is kept, what is prescribed, and what the decoder is given."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman._core import RuleTableBuilder, Vocabulary
from dragoman.common.errors import FormatError
from dragoman.corpus.preparation import TextPreparation
from dragoman.documents import Segment, Text, parse
from dragoman.documents.content import Content
from dragoman.grammar import SCORE_COLUMNS, RuleTable
from dragoman.grammar.rule_table import with_vocabularies
from dragoman.lm import LanguageModel
from dragoman.lm.estimation import LMOptions
from dragoman.model import Model
from dragoman.model.documents.document_translation import BATCH, DocumentTranslator
from dragoman.model.documents.segment_words import SegmentWords
from dragoman.search import Input
from support.documents.handful import german_model
from support.search.hiero import Side, symbols

PAGE = "<p>Das <b>Haus</b> ist klein.</p>"


def test_a_document_is_a_path_or_bytes(tmp_path: Path) -> None:
    model = german_model()
    expected = "<p>the <b>house</b> is small.</p>"
    (tmp_path / "a.html").write_text(PAGE)
    for source in (tmp_path / "a.html", str(tmp_path / "a.html"), PAGE.encode()):
        assert model.translate_document(source).text == expected
    assert model.translate_document(b"das haus").text == "the house"
    with pytest.raises(FormatError, match=r"letter\.md: this is a PDF file"):
        model.translate_document(b"%PDF-1.7", name="letter.md")
    with pytest.raises(FileNotFoundError):
        model.translate_document("nowhere.html")
    with pytest.raises(FormatError, match="document:1: expected <tmx>, found <p>"):
        model.translate_document(PAGE.encode(), "tmx")


def test_a_text_is_never_a_path(tmp_path: Path) -> None:
    """A server hands over what strangers wrote."""
    model = german_model()
    (tmp_path / "haus").write_text("secret")
    name = str(tmp_path / "haus")
    assert model.translate_text(name) == name
    assert model.translate_text("page.html", "html") == "page.html"


def test_text_keeps_its_format() -> None:
    model = german_model()
    assert model.translate_text(PAGE, "html") == "<p>the <b>house</b> is small.</p>"
    assert model.translate_text("Das **Haus**", format="markdown") == "the **house**"
    assert model.translate_text("Das Haus\n\n  ist klein\n") == "the house\n\n  is small\n"
    assert model.translate_text("") == ""
    terms = german_model().terminology({"Haus": "Cottage"})
    assert model.translate_text("das haus", terms=terms) == "the cottage"


def test_a_string_has_no_encoding() -> None:
    """What the page says about its bytes does not count, and half a character is refused."""
    page = '<meta charset="iso-8859-1"><p>Das ist München\u3042</p>'
    assert german_model().translate_text(page, "html") == page.replace("Das ist", "that is")
    for mark in ("\ufeff", "\u4100\uff00"):
        assert german_model().translate_text(f"{mark}das haus").startswith(mark[:1])
    with pytest.raises(
        FormatError, match=r"text:2: expected text, found half a character \(U\+D800\)"
    ):
        german_model().translate_text("das\n\ud800")


def test_the_result_knows_its_sentences(tmp_path: Path) -> None:
    result = german_model().translate_document(b"<p>Das ist das Haus. 7! Das ist <i>klein</i>.")
    assert [one.source for one in result] == ["Das ist das Haus.", "7!", "Das ist klein."]
    assert [one.text for one in result] == ["that is the house.", "7!", "that is small."]
    assert [one.translation is None for one in result] == [False, True, False]
    assert {one.document for one in result} == {"document"}
    result.save(tmp_path / "out.html")
    assert (tmp_path / "out.html").read_bytes() == result.data
    assert len(result) == 3 and "3 segments" in repr(result)


@pytest.mark.parametrize(
    "thing",
    [
        "{name}", "{0:>10}", "{{ name }}", "${x.y}", "%s", "%(name)d", "%1$s", "%NAME%", "$name", "&amp;nbsp;",
        "http://haus.de/das?ist=klein", "www.haus.de", "a.b@haus.de", "@haus", "#haus", "--das-haus", "/das/haus/klein",
        "&lt;br/&gt;", "<code>das  haus = 1</code>", '<span translate="no">Das Haus</span>',
    ],
)  # fmt: skip
def test_what_is_no_language_is_kept(thing: str) -> None:
    result = german_model().translate_text(f"<p>Das ist {thing}: klein.</p>", "html")
    assert result == f"<p>that is {thing}: small.</p>"


@pytest.mark.parametrize(
    "words", ["das/haus/klein", "das & haus", "5 % klein", "haus -klein", "$ 5"]
)
def test_ordinary_text_is_not_kept(words: str) -> None:
    assert Segment([Text(words)]).kept == []


def test_terms_are_prescribed() -> None:
    terms = german_model().terminology({"Haus": "Cottage"})
    result = german_model().translate_document(b"<p>Das <b>Haus</b>.</p>", terms=terms)
    assert result.text == "<p>the <b>cottage</b>.</p>"


def test_alternatives_of_a_document_have_its_structure() -> None:
    """The k-th one has the k-th best translation of every sentence that has so many."""
    model = german_model()
    page = "<p>Das <b>Haus</b>.</p><p>7</p>"
    result = model.translate_document(page.encode(), "html", nbest=3)
    assert result.text == model.translate_text(page, "html")
    [translation] = [one.translation for one in result if one.translation is not None]
    others = [entry.text for entry in translation.nbest[1:3]]
    found = result.alternatives(2)
    assert [re.sub("<[^>]*>", "", text).removesuffix("7") for text in found] == others
    assert all(text.startswith("<p>") and text.endswith("<p>7</p>") for text in found)
    assert model.translate_document(page.encode(), "html").alternatives(2) == []


def test_words_that_nobody_knows_keep_their_spelling() -> None:
    result = german_model().translate_document(b"<p>Das ist M&uuml;nchen-<b>Ost</b>bahnhof</p>")
    assert result.text == "<p>that is M&uuml;nchen-<b>Ost</b>bahnhof</p>"


def test_a_document_is_handed_over_whole() -> None:
    """Documents share a batch, and none is divided, however long it is."""
    sizes = [10, BATCH + 20, 3, BATCH, 1]
    page = "<srcset>"
    for number, size in enumerate(sizes):
        page += f"<doc docid=d{number}>" + "<seg>das haus</seg>" * size + "</doc>"
    file = parse(Content("x", f"{page}</srcset>".encode()))
    model = german_model()
    batches: list[list[str]] = []

    def translate(inputs: list[Input]) -> list:
        batches.append([one.document for one in inputs])
        return model.translate(inputs)

    result = DocumentTranslator(model.text, translate, model.decoder().takes)(file)
    assert len(result) == sum(sizes)
    assert [len(batch) for batch in batches] == [BATCH + 30, BATCH + 3, 1]
    assert sorted({name for batch in batches for name in batch}) == [f"d{i}" for i in range(5)]
    for number in range(len(sizes)):
        assert sum(f"d{number}" in batch for batch in batches) == 1


def test_lines_do_not_cross_a_break() -> None:
    words = SegmentWords(
        parse(Content("x", b"<p>das haus<br>ist klein</p>")).segments[0], TextPreparation()
    )
    assert list(words.input.tokens) == ["das", "haus", "ist", "klein"]
    assert list(words.input.walls) == [2]


def test_a_decoder_is_asked_for_what_it_takes() -> None:
    segment = parse(Content("x", b"<p>das haus<br>ist {name}</p>")).segments[0]
    for takes in (set(), {"walls"}, {"zones"}, {"walls", "zones"}):
        words = SegmentWords(segment, TextPreparation(), None, takes)
        assert words.input.demands == takes
        assert list(words.input.tokens) == ["das", "haus", "ist", "{name}"]


def hierarchical_model() -> Model:
    """Moves a participle to the front of its object."""
    source, target = Vocabulary(), Vocabulary()
    builder = RuleTableBuilder(len(SCORE_COLUMNS), 0, 0)
    rules: list[tuple[Side, Side, list[tuple[int, int]]]] = [
        (("er",), ("he",), [(0, 0)]),
        (("haus",), ("house",), [(0, 0)]),
        (("das", 0), ("the", 0), [(0, 0), (1, 1)]),
        (("hat", 0, "gesehen"), ("has", "seen", 0), [(0, 0), (1, 2), (2, 1)]),
    ]
    for one, other, links in rules:
        sides = symbols(one, source), symbols(other, target)
        builder.add(*sides, links, [-0.1] * len(SCORE_COLUMNS), [], [])
    table = RuleTable(with_vocabularies(builder.finish(), source, target), SCORE_COLUMNS)
    lm = LanguageModel.train(["he has seen the house"] * 3, LMOptions(order=3))
    model = Model(table, [lm], decoder="chart")
    model.text = german_model().text
    return model


def test_tags_move_with_the_words_of_hierarchical_rules() -> None:
    page = "<p>Er hat <b>das Haus</b> <a href='x'>gesehen</a>.</p>"
    expected = "<p>he has <a href='x'>seen</a> <b>the house</b>.</p>"
    assert hierarchical_model().translate_text(page, "html") == expected


@given(
    st.text("ab.{}%s Ää\u00a0\u200b-,\n$x", max_size=30),
    st.sampled_from([TextPreparation(), TextPreparation(tokenize=True, source_language="en")]),
)
def test_words_know_where_they_stand(text: str, preparation: TextPreparation) -> None:
    segment = Segment([Text(text)])
    words = SegmentWords(segment, preparation)
    zones = {zone.begin for zone in words.input.zones}
    end = 0
    for i, (token, (begin, stop)) in enumerate(zip(words.input.tokens, words.spans, strict=True)):
        assert end <= begin < stop
        assert text[begin:stop] == token
        assert ((begin, stop) in segment.kept) == (i in zones)
        end = stop

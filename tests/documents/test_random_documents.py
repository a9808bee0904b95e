"""Random markup in every format: it is refused in one sentence, or what is not translated comes back as it was."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.common.errors import FormatError
from dragoman.documents import FORMATS, Content, DocumentFile, Text, parse
from support.documents.handful import archive, identity, part
from support.examples import examples

WORDS = st.sampled_from(
    ["das ", "Haus", " ist", " klein. ", "Das", "\n", "&amp;", "&#228;", " {x}", "é"]
)


def nested(pairs: Sequence[tuple[str, str]], alone: Sequence[str]) -> st.SearchStrategy[str]:
    """Well-formed markup of these elements."""
    leaves = st.one_of(WORDS, WORDS, st.sampled_from(list(alone)))

    def around(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        one = st.tuples(st.sampled_from(list(pairs)), inner).map(lambda x: x[0][0] + x[1] + x[0][1])
        return st.lists(st.one_of(one, inner), max_size=4).map("".join)

    return st.recursive(leaves, around, max_leaves=12)


TMX = nested(
    [("<hi>", "</hi>"), ('<bpt i="1">&lt;b&gt;</bpt>', '<ept i="1"/>'), ('<bpt i="2"/>', "")],
    ["<ph>das</ph>", '<ept i="7"/>', "<!-- das -->", "<![CDATA[das <Haus>]]>", "<?das?>"],
)
XLIFF1 = nested(
    [
        ('<g id="1">', "</g>"),
        ('<mrk mtype="protected">', "</mrk>"),
        ('<bx id="3"/>', '<ex id="3"/>'),
    ],
    ['<x id="2"/>', '<bpt id="9">das</bpt>', '<ex id="4"/>', "<!-- das -->"],
)
XLIFF2 = nested(
    [
        ('<pc id="1">', "</pc>"),
        ('<mrk id="m" translate="no">', "</mrk>"),
        ('<sc id="3"/>', '<ec startRef="3"/>'),
    ],
    ['<ph id="2"/>', '<ec startRef="4"/>', "<!-- das -->", '<cp hex="001A"/>'],
)
WORD = nested(
    [
        ("<w:r><w:t>", "</w:t></w:r>"),
        ("<w:r><w:rPr><w:b/></w:rPr><w:t xml:space='preserve'>", "</w:t></w:r>"),
        ('<w:hyperlink r:id="1">', "</w:hyperlink>"),
        ("<w:ins>", "</w:ins>"),
        ('<w:r><w:fldChar w:fldCharType="begin"/></w:r>', '<w:r><w:fldChar w:fldCharType="end"/></w:r>'),
    ],
    ["<w:r><w:t>das Haus</w:t><w:br/><w:t>ist</w:t></w:r>", "<w:r><w:drawing/></w:r>", '<w:bookmarkStart w:id="0"/>',
     '<w:r><w:fldChar w:fldCharType="separate"/></w:r>', "<w:r><w:t>a<!-- das -->b</w:t></w:r>", "<w:proofErr/>"],
)  # fmt: skip
HEAD = (
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="r"'
)


def tmx(segment: str) -> str:
    return f"<tmx><body><tu><tuv xml:lang='de'><seg>{segment}</seg></tuv></tu></body></tmx>"


def xliff1(segment: str) -> str:
    return (
        '<xliff version="1.2"><file source-language="de" target-language="en"><body>'
        f'<trans-unit id="1"><source>{segment}</source></trans-unit></body></file></xliff>'
    )


def xliff2(segment: str) -> str:
    return (
        '<xliff version="2.0" srcLang="de" trgLang="en"><file id="f"><unit id="1"><segment state="initial">'
        f"<source>{segment}</source></segment></unit></file></xliff>"
    )


def codes(text: str) -> list[str]:
    """The elements of a well-formed text, in any order, as they are written."""
    return sorted(re.findall(r"<[^<>]*>", re.sub(r"<!--.*?-->|<!\[CDATA\[.*?\]\]>", "", text)))


def shouted(file: DocumentFile) -> str:
    """The file with other words in the place of every sentence; all tags stay."""
    translated = file.render(
        lambda segment: [
            Text(item.text.upper(), item.raw if item.keep else None, item.keep)
            if isinstance(item, Text) and item.raw != ""
            else item
            for item in segment.items
        ]
    )
    return part(translated) if file.format == "docx" else translated.decode("utf-8")


@settings(max_examples=examples(60))
@given(st.sampled_from([(tmx, "seg"), (xliff1, "target"), (xliff2, "target")]), st.data())
def test_bilingual_files_get_one_translation(kind, data) -> None:
    """The source is not touched, and the translation has the same codes and, if nothing is changed, the same text."""
    make, name = kind
    segment = data.draw({tmx: TMX, xliff1: XLIFF1, xliff2: XLIFF2}[make])
    page = make(segment)
    file = parse(Content("x", page.encode(), "de", "en"))
    same = file.render(identity).decode()
    ElementTree.fromstring(same)
    ElementTree.fromstring(shouted(file))
    if not file.segments:
        return
    new = re.findall(rf"<{name}\b[^>]*>(.*?)</{name}>", same, re.DOTALL)
    assert new[-1] == segment or "<![CDATA[" in segment
    assert codes(new[-1]) == codes(segment)
    loud = re.findall(rf"<{name}\b[^>]*>(.*?)</{name}>", shouted(file), re.DOTALL)
    assert codes(loud[-1]) == codes(segment)
    added = r"<tuv xml:lang=\"en\">.*?</tuv>|<target[^>]*>.*?</target>"
    state = page.replace('state="initial"', 'state="translated"')
    assert re.sub(added, "", same, flags=re.DOTALL) == state


@settings(max_examples=examples(80))
@given(WORD)
def test_word_documents_stay_well_formed_and_keep_their_text(body: str) -> None:
    """White space between runs, which means nothing, may go."""
    page = f"{HEAD}><w:body><w:p>{body}</w:p></w:body></w:document>"
    file = parse(Content("x", archive(page), "de", "en"))
    before = ElementTree.fromstring(page)
    after = ElementTree.fromstring(part(file.render(identity)))
    loud = ElementTree.fromstring(shouted(file))
    assert "".join("".join(after.itertext()).split()) == "".join("".join(before.itertext()).split())
    for kind in ("hyperlink", "fldChar", "drawing", "bookmarkStart", "ins", "br"):
        name = f"{{http://schemas.openxmlformats.org/wordprocessingml/2006/main}}{kind}"
        count = len(list(before.iter(name)))
        assert len(list(after.iter(name))) == count
        assert len(list(loud.iter(name))) == count


SGM = st.lists(
    st.one_of(WORDS, st.sampled_from(["<b>", "&lt;", "<hl>", "</hl>", "<p>", "</doc>", "<doc docid='2'>", "<", ">"])),
    max_size=15,
).map("".join)  # fmt: skip


@given(st.lists(SGM, min_size=1, max_size=4))
def test_sgm_keeps_all_but_its_segments(texts: list[str]) -> None:
    page = "<srcset setid=x><doc docid=1>"
    page += (
        "\n".join(f"<seg id={i}>{text}</seg>" for i, text in enumerate(texts)) + "</doc></srcset>"
    )
    file = parse(Content("x", page.encode()), "sgm")
    assert file.render(identity).decode() == page
    tags = r"</?(?:srcset|doc|seg)\b[^<>]*>"
    assert re.findall(tags, shouted(file)) == re.findall(tags, page)


LINES = st.lists(
    st.sampled_from(
        [
            "das ", "Haus", " ist klein, ", "Das. ", "\n", "\n\n", "  ", "- ", "1. ", "\t", "\r\n", "* * *", "{x}",
            "。", "é",
        ]
    ),
    max_size=40,
).map("".join)  # fmt: skip


@given(LINES)
def test_plain_text_keeps_its_paragraphs(page: str) -> None:
    file = parse(Content("x", page.encode()), "text")
    assert file.render(identity).decode() == page
    blank = [i for i, part in enumerate(re.split(r"\r?\n[ \t]*\r?\n", page)) if not part.strip()]
    after = re.split(r"\r?\n[ \t]*\r?\n", shouted(file))
    assert [i for i, part in enumerate(after) if not part.strip()] == blank


TAGS = st.sampled_from(
    [
        "<tmx>", "</tmx>", "<tu>", "<tuv xml:lang='de'>", "<seg>", "</seg>", "das", "<xliff version='1.2'>", "<file>",
        "<dataset>", "<doc>", "<src>", "<srcset>", "<p>", "</p>", "<![CDATA[", "]]>", "<!--", "-->", "&x;", "<w:p>",
        "<?xml version='1.0'?>", "<!DOCTYPE a [", "<!ENTITY a 'b'>", "]>", "\0", "\ufeff", "PK\3\4", "[a](", "`", "|",
        "*", "\n", " ", "é",
    ]
)  # fmt: skip


@pytest.mark.parametrize("format", [*FORMATS, None])
@settings(max_examples=examples(40))
@given(pieces=st.lists(TAGS, max_size=15))
def test_anything_is_read_or_refused(format: str | None, pieces: list[str]) -> None:
    data = "".join(pieces).encode()
    for content in (data, archive("".join(pieces))):
        try:
            file = parse(Content("x", content, "de", "en"), format)
        except FormatError as error:
            assert "\n" not in str(error)
        else:
            file.render(identity)

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError, DragomanError, FormatError
from dragoman.corpus.delimited import TAB, read_delimited, write_delimited
from dragoman.corpus.document import Sentence
from dragoman.corpus.formats import FORMATS, detect_format, read_bitext
from dragoman.corpus.parallel import read_parallel, write_parallel
from dragoman.corpus.sgm import SgmHeader, read_segments, read_sgm_set, write_sgm
from dragoman.corpus.tmx import memory_languages, read_tmx, write_tmx
from dragoman.corpus.wmtxml import read_wmt_xml, write_wmt_xml

texts = st.text(
    st.characters(blacklist_categories=("C", "Zs", "Zl", "Zp")), min_size=1, max_size=8
).filter(lambda t: "|" not in t)
sentences = st.lists(
    st.builds(
        lambda s, t, d: Sentence(s, tuple(t), d),
        texts,
        st.lists(texts, min_size=2, max_size=2),
        st.sampled_from(["a", "b & c"]),
    ),
    min_size=1,
    max_size=5,
)


@given(sentences)
def test_every_format_gives_back_what_was_written(
    tmp_path_factory: pytest.TempPathFactory, corpus: list[Sentence]
) -> None:
    place = tmp_path_factory.mktemp("formats")
    plain = [Sentence(s.source, s.targets) for s in corpus]
    refs = [place / "t0", place / "t1"]
    write_parallel(corpus, place / "s", refs, place / "docs")
    assert list(read_parallel(place / "s", refs, place / "docs")) == corpus
    write_delimited(place / "bars", corpus)
    assert list(read_delimited(place / "bars")) == plain
    write_delimited(place / "tsv", corpus, TAB)
    assert list(read_delimited(place / "tsv", TAB)) == plain
    write_tmx(place / "m.tmx", corpus, "de", "en")
    assert list(read_bitext(place / "m.tmx")) == corpus
    write_wmt_xml(place / "x.xml", corpus, "de", "en")
    assert list(read_bitext(place / "x.xml")) == corpus


def test_sgm_with_documents_and_several_references(tmp_path: Path) -> None:
    corpus = [
        Sentence("eins", ("one", "1"), "d1"),
        Sentence("zwei & <drei>", ("two & <three>", "2"), "d1"),
        Sentence("vier", ("four", "4"), "d2"),
    ]
    write_sgm(tmp_path / "s.sgm", ((s.document, s.source) for s in corpus), SgmHeader())
    for i in range(2):
        header = SgmHeader("refset", target="en", system=f"ref{i}")
        write_sgm(tmp_path / f"r{i}.sgm", ((s.document, s.targets[i]) for s in corpus), header)
    refs = [tmp_path / "r0.sgm", tmp_path / "r1.sgm"]
    assert list(read_sgm_set(tmp_path / "s.sgm", refs)) == corpus
    both = tmp_path / "both.sgm"
    both.write_text("".join(r.read_text() for r in refs))
    assert list(read_sgm_set(tmp_path / "s.sgm", [both])) == corpus
    (tmp_path / "short.sgm").write_text(
        '<refset><doc docid="d1"><seg id="1">x</seg></doc></refset>'
    )
    with pytest.raises(FormatError, match="lacks segment '2' of document 'd1'"):
        list(read_sgm_set(tmp_path / "s.sgm", [tmp_path / "short.sgm"]))


def test_broken_sgm_is_read_as_it_was_meant(tmp_path: Path) -> None:
    file = tmp_path / "broken.sgm"
    file.write_text(
        "<SRCSET setid=x srclang='any'>\n<DOC sysid=a DOCID=d.1 genre=nw><p>\n"
        "<hl><seg id=1> AT&T &amp; a < b\n  <i>said</i> </seg></hl>\n"
        "<seg id=2>never closed\n<seg>third</seg></DOC>\n"
    )
    assert [(s.kind, s.document, s.system, s.id, s.text) for s in read_segments(file)] == [
        ("srcset", "d.1", "a", "1", "AT&T & a < b <i>said</i>"),
        ("srcset", "d.1", "a", "2", "never closed"),
        ("srcset", "d.1", "a", "3", "third"),
    ]
    file.write_text("<srcset>\n<doc>\n<seg id=7>cut")
    with pytest.raises(FormatError, match=r"broken.sgm:3: the segment '7' is not closed"):
        list(read_segments(file))


def test_tmx_languages_inline_markup_and_encodings(tmp_path: Path) -> None:
    file = tmp_path / "m.tmx"
    text = (
        '<?xml version="1.0" encoding="{0}"?><tmx version="1.4"><header/><body>\n'
        '<tu><tuv xml:lang="FR"><seg>un</seg></tuv><tuv xml:lang="de-DE"><seg>eins</seg></tuv>'
        '<tuv xml:lang="en-GB"><seg>o<bpt i="1">[</bpt>ne &amp;\n  ü</seg></tuv></tu>\n'
        '<tu><tuv xml:lang="de"><seg>nur</seg></tuv></tu></body></tmx>'
    )
    for encoding in ("utf-8", "utf-16", "iso-8859-1"):
        file.write_bytes(text.format(encoding).encode(encoding))
        assert list(read_tmx(file, "de", "en")) == [Sentence("eins", ("one & ü",))]
        assert list(read_tmx(file)) == [Sentence("un", ("eins",))]
    file.write_text(text.format("utf-8")[:200])
    with pytest.raises(FormatError, match=r"m.tmx:\d+: not well-formed XML"):
        list(read_tmx(file))


def test_wmt_xml_systems_and_missing_segments(tmp_path: Path) -> None:
    file = tmp_path / "t.xml"
    side = '<p><seg id="1">{0}1</seg></p><p><seg id="2">{0}2</seg></p>'
    file.write_text(
        f'<dataset id="t">\n<doc id="d"><src>{side.format("s")}</src>\n'
        f'<ref translator="A">{side.format("a")}</ref><ref translator="B">{side.format("b")}</ref>'
        f'<hyp system="X"><seg id="1">x1</seg></hyp></doc></dataset>'
    )
    assert detect_format(file) == "wmtxml"
    assert list(read_wmt_xml(file)) == [
        Sentence("s1", ("a1", "b1"), "d"),
        Sentence("s2", ("a2", "b2"), "d"),
    ]
    with pytest.raises(FormatError, match=r"t.xml:3: expected a segment '2' as in the source"):
        list(read_wmt_xml(file, "X"))
    with pytest.raises(FormatError, match="lacks the system 'Y'"):
        list(read_wmt_xml(file, "Y"))


def test_unequal_files_are_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1\n2\n3\n")
    (tmp_path / "b").write_text("1\n")
    with pytest.raises(FormatError) as caught:
        list(read_parallel(tmp_path / "a", [tmp_path / "b"]))
    assert f"{tmp_path}/a has 3 lines, {tmp_path}/b has 1 lines" in str(caught.value)


def test_columns_must_agree(tmp_path: Path) -> None:
    file = tmp_path / "f"
    file.write_text("a ||| b\nc\n")
    with pytest.raises(FormatError, match=r"f:2: expected 2 columns separated by \|\|\|, found 1"):
        list(read_bitext(file))
    with pytest.raises(FormatError, match="sentence 1 contains the separator tabs"):
        write_delimited(tmp_path / "o", [Sentence("a\tb", ("c",))], TAB)
    assert not (tmp_path / "o").exists()


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("x.tmx.gz", "", "tmx"),
        ("x.sgm", "", "sgm"),
        ("x", "<?xml version='1.0'?>\n<tmx version='1.4'>", "tmx"),
        ("x", "<refset setid='a'>", "sgm"),
        ("x", "a ||| b\n", "bars"),
        ("x", "a\tb\n", "tsv"),
        ("x", "plain text\n", "text"),
        ("x", "# c\n1\ta\t_\t_\t_\t_\t0\t_\t_\t_\n", "conllu"),
        ("x", "", "text"),
    ],
)
def test_format_by_name_or_content(tmp_path: Path, name: str, content: str, expected: str) -> None:
    (tmp_path / name).write_text(content)
    assert detect_format(tmp_path / name) == expected


def test_one_file_formats_take_no_second_file(tmp_path: Path) -> None:
    (tmp_path / "m.tmx").write_text("<tmx/>")
    with pytest.raises(ConfigError, match="holds both sides"):
        read_bitext(tmp_path / "m.tmx", [tmp_path / "x"])
    with pytest.raises(ConfigError, match="there is no format 'doc'"):
        read_bitext(tmp_path / "m.tmx", format="doc")


PIECES = ["<", ">", "/", "seg", "doc", "tmx", "tu", " ", "&", "a=1", "\n"]
marked = st.lists(st.sampled_from(PIECES)).map("".join)
readers: list[Callable[[Path], Iterator[object]]] = [
    *(lambda path, name=name: read_bitext(path, format=name) for name in FORMATS),
    read_bitext,
    lambda path: read_parallel(path, [path], path),
]


@given(st.binary() | marked.map(str.encode), st.sampled_from(readers))
def test_any_bytes_give_sentences_or_one_error(
    tmp_path_factory: pytest.TempPathFactory,
    data: bytes,
    reader: Callable[[Path], Iterator[object]],
) -> None:
    file = tmp_path_factory.mktemp("bytes") / "f"
    file.write_bytes(data)
    try:
        assert all(isinstance(sentence, Sentence) for sentence in reader(file))
    except DragomanError as error:
        assert str(file) in str(error)


def test_streams_more_than_memory_should_hold(tmp_path: Path) -> None:
    import tracemalloc

    file = tmp_path / "big.tmx"
    write_tmx(file, (Sentence(f"a{i} " * 20, (f"b{i} " * 20,)) for i in range(8000)), "de", "en")
    tracemalloc.start()
    assert sum(1 for _ in read_tmx(file)) == 8000
    assert tracemalloc.get_traced_memory()[1] < file.stat().st_size / 2
    tracemalloc.stop()


def test_a_memory_in_other_languages_names_those_it_has(tmp_path: Path) -> None:
    unit = (
        '<tu><tuv xml:lang="fr-CA"><seg>oui</seg></tuv><tuv xml:lang="en"><seg>yes</seg></tuv></tu>'
    )
    path = tmp_path / "m.tmx"
    path.write_text(f'<tmx version="1.4"><header/><body>{unit}</body></tmx>')
    assert [pair.source for pair in read_tmx(path, "fr", "en")] == ["oui"]
    with pytest.raises(FormatError, match="no unit is in both de and en; there are en, fr-ca"):
        list(read_tmx(path, "de", "en"))


def test_varieties_of_a_language_are_one_language(tmp_path: Path) -> None:
    def unit(**texts: str) -> str:
        sides = (
            f'<tuv xml:lang="{code.replace("_", "-")}"><seg>{text}</seg></tuv>'
            for code, text in texts.items()
        )
        return f"<tu>{''.join(sides)}</tu>"

    def memory(*units: str) -> Path:
        path = tmp_path / "m.tmx"
        path.write_text(f'<tmx version="1.4"><header/><body>{"".join(units)}</body></tmx>')
        return path

    path = memory(unit(de_DE="Farbe", en_GB="colour"), unit(de_AT="Farbe", en_US="color"))
    assert memory_languages(path) == ("de", "en")
    assert [pair.target for pair in read_tmx(path)] == ["colour", "color"]
    path = memory(unit(en_GB="colour", en_US="color"), unit(en_GB="lorry", en_US="truck"))
    assert memory_languages(path) == ("en-gb", "en-us")
    assert [(pair.source, pair.target) for pair in read_tmx(path)][1] == ("lorry", "truck")
    assert memory_languages(memory(unit(de="nur"))) is None
    assert memory_languages(memory()) is None

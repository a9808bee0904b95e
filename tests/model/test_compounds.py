"""Whatever says something of words says it of those that are written, and not of the parts of compounds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dragoman.common.errors import ConfigError, FormatError
from dragoman.corpus.dependency import DependencyTree
from dragoman.corpus.preparation import TextPreparation
from dragoman.model import Model
from dragoman.model.nbest import nbest_lines
from dragoman.model.requests.constraints import Constraints
from dragoman.model.requests.markup import parse_markup
from dragoman.model.requests.reader import InputReader
from dragoman.model.requests.sentence_constraints import sentence_of
from dragoman.model.source_parser import SourceParser
from dragoman.search import Input, Zone
from support.model.handful import make_model

TEXT = TextPreparation(source_language="de").learn_compounds(["das haus klein", "ist gut", "dings"])
LINE = "das hausklein ist das"
TOKENS = ["das", "haus", "klein", "ist", "das"]


def model_with_compounds() -> Model:
    model = make_model()
    model.text = TEXT
    return model


def test_links_count_the_words_that_are_written() -> None:
    model = model_with_compounds()
    translation = model.translate("hausklein ist", nbest=3)
    assert translation.source_tokens == ("haus", "klein", "ist")
    inner = translation.derivation.alignment
    assert translation.alignment == tuple(sorted({((0, 0, 1)[i], j) for i, j in inner}))
    assert max(i for i, _ in translation.alignment) == 1
    (first, *_) = nbest_lines(0, translation, alignments=True)
    assert "2-" not in first.split(" ||| ")[-1]


def test_a_model_keeps_its_splitter(tmp_path: Path) -> None:
    model_with_compounds().save(tmp_path / "model")
    opened = Model.open(tmp_path / "model")
    assert opened.text == TEXT
    assert opened.translate("hausklein").source_tokens == ("haus", "klein")
    opened.save(tmp_path / "again")
    assert Model.open(tmp_path / "again").text == TEXT


def test_markup_holds_whole_words() -> None:
    line = 'das <x translation="X">hausklein</x> <wall/> ist <keep>hausklein</keep>'
    parsed = parse_markup(line, TEXT)
    assert parsed.tokens == ["das", "haus", "klein", "ist", "haus", "klein"]
    assert parsed.zones == [Zone(1, 3, [["X"]]), Zone(4, 6, [["hausklein"]])]
    assert parsed.walls == [3]


def test_constraints_count_whole_words(tmp_path: Path) -> None:
    file = tmp_path / "demands"
    file.write_text("1\t1\tkeep\n1\t3\twall\n1\t2-3\toption\tA||B\n")
    sentence = Constraints(file, TEXT).apply(sentence_of(LINE, TEXT), 1)
    assert sentence.zones == [
        Zone(1, 3, [["hausklein"]]),
        Zone(3, 5, [["A"], ["B"]], exclusive=False),
    ]
    assert sentence.walls == [4]
    file.write_text("1\t4\tkeep\n")
    with pytest.raises(FormatError, match="line 1 of the input has 4 words"):
        Constraints(file, TEXT).apply(sentence_of(LINE, TEXT), 1)


def test_a_term_is_no_part_of_a_compound() -> None:
    model = model_with_compounds()
    terms = {"klein": "little", "hausklein": "homely"}
    assert "little" in str(model.translate("das haus ist klein", terms=terms))
    assert str(model.translate("das hausklein", terms=terms)).endswith("homely")
    assert "little" not in str(model.translate("das hausklein", terms={"klein": "little"}))
    page = model.translate_text("<p>das hausklein ist klein</p>", "html", terms={"klein": "little"})
    assert page.count("little") == 1


def test_trees_stand_over_the_parts(tmp_path: Path) -> None:
    (tmp_path / "in").write_text(LINE + "\n")
    rows = ["das\t2\tdet", "hausklein\t3\tnsubj", "ist\t0\troot", "das\t3\tobj"]
    lines = []
    for number, row in enumerate(rows, 1):
        word, head, label = row.split("\t")
        lines.append(f"{number}\t{word}\t_\tX\t_\t_\t{head}\t{label}\t_\t_\n")
    (tmp_path / "trees").write_text("".join(lines) + "\n")
    (sentence,) = InputReader(TEXT, trees=tmp_path / "trees").read(tmp_path / "in")
    assert sentence.tree is not None
    assert sentence.tree.words == tuple(TOKENS)
    assert sentence.tree.heads == (2, 2, 3, -1, 3)
    assert sentence.tree.labels == ("det", "dep", "nsubj", "root", "obj")


class Chain:
    """Parses words as a chain."""

    def parse(self, sentences: list[list[str]], threads: int = 1) -> list[DependencyTree]:
        return [
            DependencyTree(tuple(words), tuple(range(-1, len(words) - 1))) for words in sentences
        ]


def test_a_parser_sees_whole_words() -> None:
    parsed = SourceParser.of(Chain()).parsed([sentence_of(LINE, TEXT)])[0]
    assert parsed.tree is not None
    assert parsed.tree.heads == (-1, 2, 0, 2, 3)


def test_tags_of_documents_stay_around_compounds() -> None:
    model = model_with_compounds()
    page = model.translate_text("<p>das <b>hausklein</b> ist</p>", "html")
    assert page == "<p>the <b>house</b> is <b>small</b></p>"  # each part has the tag of the word
    kept = model.translate_text("<p>das <code>hausklein</code></p>", "html")
    assert "<code>hausklein</code>" in kept


def test_parts_belong_to_their_tokens() -> None:
    sentence = sentence_of(LINE, TEXT)
    assert sentence.parts is not None
    with pytest.raises(ConfigError, match="5 parts, and the sentence has 2 tokens"):
        replace(sentence, tokens=["das", "haus"])
    assert Input(TOKENS).parts is None

"""Hierarchical grammars in the text forms of other systems: worked lines, round trips, Moses' own files, bad lines."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman._core import RuleTableBuilder, Vocabulary
from dragoman.common.errors import ConfigError, FormatError
from dragoman.grammar import (
    SCORE_COLUMNS,
    GappedLookupOptions,
    HierarchicalTableOptions,
    Rule,
    RuleTable,
    extract,
    read_glue,
    read_grammar,
    write_glue,
    write_grammar,
)
from dragoman.grammar.rule_table import with_vocabularies
from dragoman.grammar.text_grammar import glue_rules, text_form
from dragoman.grammar.text_rule import TextRule
from support.grammar.random_corpora import bitext
from support.grammar.suffix import index, random_corpus, rules_of

FORMS = "cdec", "joshua", "moses"
SCORES = dict.fromkeys(SCORE_COLUMNS, math.log(0.5))
RULE = TextRule(
    ["ne", 1, "pas", 2], ["does", "not", 2, 1], SCORES, [(0, 1), (2, 1)], (4.0, 3.0, 2.0)
)


def test_worked_lines() -> None:
    costs = " ".join(["0.693147181"] * 4)
    named = " ".join(f"{name}=-0.693147181" for name in SCORE_COLUMNS)
    assert text_form("cdec").write(RULE) == (
        f"[X] ||| ne [X,1] pas [X,2] ||| does not [X,2] [X,1] ||| {named} ||| 0-1 2-1"
    )
    assert text_form("joshua").write(RULE) == (
        f"[X] ||| ne [X,1] pas [X,2] ||| does not [X,2] [X,1] ||| {costs} ||| 0-1 2-1"
    )
    assert text_form("moses").write(RULE) == (
        "ne [X][X] pas [X][X] [X] ||| does not [X][X] [X][X] [X] ||| 0.5 0.5 0.5 0.5 ||| "
        "0-1 1-3 2-1 3-2 ||| 4 3 2 ||| |||"
    )


def test_other_ways_to_write_the_same() -> None:
    cdec = text_form("cdec").read("[X] ||| ne [X,2] pas [X,1] ||| [1] [2] ||| a=1 2")
    assert cdec.source == ["ne", 1, "pas", 2]  # numbered in the order of the source side
    assert cdec.target == [2, 1]
    assert cdec.scores == {"a": 1.0, "feature_1": 2.0}
    joshua = text_form("joshua", ["p"]).read("[X] ||| a ||| b ||| 0.5 1.5 tm_x=2 ||| 0-0")
    assert joshua.scores == {"p": -0.5, "feature_1": -1.5, "tm_x": 2.0}
    assert joshua.alignment == [(0, 0)]
    moses = text_form("moses").read("a [X][X] [X] ||| [X][X] b [X] ||| 1 0 ||| 0-1 1-0")
    assert moses.target == [1, "b"]
    assert moses.scores == {"phrase_inverse": 0.0, "lexical_inverse": -100.0}
    assert moses.alignment == [(0, 1)]


words = st.text(
    st.characters(blacklist_categories=("Z", "C"), blacklist_characters="\t "), min_size=1
).filter(lambda word: not any(escape in word for escape in ("&#124;", "&#91;", "&#93;")))


@st.composite
def tables(draw: st.DrawFn) -> RuleTable:
    rules = {}
    for _ in range(draw(st.integers(0, 5))):
        holes = draw(st.integers(0, 2))
        sides = []
        for number in range(2):
            symbols: list[str | int] = list(draw(st.lists(words, min_size=1, max_size=3)))
            order = draw(st.permutations(range(1, holes + 1))) if number else range(1, holes + 1)
            at = sorted(draw(st.integers(0, len(symbols))) for _ in order)
            for shift, (place, mark) in enumerate(zip(at, order, strict=True)):
                symbols.insert(place + shift, mark)
            sides.append(symbols)
        cells = [
            (i, j)
            for i, f in enumerate(sides[0])
            for j, e in enumerate(sides[1])
            if isinstance(f, str) and isinstance(e, str)
        ]
        links = tuple(sorted(draw(st.sets(st.sampled_from(cells), max_size=4))))
        values = [draw(st.floats(-20, 0, width=32)) for _ in SCORE_COLUMNS]
        rules[str(sides)] = sides, links, dict(zip(SCORE_COLUMNS, values, strict=True))
    vocabularies, builder = (Vocabulary(), Vocabulary()), RuleTableBuilder(4, 0, 3)
    for sides, links, scores in rules.values():
        source, target = (
            [-1 - s if isinstance(s, int) else v.insert(s) for s in side]
            for side, v in zip(sides, vocabularies, strict=True)
        )
        builder.add(source, target, list(links), list(scores.values()), [], [4.0, 3.0, 2.0])
    return RuleTable(with_vocabularies(builder.finish(), *vocabularies))


def as_texts(table: RuleTable) -> dict[tuple[object, ...], Rule]:
    def side(symbols: tuple[int, ...], vocabulary: Vocabulary) -> tuple[object, ...]:
        return tuple(vocabulary.word(s) if s >= 0 else s for s in symbols)

    native = table.native
    return {
        (
            side(r.source_symbols, native.source_vocabulary),
            side(r.target_symbols, native.target_vocabulary),
        ): r
        for r in table
    }


@pytest.mark.parametrize("form", FORMS)
@settings(deadline=None)
@given(table=tables())
def test_round_trips(form: str, table: RuleTable, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("grammar") / "grammar.gz"
    write_grammar(table, path, form)
    before, after = as_texts(table), as_texts(read_grammar(path, form, unescape=True))
    assert before.keys() == after.keys()
    for key, rule in before.items():
        assert after[key].alignment == rule.alignment
        assert after[key].counts == (rule.counts if form == "moses" else {})
        assert after[key].scores == pytest.approx(rule.scores, abs=1e-6)


def test_an_extracted_grammar_survives(tmp_path: Path) -> None:
    table = extract(bitext(random_corpus(41, 40)), HierarchicalTableOptions(min_hole=1))
    for form in FORMS:
        write_grammar(table, tmp_path / form, form)
        again = rules_of(read_grammar(tmp_path / form, form))
        assert again.keys() == rules_of(table).keys()
        write_grammar(read_grammar(tmp_path / form, form), tmp_path / "again", form)
        lines = sorted((tmp_path / form).read_text().splitlines())
        assert sorted((tmp_path / "again").read_text().splitlines()) == lines


@pytest.mark.parametrize("form", FORMS)
def test_glue(form: str, tmp_path: Path) -> None:
    write_glue(tmp_path / "glue", form, 0.75)
    assert read_glue(tmp_path / "glue", form) == pytest.approx(0.75)
    with pytest.raises(FormatError, match="no other label"):
        read_grammar(tmp_path / "glue", form)
    assert [rule.source for rule in glue_rules()] == [["<s>"], [1, "</s>"], [1, 2]]


def test_what_is_no_glue_is_refused(tmp_path: Path) -> None:
    (tmp_path / "glue").write_text("a [X] ||| b [X] ||| 1 ||| 0-0\n")
    with pytest.raises(FormatError, match="glue"):
        read_glue(tmp_path / "glue")


def test_moses_own_files(shared_data: Path, tmp_path: Path) -> None:
    folder = shared_data / "parity" / "chart"
    table = read_grammar(folder / "rule-table.gz", "moses")
    assert len(table) == 44596
    assert table.columns == SCORE_COLUMNS
    comma = next(r for r in table if r.source == ", [X1] die [X2] der")
    same = table.lookup(comma.source_symbols)
    (rule,) = (r for r in same if r.target == "[X1] [X2] the")
    assert rule.alignment == ((4, 2),)
    assert rule.scores["phrase_direct"] == pytest.approx(math.log(0.157168))
    assert rule.counts["target"] == pytest.approx(58.8693)
    assert max(len(r.source_symbols) for r in table) <= 5
    assert read_glue(folder / "glue-grammar") == pytest.approx(math.log(2.718))
    write_grammar(table, tmp_path / "again.gz", "moses")
    again = read_grammar(tmp_path / "again.gz", "moses")
    assert sorted(map(str, again)) == sorted(map(str, table))  # words are numbered as they come


@pytest.mark.parametrize(
    ("form", "line", "message"),
    [
        ("cdec", "a ||| b", "expected '[X] ||| source"),
        ("cdec", "X ||| a ||| b ||| c=1", "a label such as [X]"),
        ("cdec", "[X] ||| a ||| [X,1] ||| c=1", "not on the source side"),
        ("cdec", "[X] ||| a [X,1] ||| b ||| c=1", "same non-terminals"),
        ("cdec", "[X] ||| [X,1] a [X,2] b [X,3] ||| [X,1] [X,2] [X,3] ||| c=1", "at most two"),
        ("cdec", "[X] ||| a ||| b ||| c=nan", "expected a number"),
        ("joshua", "[X] ||| a ||| b ||| x", "expected a number"),
        ("joshua", "[X] ||| a ||| b ||| 1 ||| 0-1", "outside of the rule"),
        ("moses", "a ||| b", "expected 'source [X]"),
        ("moses", "a ||| b ||| 1", "at the end of each side"),
        ("moses", "a [X][X] [X] ||| b [X][X] [X] ||| 1 ||| 0-0", "has no link"),
        ("moses", "a [X] ||| b [X] ||| -1 ||| 0-0", "a probability"),
        ("moses", "a [X] ||| b [X] ||| 1 ||| 0_0", "a link such as"),
        ("moses", "a [X][NP] [X] ||| [X][NP] b [X] ||| 1 ||| 0-1 1-0", "no other label"),
    ],
)
def test_bad_lines_are_named(form: str, line: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "grammar"
    path.write_text(f"\n{line}\n")
    with pytest.raises(FormatError) as caught:
        read_grammar(path, form)
    assert message in str(caught.value)
    assert str(path) in str(caught.value)


def test_what_cannot_be_written_is_refused(tmp_path: Path) -> None:
    table = index(random_corpus(1, 30)).extract_all(GappedLookupOptions())
    with pytest.raises(ConfigError, match="gaps"):
        write_grammar(table, tmp_path / "grammar", "cdec")
    with pytest.raises(ConfigError, match="no form"):
        read_grammar(tmp_path / "grammar", "other")

"""Moses' own tables for 1,000 sentence pairs, number by number."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from dragoman.grammar import (
    AlignedBitext,
    GappedLookupOptions,
    Lexicon,
    PhraseLookupOptions,
    PhraseTableOptions,
    RuleTable,
    SuffixGrammar,
    extract,
    read_lexical_file,
    read_moses,
    write_moses,
)
from dragoman.grammar.rule_table import ARRAYS
from dragoman.io.files import read_lines


@pytest.fixture(scope="module")
def place(shared_data: Path) -> Path:
    return shared_data / "parity" / "extraction"


@pytest.fixture(scope="module")
def bitext(place: Path) -> AlignedBitext:
    return AlignedBitext.read(
        place / "corpus.de", place / "corpus.en", place / "aligned.grow-diag-final-and"
    )


def rows(table: RuleTable, path: Path) -> dict[tuple[str, ...], int]:
    """Row by source side, target side and alignment."""
    write_moses(table, path)
    fields = (line.split(" |||") for line in read_lines(path))
    return {(f[0], f[1], f[3]): row for row, f in enumerate(fields)}


@pytest.mark.parametrize("model", ["wbe", "phrase", "hier"])
def test_equals_moses(place: Path, bitext: AlignedBitext, model: str, tmp_path: Path) -> None:
    ours = extract(bitext, PhraseTableOptions(reordering=model, smoothing="none"), threads=2)
    theirs = read_moses(
        place / "phrase-table.gz", place / f"reordering-table.{model}-msd-bidirectional-fe.gz"
    )
    left, right = rows(ours, tmp_path / "ours"), rows(theirs, tmp_path / "theirs")
    assert left.keys() == right.keys()
    order = np.array([right[pair] for pair in left])
    for name, tolerance in (("scores", 1e-5), ("reordering", 1e-5), ("counts", 0)):
        np.testing.assert_allclose(
            np.exp(ours.array(name)) if tolerance else ours.array(name),
            np.exp(theirs.array(name)[order]) if tolerance else theirs.array(name)[order],
            rtol=tolerance,
            err_msg=name,
        )


def test_lexical_files_equal_moses(place: Path, bitext: AlignedBitext, tmp_path: Path) -> None:
    Lexicon.count(bitext).write(tmp_path / "f2e", tmp_path / "e2f")
    for direction in ("f2e", "e2f"):
        theirs = read_lexical_file(place / f"lex.{direction}.xz")
        assert read_lexical_file(tmp_path / direction) == theirs


@pytest.mark.parametrize("smoothing", ["none", "good-turing", "kneser-ney"])
def test_a_suffix_grammar_finds_the_same_rules(bitext: AlignedBitext, smoothing: str) -> None:
    grammar = SuffixGrammar.build(bitext)
    options = PhraseLookupOptions(smoothing=smoothing, sample=0, count_feature="log")
    ordinary = extract(bitext, options.changed(lookup="table"))
    everything = grammar.extract_all(options)
    for name in ARRAYS:
        assert everything.array(name).tobytes() == ordinary.array(name).tobytes()


def test_rules_of_some_lines_are_those_of_all(bitext: AlignedBitext, place: Path) -> None:
    grammar = SuffixGrammar.build(bitext)
    lines = list(islice(read_lines(place / "corpus.de"), 4))
    everything = grammar.extract_all(GappedLookupOptions(gaps="source"))
    wanted = list(grammar.extract(lines, GappedLookupOptions(gaps="source", sample=0)))
    assert wanted
    known = {source: everything.lookup(source) for source in {r.source_symbols for r in wanted}}
    for rule in wanted:
        same = [r for r in known[rule.source_symbols] if r.target_symbols == rule.target_symbols]
        assert same == [rule]

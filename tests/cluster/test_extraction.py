"""Rule tables by tasks: the table that one machine makes, byte for byte, for every kind of rules."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dragoman.cluster.extraction as extraction
from dragoman.cluster import ClusterOptions, Engine, OneMachine, extract_with, opened
from dragoman.common.errors import FormatError, ModelError
from dragoman.grammar import (
    AlignedBitext,
    GappedTableOptions,
    HierarchicalTableOptions,
    PhraseTableOptions,
    RuleTable,
    TableOptions,
    extract,
)
from support.engines import Unruly
from support.examples import examples
from support.grammar.brute_force import Sentence
from support.grammar.random_corpora import bitext, corpora
from support.sample_corpus import sample_sentences
from support.spark import spark_server

OPTIONS: dict[str, TableOptions] = {
    "phrases": PhraseTableOptions(max_length=4, reordering="hier"),
    "phrases, smoothed otherwise": PhraseTableOptions(
        max_length=3, smoothing="good-turing", top=3, count_feature="bins"
    ),
    "gaps": GappedTableOptions(gaps="both", max_length=4, max_span=6, reordering="wbe"),
    "gaps, all": GappedTableOptions(gaps="source", max_length=3, max_span=5, least_with_gaps=1),
    "hierarchical": HierarchicalTableOptions(initial_span=6, max_symbols=4),
}


def content(table: RuleTable, place: Path) -> dict[str, bytes]:
    table.save(place)
    return {file.name: file.read_bytes() for file in sorted(place.iterdir())}


def same(engine: Engine, text: AlignedBitext, options: TableOptions, memory: int = 1 << 30) -> None:
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        used = options.changed(memory=memory)
        assert isinstance(used, TableOptions)
        made = extract_with(engine, text, used, place / "work", place / "made")
        assert not any((place / "work").iterdir())
        assert content(made, place / "made") == content(extract(text, options), place / "one")


def sample(pairs: int) -> AlignedBitext:
    found = sample_sentences(pairs)
    return AlignedBitext.encode(
        (" ".join(one.source) for one in found),
        (" ".join(one.target) for one in found),
        (str(one.alignment) for one in found),
    )


@pytest.mark.parametrize("name", OPTIONS)
@given(
    corpus=corpora(most=6), seed=st.integers(0, 99), lines=st.integers(1, 4), bits=st.integers(0, 5)
)
@settings(max_examples=examples(4), deadline=None)
def test_tables_have_equal_bytes(
    name: str, corpus: list[Sentence], seed: int, lines: int, bits: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(extraction, "LINES", lines)
        patch.setattr(extraction, "_bits", lambda text, options: bits)
        same(Unruly(seed), bitext(corpus), OPTIONS[name], memory=1000 * seed)


@pytest.mark.parametrize("threads", [1, 3])
def test_one_machine_runs_the_same_tasks(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extraction, "LINES", 70)
    monkeypatch.setattr(extraction, "BUCKET", 1 << 16)
    same(OneMachine(threads), sample(400), OPTIONS["phrases"])


@pytest.mark.parametrize("chunk", [1, 2, 8])
def test_spark_makes_the_same_tables(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extraction, "LINES", -(-240 // chunk))
    monkeypatch.setattr(extraction, "BUCKET", 1 << 18)
    with spark_server() as url, opened(ClusterOptions(spark=url)) as engine:
        for name in ("phrases", "gaps", "hierarchical") if chunk == 2 else ("phrases",):
            same(engine, sample(240), OPTIONS[name])


def test_links_outside_of_their_lines_are_told_with_the_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extraction, "LINES", 2)
    lines = ["a b"] * 9
    text = AlignedBitext.encode(lines, lines, ["0-0"] * 6 + ["0-7"] + ["1-1"] * 2, "the links")
    with pytest.raises(FormatError, match=r"^the links:7: "):
        extract_with(OneMachine(), text, PhraseTableOptions(), tmp_path / "work", tmp_path / "out")


def test_damaged_parts_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = extraction.joined

    def damaging(job: extraction.Job, number: int, parts: list[bytes]) -> bytes:
        name = whole(job, number, parts)
        file = Path(job.place, name.decode())
        data = bytearray(file.read_bytes())
        data[-1] ^= 1
        file.write_bytes(data)
        return name

    monkeypatch.setattr(extraction, "joined", damaging)
    with pytest.raises(ModelError, match="the file is damaged"):
        same(OneMachine(), sample(20), OPTIONS["phrases"])


def test_an_empty_text_has_an_empty_table(tmp_path: Path) -> None:
    empty = AlignedBitext.encode([], [], [])
    table = extract_with(OneMachine(), empty, PhraseTableOptions(), tmp_path, tmp_path / "out")
    assert len(table) == 0 and np.array_equal(table.columns, extract(empty).columns)

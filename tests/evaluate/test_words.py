"""Breakdowns by words: frequent and rare ones, n-grams seen in training or not, and those that tell systems apart."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.cli.main import main
from dragoman.evaluate.comparison import CompareOptions, Texts, compare
from dragoman.evaluate.report import html_report
from dragoman.evaluate.tables import text_tables
from dragoman.evaluate.words import FREQUENCIES, ORDER, TrainingCounts, WordCounts
from support.examples import examples

LINE = st.lists(st.sampled_from("abcd"), max_size=6)
TEXT = st.lists(LINE, min_size=3, max_size=3)


def ngrams(line: list[str], n: int) -> list[tuple[str, ...]]:
    return [tuple(line[i : i + n]) for i in range(len(line) - n + 1)]


@settings(max_examples=examples(200))
@given(TEXT, TEXT, TEXT, st.lists(LINE, max_size=30))
def test_scores_are_those_of_counting_one_by_one(
    first: list[list[str]],
    second: list[list[str]],
    reference: list[list[str]],
    training: list[list[str]],
) -> None:
    counts = WordCounts([first, second], reference)
    found = TrainingCounts.of(training, counts.all())
    times = Counter(word for line in training for word in line)
    groups = {one.name: one for one in found.frequencies(counts)}
    bounds = [0, *FREQUENCIES, 10**9]
    for begin, end in pairwise(bounds):
        name = (
            f"{begin}+"
            if end == 10**9
            else str(begin)
            if end == begin + 1
            else f"{begin}-{end - 1}"
        )

        def kept(line: list[str], begin: int = begin, end: int = end) -> Counter[str]:
            return Counter(word for word in line if begin <= times[word] < end)

        wanted = sum(kept(line).total() for line in reference)
        for number, system in enumerate((first, second)):
            given_words = sum(kept(line).total() for line in system)
            right = sum((kept(a) & kept(b)).total() for a, b in zip(system, reference, strict=True))
            if name in groups:
                assert groups[name].count == wanted
                total = given_words + wanted
                assert groups[name].scores[number] == pytest.approx(
                    200 * right / total if total else 0
                )
            else:
                assert not given_words and not wanted
    seen = {ngram for line in training for n in range(1, ORDER + 1) for ngram in ngrams(line, n)}
    shown = {one.name: one.count for one in found.ngrams(counts)}
    for n in range(1, ORDER + 1):
        for kind, has in (("seen", True), ("not seen", False)):
            count = sum((g in seen) == has for line in reference for g in ngrams(line, n))
            assert shown.get(f"{n}-grams {kind}", 0) == count


@given(TEXT, TEXT, TEXT)
def test_what_tells_systems_apart(
    first: list[list[str]], second: list[list[str]], reference: list[list[str]]
) -> None:
    counts = WordCounts([first, second], reference)
    telling, back = counts.telling(1, 1000), WordCounts([second, first], reference).telling(1, 1000)
    assert [one.ngram for one in telling.gained] == [one.ngram for one in back.lost]
    values = [(one.system + 1) / (one.baseline + one.system + 2) for one in telling.gained]
    assert values == sorted(values, reverse=True) and all(value > 0.5 for value in values)
    for one in (*telling.gained, *telling.lost):
        ngram = one.ngram.split()
        for system, told in ((first, one.baseline), (second, one.system)):
            right = sum(
                min(
                    ngrams(a, len(ngram)).count(tuple(ngram)),
                    ngrams(b, len(ngram)).count(tuple(ngram)),
                )
                for a, b in zip(system, reference, strict=True)
            )
            assert right == told
    assert len(counts.telling(1, 2).gained) <= 2


def texts() -> Texts:
    return Texts(
        ["base", "new"],
        [["the house is big", "a <b> dog"], ["the house is small", "a <b> cat"]],
        [["the house is small", "a <b> cat"]],
        sources=["das haus ist klein", "eine <katze> & mehr"],
        training=["the house", "the cat"],
    )


def test_tables_and_report() -> None:
    found = compare(texts(), CompareOptions(samples=20))
    shown = text_tables(found, examples=1)
    assert "n-grams right in new" in shown and "F1 of words by frequency in training" in shown
    assert "new gains: sentence 1" in shown or "new gains: sentence 2" in shown
    assert "loses" not in shown
    page = html_report(found, "http://127.0.0.1:5000/", {"new": "new.model"})
    assert 'href="http://127.0.0.1:5000/#q=eine+%3Ckatze%3E+%26+mehr&amp;model=new.model"' in page
    assert "see how new translates it" in page and "see how base" not in page
    assert "<b> cat" not in page and "What tells new from base" in page
    assert "href" not in html_report(found)
    json.dumps(found.as_dict())
    without = Texts(texts().names, texts().hypotheses, texts().references)
    assert compare(without, CompareOptions(samples=20)).frequencies == []


def test_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    made = texts()
    for name, lines in {
        "a": made.hypotheses[0],
        "b": made.hypotheses[1],
        "r": made.references[0],
        "s": made.sources or [],
        "t": ["the house"],
    }.items():
        Path(name).write_text("".join(f"{line}\n" for line in lines))
    call = ["compare", "a", "b", "--reference", "r", "--source", "s", "--training", "t"]
    call += ["--samples", "20", "--examples", "1"]
    assert main([*call, "--report", "out.html", "--page", "http://localhost:5000/"]) == 0
    assert "2-grams not seen" in capsys.readouterr().out
    assert "see how it is translated" in Path("out.html").read_text()
    assert main([*call, "--page", "http://x/"]) == 1
    assert "--page needs --report" in capsys.readouterr().err
    assert main([*call, "--report", "o", "--page", "javascript:1"]) == 1
    assert "expected an address" in capsys.readouterr().err and not Path("o").exists()

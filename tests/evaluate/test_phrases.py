"""Counts of phrases: their lengths, gaps and crossings."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.cli.main import main
from dragoman.evaluate.phrases import count_phrases
from dragoman.forest import Derivation, Step
from dragoman.search import Input
from support.model.handful import make_model
from support.search.conformance import SYSTEMS


def derivation(*phrases: tuple[list[tuple[int, int]], list[int]]) -> Derivation:
    steps = [
        Step(0, tuple(spans), (), tuple("w" * len(places)), tuple(places), (), {}, 0.0)
        for spans, places in phrases
    ]
    return Derivation((), (), tuple(steps), 0.0)


def test_what_is_counted() -> None:
    plain = derivation(([(0, 2)], [0]), ([(2, 3)], [1, 2]))
    cross_serial = derivation(([(0, 1), (2, 3)], [0]), ([(1, 2), (3, 4)], [1]))
    bonbon = derivation(([(0, 1), (2, 3)], [1]), ([(1, 2)], [0, 2]))
    counts = count_phrases([plain, cross_serial, bonbon])
    assert (counts.sentences, counts.phrases, counts.words) == (3, 6, 8)
    assert counts.single_words == pytest.approx(4 / 6)
    assert counts.mass() == [4, 4, 0, 0, 0, 0, 0]
    assert (counts.source_gaps, counts.target_gaps) == (2, 1)
    assert (counts.cross_serial, counts.bonbons) == (1, 1)


def test_a_bonbon_counts_whichever_phrase_comes_first() -> None:
    source_gap, target_gap = ([(0, 1), (2, 3)], [1]), ([(1, 2)], [0, 2])
    for phrases in ((source_gap, target_gap), (target_gap, source_gap)):
        assert count_phrases([derivation(*phrases)]).bonbons == 1
    nested = derivation(([(0, 1), (2, 3)], [0, 2]), ([(1, 2)], [1]))
    assert count_phrases([nested]).bonbons == 0


@pytest.mark.parametrize("kind", SYSTEMS)
def test_only_what_translates_words_is_a_phrase(kind: str, tmp_path: Path) -> None:
    """For every decoder: glue, adjunctions and bare rules of non-terminals have no part in any count."""
    decoder = SYSTEMS[kind](tmp_path).decoder()
    inputs = [Input(list(words)) for words in ("xyz", "zzyx", "xyxyz")]
    derivations = [result.derivation for result in decoder.decode(inputs)]
    steps = [step for derivation in derivations for step in derivation.steps]
    translating = [step for step in steps if step.source]
    counts = count_phrases(derivations)
    assert counts.phrases == len(translating)
    assert counts.words == sum(len(step.target) for step in translating)
    assert (counts.phrases < len(steps)) == (kind != "phrase")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_model().save(tmp_path / "model")
    (tmp_path / "text").write_text("das haus\nist klein\n")
    page, picture = tmp_path / "page.html", tmp_path / "picture.svg"
    command = ["phrases", str(tmp_path / "model"), "--input", str(tmp_path / "text")]
    assert main([*command, "--html", str(page), "--svg", str(picture)]) == 0
    assert "target words per phrase" in capsys.readouterr().out
    assert "<svg" in page.read_text()
    assert picture.read_text().startswith("<svg")

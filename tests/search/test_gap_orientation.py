"""Orientations of phrases with gaps: what training counts is what the search applies."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from dragoman.grammar import AlignedBitext, GappedLookupOptions, SuffixGrammar
from dragoman.lm import LanguageModel
from dragoman.model.weights import complete
from dragoman.search import Input, PhraseDecoder, SearchOptions

SOURCE, TARGET, LINKS = "a b c", "x1 y x2 z", "0-0 0-2 1-1 2-3"
"""The filler of the gap of x1 … x2 follows its source word; what comes after it does not."""


def test_the_search_applies_what_training_counted(tmp_path: Path) -> None:
    bitext = AlignedBitext.encode([SOURCE] * 8, [TARGET] * 8, [LINKS] * 8)
    options = GappedLookupOptions(gaps="target", sample=0, smoothing="none", max_length=1)
    table = SuffixGrammar.build(bitext).extract(SOURCE, options)
    [gapped] = [rule for rule in table.lookup("a") if rule.target == "x1 … x2"]
    assert math.exp(gapped.reordering["reordering.forward.monotone"]) == pytest.approx(8.5 / 9.5)
    lm = LanguageModel.train([TARGET] * 8)
    search = SearchOptions(gaps="target")
    weights = complete(PhraseDecoder.features_of(table, [lm], search), {})
    decoder = PhraseDecoder(table, [lm], weights, search)
    [result] = decoder.decode([Input(SOURCE.split(), reference=TARGET.split())])
    assert [step.source_text for step in result.derivation.steps] == ["a", "b", "c"]
    rules = {rule.source: rule for rule in table if rule.target in ("x1 … x2", "y", "z")}
    forward = "reordering.forward.monotone"
    expected = sum(rules[source].reordering[forward] for source in ("a", "b"))
    assert result.features[forward] == pytest.approx(expected)
    assert isinstance(lm, LanguageModel)


def test_what_follows_the_piece_or_the_phrase() -> None:
    """After x1 comes the translation of the next source word, after x2 that of a later one (footnote 4)."""
    bitext = AlignedBitext.encode([SOURCE] * 8, [TARGET] * 8, [LINKS] * 8)
    for reading, orientation in (("piece", "monotone"), ("phrase", "discontinuous")):
        options = GappedLookupOptions(
            gaps="target", gap_orientation=reading, sample=0, smoothing="none", max_length=1
        )
        rules = SuffixGrammar.build(bitext).extract(SOURCE, options).lookup("a")
        [gapped] = [rule for rule in rules if rule.target == "x1 … x2"]
        forward = gapped.reordering[f"reordering.forward.{orientation}"]
        assert math.exp(forward) == pytest.approx(8.5 / 9.5)

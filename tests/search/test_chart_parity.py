"""moses_chart's own translations, n-best lists and feature values (skipped without the shared data)."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from dragoman._core import RuleTableBuilder, Vocabulary
from dragoman.grammar import SCORE_COLUMNS, RuleTable
from dragoman.grammar.rule_table import with_vocabularies
from dragoman.io.files import read_lines
from dragoman.lm import LanguageModel
from dragoman.model.moses.exchange import import_moses
from dragoman.search import ChartDecoder, ChartOptions, DecodeRequest, Input
from support.search.nbest import find_derivation, read_nbest

WEIGHTS = {
    "lm": 0.4,
    "phrase_inverse": 0.1,
    "lexical_inverse": 0.08,
    "phrase_direct": 0.2,
    "lexical_direct": 0.06,
    "phrase_penalty": 0.1,
    "word_penalty": -0.6,
    "unknown": 1.0,
    "arity.0": 0.0,
    "arity.1": 0.0,
    "arity.2": 0.0,
    # A glue rule of Moses has its own score, log 2.718, and counts as a phrase.
    "glue": 0.3 * math.log(2.718) + 0.1,
}
OPTIONS = ChartOptions(pop_limit=1000, table_limit=0, max_span=10)
SENTENCES = 30
GLUE = math.log(2.718)


def read_rules(path) -> RuleTable:
    """Moses' rule table, in which a pair ``[X][X]`` on each side is linked by the alignment."""
    source, target = Vocabulary(), Vocabulary()
    builder = RuleTableBuilder(len(SCORE_COLUMNS), 0, 0)
    for line in read_lines(path):
        left, right, scores, links, *_ = (part.split() for part in line.split("|||"))
        left, right = left[:-1], right[:-1]
        points = [tuple(map(int, link.split("-"))) for link in links]
        linked = {j: i for i, j in points if left[i] == "[X][X]"}
        order = {i: n for n, i in enumerate(i for i, s in enumerate(left) if s == "[X][X]")}
        builder.add(
            [-2 - order[i] if s == "[X][X]" else source.insert(s) for i, s in enumerate(left)],
            [
                -2 - order[linked[j]] if s == "[X][X]" else target.insert(s)
                for j, s in enumerate(right)
            ],
            points,
            [max(-100.0, math.log(float(score))) for score in scores],
            [],
            [],
        )
    return RuleTable(with_vocabularies(builder.finish(), source, target), SCORE_COLUMNS)


@pytest.fixture(scope="module")
def system(shared_data):
    folder = shared_data / "parity" / "chart"
    rules = read_rules(folder / "rule-table.gz")
    lm = LanguageModel.open(shared_data / "parity" / "lm" / "order5.arpa.xz")
    decoders = {
        search: ChartDecoder(rules, [lm], WEIGHTS, replace(OPTIONS, search=search))
        for search in ("cube", "guided")
    }
    sources = (folder / "input.de").read_text(encoding="utf-8").splitlines()
    entries: dict[int, list] = {}
    for entry in read_nbest(folder / "chart.nbest.xz"):
        entries.setdefault(entry.sentence, []).append(entry)
    return decoders, sources, entries


def as_ours(features):
    """Moses counts its sentence marks as words and phrases, and the first part as glue."""
    glue = features["glue"] / GLUE
    return {
        **{k: v for k, v in features.items() if k != "glue"},
        "glue": glue - 1,
        "word_penalty": features["word_penalty"] + 2,
        "phrase_penalty": features["phrase_penalty"] - glue - 2,
    }


@pytest.mark.parametrize(("search", "share"), [("cube", 0.97), ("guided", 0.9)])
def test_translations(system, search, share):
    decoders, sources, entries = system
    results = decoders[search].decode(
        [Input(line.split()) for line in sources[:SENTENCES]], DecodeRequest(threads=2)
    )
    constant = 0.3 * GLUE + 0.1 + 2 * 0.1 + 2 * 0.6
    good = 0
    for i, result in enumerate(results):
        theirs = entries[i][0]
        better = result.score + constant >= theirs.score - 1e-2
        good += better or result.tokens == theirs.text
    assert good >= share * SENTENCES


def test_nbest_features(system):
    """Entries of Moses' lists are derivations of ours with the same feature values (every 40th text)."""
    decoders, sources, entries = system
    texts: dict[tuple, list] = {}
    for number, found in entries.items():
        for entry in found:
            texts.setdefault((number, entry.text), []).append(entry)
    chosen = dict(list(texts.items())[::40])
    inputs = [Input(sources[number].split(), reference=text) for number, text in chosen]
    for same_text, result in zip(
        chosen.values(), decoders["cube"].decode(inputs, DecodeRequest(forest=True)), strict=True
    ):
        for entry in same_text:
            assert find_derivation(result.forest, as_ours(entry.features)) is not None, entry


def test_the_configuration_gives_the_same_system(shared_data, system):
    """``dragoman import chart.ini``: rules, weights and limits are those above."""
    decoders, sources, _ = system
    model = import_moses(shared_data / "parity" / "chart" / "chart.ini")
    assert model.decoder_name == "chart"
    assert model.options == OPTIONS
    assert model.weights == pytest.approx(WEIGHTS)
    inputs = [Input(line.split()) for line in sources[:3]]
    theirs = decoders["cube"].decode(inputs)
    for mine, other in zip(model.decoder().decode(inputs), theirs, strict=True):
        assert (mine.tokens, mine.score) == (other.tokens, pytest.approx(other.score, abs=1e-3))

"""Phrases with gaps in whole models: shown, saved, turned off, and better where the language needs them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

import pytest

from dragoman.evaluate.bleu import BLEU
from dragoman.evaluate.significance import bootstrap
from dragoman.forest.derivation import contiguous
from dragoman.forest.segmentation import parse_segmentation, phrases_of, segmented
from dragoman.grammar import AlignedBitext, GappedLookupOptions, RuleTable, SuffixGrammar
from dragoman.io.files import read_lines
from dragoman.lm import LanguageModel
from dragoman.lm.estimation import LMOptions
from dragoman.model import Model
from dragoman.sample.transfer import bonbon, interleaved
from dragoman.search import GAP_FEATURES, Input
from support.sample_corpus import sample_directory

FRENCH = ["je ne veux plus jouer", "je veux jouer", "il ne veut plus dormir"]
ENGLISH = ["I do not want to play anymore", "I want to play", "he does not want to sleep anymore"]
LINKS = [
    "0-0 1-2 1-6 3-2 3-6 2-1 2-3 4-4 4-5",
    "0-0 1-1 2-2 2-3",
    "0-0 1-2 1-6 3-2 3-6 2-1 2-3 4-4 4-5",
]


@pytest.fixture(scope="module")
def model() -> Model:
    grammar = SuffixGrammar.build(AlignedBitext.encode(FRENCH, ENGLISH, LINKS))
    lm = LanguageModel.train(ENGLISH, LMOptions(order=3))
    return Model(grammar.extract_all(GappedLookupOptions()), [lm])


def test_phrases_with_gaps_are_shown_as_such(model: Model) -> None:
    forced = Input(["il", "ne", "jouer", "plus"], reference=["he", "not", "to", "play", "anymore"])
    translation = model.translate(forced)
    assert not translation.outcome.unreachable
    steps = {step.source_text: step.target_text for step in translation.derivation.steps}
    assert steps["ne … plus"] == "not … anymore"
    assert "ne … plus" in translation.explain()
    assert "not … anymore" in translation._repr_html_()
    assert translation.alignment == ((0, 0), (1, 1), (1, 4), (2, 2), (2, 3), (3, 1), (3, 4))
    total = sum(model.weights[name] * value for name, value in translation.features.items())
    assert total == pytest.approx(translation.score, abs=1e-4)
    line = segmented(translation.derivation)
    assert "not |1-1,3-3|" in line
    assert "anymore |+1-1,3-3|" in line
    found = parse_segmentation(line)
    assert list(found.phrases) == phrases_of(translation.derivation)
    assert found.tokens == translation.derivation.tokens


def test_gaps_are_turned_off_and_features_change(model: Model, tmp_path: Path) -> None:
    text = "il ne jouer plus"
    on = model.translate(text, nbest=50)
    assert any(c.features.get("gaps.source") for c in on.nbest)
    model.save(tmp_path / "model")
    again = Model.open(tmp_path / "model")
    assert again.rules.gaps == "both"
    assert again.translate(text) == model.translate(text)
    again.options = replace(again.options, gaps="none")
    off = again.translate(text, nbest=50)
    assert not any(c.features.get(n) for c in off.nbest for n in ("gaps.source", "gaps.target"))
    again.options = replace(again.options, gap_features=("gaps.bonbon",))
    assert [n for n in again.weights if n.startswith("gaps")] == ["gaps.bonbon"]


@dataclass
class World:
    """A model of the sample world with gold links, and its test set."""

    model: Model
    source: list[str]
    target: list[str]
    links: list[list[tuple[int, int]]]

    def translate(self, gaps: str) -> list[tuple[str, ...]]:
        self.model.options = replace(self.model.options, gaps=gaps)
        return [t.tokens for t in self.model.translate(self.source, threads=2)]


@pytest.fixture(scope="module")
def world() -> World:
    place = sample_directory(2500, 10, 300)
    bitext = AlignedBitext.read(*(place / f"train.{kind}" for kind in ("qar", "qot", "align")))
    source, target, links = (read_lines(place / f"test.{kind}") for kind in ("qar", "qot", "align"))
    sentences = list(source)
    table = SuffixGrammar.build(bitext).extract(sentences, GappedLookupOptions())
    lm = LanguageModel.train(read_lines(place / "train.qot"), LMOptions(order=4))
    weights = {name: 0.0 for name in GAP_FEATURES if name in Model(table, [lm]).weights}
    gold = [[(int(i), int(j)) for i, j in (p.split("-") for p in line.split())] for line in links]
    return World(Model(table, [lm], weights), sentences, list(target), gold)


def crossing_units(world: World) -> Iterator[tuple[int, list[str]]]:
    """Sentences with two units that no binary grammar derives, and the units' target words; the units were seen."""
    rules = world.model.rules
    assert isinstance(rules, RuleTable)
    known = {(rule.source, rule.target) for rule in rules}
    for number, links in enumerate(world.links):
        words = world.source[number].split(), world.target[number].split()
        units = [(sorted(a), sorted(b)) for a, b in components(links)]
        seen = [u for u in units if tuple(map(with_gaps, words, u)) in known]
        for a, b in combinations(seen, 2):
            crossed = interleaved(a[0], b[0]) or interleaved(a[1], b[1])
            if crossed or bonbon(a, b) or bonbon(b, a):
                yield number, [words[1][j] for j in sorted(a[1] + b[1])]


def components(links: list[tuple[int, int]]) -> list[tuple[set[int], set[int]]]:
    units: list[tuple[set[int], set[int]]] = []
    for i, j in links:
        joined = [u for u in units if i in u[0] or j in u[1]]
        units = [u for u in units if u not in joined]
        units.append(({i}.union(*(u[0] for u in joined)), {j}.union(*(u[1] for u in joined))))
    return units


def with_gaps(words: list[str], places: list[int]) -> str:
    pieces = (" ".join(words[a:b]) for a, b in contiguous(places))
    return " … ".join(pieces)


def in_order(wanted: list[str], tokens: tuple[str, ...]) -> bool:
    rest = iter(tokens)
    return all(word in rest for word in wanted)


def test_gaps_are_better_on_the_sample_world(world: World) -> None:
    outputs = {gaps: world.translate(gaps) for gaps in ("none", "both")}
    metric = BLEU()
    references = [world.target]
    none, both = (
        metric.corpus_statistics([" ".join(tokens) for tokens in outputs[gaps]], references)
        for gaps in ("none", "both")
    )
    result = bootstrap(metric, none, both)
    assert result.p < 0.01
    assert result.low > 1
    units = list(crossing_units(world))
    right = {
        gaps: sum(in_order(words, tokens[number]) for number, words in units)
        for gaps, tokens in outputs.items()
    }
    assert len(units) >= 10
    assert right["both"] > len(units) / 2
    assert right["none"] < len(units) / 10

"""Treelets on the sample world with verb-final clauses: against phrases, and without the parts of the model."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from dragoman.corpus.conllu import read_conllu
from dragoman.corpus.constituency import read_tree_lines
from dragoman.evaluate.bleu import BLEU
from dragoman.evaluate.metric import Matrix
from dragoman.evaluate.significance import bootstrap
from dragoman.grammar import AlignedBitext, PhraseTableOptions, extract
from dragoman.grammar.treelet.head_rules import HeadRules
from dragoman.grammar.treelet.options import DependencyOptions
from dragoman.grammar.treelet.tree_derivation import derivation_of
from dragoman.grammar.treelet.treelet_rules import TreeletRules
from dragoman.lm import LanguageModel
from dragoman.lm.estimation import LMOptions
from dragoman.sample import Phenomena
from dragoman.search import DecodeRequest, Input, PhraseDecoder, SearchOptions
from dragoman.search.treelet import TreeletDecoder
from dragoman.search.treelet_options import TreeletOptions
from support.sample_corpus import sample_directory

METRIC = BLEU(tokenize="none")
SHARED = {
    "lm": 0.1,
    "phrase_inverse": 0.03,
    "lexical_inverse": 0.05,
    "phrase_direct": 0.03,
    "lexical_direct": 0.03,
    "phrase_penalty": 0.0,
    "word_penalty": -0.2,
    "unknown": 0.3,
    "distortion": 0.03,
}
TREELETS = {
    "treelet.analysis": 0.05,
    "treelet.syntax": 0.05,
    "treelet.dependency": 0.2,
    "treelet.broken": 0.5,
}


@dataclass
class World:
    """Rules and a language model, and sentences to translate."""

    rules: TreeletRules
    lm: object
    inputs: list[Input]
    references: list[tuple[str]]

    def rows(self, results: list) -> Matrix:
        return METRIC.corpus_statistics(
            [r.text for r in results], [[one for (one,) in self.references]]
        )

    def treelets(self, changed: dict[str, float] | None = None, **options: object) -> Matrix:
        weights = SHARED | TREELETS | (changed or {})
        chosen = TreeletOptions(**({"beam": 5} | options))
        decoder = TreeletDecoder(self.rules, [self.lm], weights, chosen)
        return self.rows(decoder.decode(self.inputs, DecodeRequest(threads=2)))


@pytest.fixture(scope="module")
def world() -> World:
    place = sample_directory(3000, 1, 150, phenomena=Phenomena().only("verb-final"))

    def lines(name: str) -> list[str]:
        return Path(place / name).read_text("utf-8").splitlines()

    bitext = AlignedBitext.encode(lines("train.qar"), lines("train.qot"), lines("train.align"))
    english = HeadRules.named("english")
    rules = TreeletRules.train(
        bitext,
        extract(bitext, PhraseTableOptions(reordering="none")),
        [derivation_of(t, english) for t in read_tree_lines(place / "train.trees") if t],
        read_conllu(place / "train.conllu"),
        dependencies=DependencyOptions(kind="loglinear", bits=20),
    )
    lm = LanguageModel.train(lines("train.qot"), LMOptions(order=3))
    trees = read_conllu(place / "test.conllu")
    inputs = [Input(x.split(), tree=t) for x, t in zip(lines("test.qar"), trees, strict=True)]
    return World(rules, lm, inputs, [(line,) for line in lines("test.qot")])


def bleu(rows: Matrix) -> float:
    return METRIC.score(rows.sum(axis=0))


def test_verb_final_clauses(world: World) -> None:
    """Significantly better than phrases; worse without score_R, without the constraint, and with the naive beam."""
    phrases = PhraseDecoder(world.rules.table, [world.lm], SHARED, SearchOptions())
    before = world.rows(phrases.decode(world.inputs, DecodeRequest(threads=2)))
    whole = world.treelets()
    print("phrase", bleu(before), "treelet", bleu(whole))
    assert bleu(whole) > bleu(before)
    assert bootstrap(METRIC, before, whole).p < 0.05
    for changed, options in (
        ({"treelet.dependency": 0.0}, {}),
        ({}, {"constituents": "off"}),
        ({}, {"beam_kind": "naive", "beam": 60}),
    ):
        without = world.treelets(changed, **options)
        print(changed, options, bleu(without))
        assert bleu(without) < bleu(whole)


def test_the_papers_search_needs_its_parts_more(world: World) -> None:
    """Without jumps and limits, nothing else speaks against a wild order. Thirty sentences show it."""
    world = replace(world, inputs=world.inputs[:30], references=world.references[:30])
    whole = world.treelets(search="paper")
    print("paper", bleu(whole))
    for changed, options in (({"treelet.dependency": 0.0}, {}), ({}, {"constituents": "off"})):
        without = world.treelets(changed, search="paper", **options)
        print("paper", changed, options, bleu(without))
        assert bleu(without) < bleu(whole)
        assert bootstrap(METRIC, without, whole).p < 0.05


def test_the_search_finds_what_the_phrase_decoder_finds(world: World) -> None:
    """With the weights of treelets at 0, and no constraint, both have one model and the same derivations."""
    inputs = world.inputs[:40]
    phrases = PhraseDecoder(
        world.rules.table, [world.lm], SHARED, SearchOptions(distortion_limit=-1)
    )
    nothing = SHARED | dict.fromkeys(TREELETS, 0.0)
    options = TreeletOptions(beam=10, constituents="off", variants=1, table_limit=20)
    treelets = TreeletDecoder(world.rules, [world.lm], nothing, options)
    theirs, ours = (
        [result.score for result in decoder.decode(inputs, DecodeRequest(threads=2))]
        for decoder in (phrases, treelets)
    )
    print("scores", sum(theirs) / len(inputs), sum(ours) / len(inputs))
    assert sum(ours) / len(inputs) > sum(theirs) / len(inputs) - 0.05

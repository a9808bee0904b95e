"""The treelet decoder: exhaustive enumeration, the pi-constraint, and the examples of the paper."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError
from dragoman.corpus.constituency import parse_tree
from dragoman.corpus.dependency import DependencyTree
from dragoman.grammar.treelet.tree_derivation import tree_of
from dragoman.grammar.treelet.treelet_rules import TreeletRules
from dragoman.lm import LanguageModel
from dragoman.lm.arpa import read_arpa
from dragoman.lm.estimation import LMOptions
from dragoman.search import DecodeRequest, Input
from dragoman.search.result import Result
from dragoman.search.treelet import TreeletDecoder
from dragoman.search.treelet_options import TreeletOptions
from support.examples import examples
from support.parse.bracketed import TREES
from support.search.tiny import arpa
from support.search.treelets import (
    Corpus,
    Found,
    Span,
    broken,
    derivations,
    pi_constituents,
    rules_of,
    tagged,
)
from support.search.trees import random_tree

WIDE = {"search": "paper", "beam": 0, "table_limit": 0}
MOST = 500
"""Derivations that are enumerated; sentences with more are not tried."""
SMALL = TREES.filter(lambda tree: len(tree) <= 3)


@st.composite
def corpora(draw: st.DrawFn) -> Corpus:
    corpus = []
    for _ in range(draw(st.integers(1, 3))):
        tree = draw(SMALL)
        source = draw(st.lists(st.sampled_from("xyz"), min_size=1, max_size=3))
        pairs = st.tuples(st.integers(0, len(source) - 1), st.integers(0, len(tree) - 1))
        links = sorted(draw(st.sets(pairs, min_size=1, max_size=4)))
        corpus.append((" ".join(source), str(tree), " ".join(f"{i}-{j}" for i, j in links)))
    return corpus


def model_of(
    corpus: Corpus, seed: int, directory: Path, options: TreeletOptions
) -> tuple[TreeletRules, LanguageModel, dict[str, float]]:
    rng = random.Random(seed)
    path = directory / f"{seed}.arpa"
    path.write_text(arpa(rng, 3))
    lm = LanguageModel.build(read_arpa(path))
    rules = rules_of(corpus)
    names = TreeletDecoder.features_of(rules, [lm], options)
    weights = {name: round(rng.uniform(0.1, 1), 3) for name in names}
    return rules, lm, weights


def total(found: Found, weights: dict[str, float]) -> float:
    return sum(weights.get(name, 0.0) * value for name, value in found.features.items())


@settings(
    max_examples=examples(40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much],
)
@given(
    corpora(),
    st.integers(0, 10**6),
    st.lists(st.sampled_from("xyzu"), min_size=1, max_size=3),
    st.sampled_from(["hard", "soft", "off"]),
    st.booleans(),
)
def test_search_finds_what_enumeration_finds(
    tmp_path: Path,
    corpus: Corpus,
    seed: int,
    words: list[str],
    constituents: str,
    distortion: bool,
) -> None:
    options = TreeletOptions(
        constituents=constituents, distortion=distortion, cohesion=("coh.crossing",), **WIDE
    )
    rules, lm, weights = model_of(corpus, seed, tmp_path, options)
    tree = random_tree(words, random.Random(seed))
    everything = list(islice(derivations(rules, lm, words, tree), MOST + 1))
    assume(len(everything) <= MOST)
    if constituents == "hard":
        everything = [one for one in everything if not one.features["treelet.broken"]]
    if constituents == "off":
        for one in everything:
            one.features["treelet.broken"] = 0.0
    if not distortion:
        for one in everything:
            one.features["distortion"] = 0.0
    [result] = TreeletDecoder(rules, [lm], weights, options).decode([Input(words, tree=tree)])
    assert result.outcome.fallback == (not everything)
    if not everything:
        return
    best = max(everything, key=lambda one: total(one, weights))
    assert result.score == pytest.approx(total(best, weights), abs=2e-3)
    same = [one for one in everything if one.derivation == result.target_tree]
    assert any(
        all(
            result.features[name] == pytest.approx(one.features.get(name, 0), abs=2e-3)
            for name in weights
        )
        for one in same
    )
    assert result.tree is not None and tuple(result.tree.words()) == result.tokens


LABELS = ("nsubj", "obj", "ccomp", "conj", "det")


def _labelled(words: list[str], rng: random.Random) -> DependencyTree:
    return replace(random_tree(words, rng), labels=tuple(rng.choice(LABELS) for _ in words))


@pytest.mark.parametrize("seed", range(8))
def test_the_dependency_model_sees_the_labels_of_the_source(tmp_path: Path, seed: int) -> None:
    """As enumeration does, whose scores come from the model itself."""
    rng = random.Random(seed)
    corpus = [
        ("x y", "(S (NP (N a)) (VP (V b)))", "0-0 1-1"),
        ("y z", "(S (VP (V b) (NP (N c))))", "0-0 1-1"),
        ("z", "(N c)", "0-0"),
    ]
    trees = [_labelled(source.split(), rng) for source, _, _ in corpus]
    rules = rules_of(corpus, known=trees, kind="loglinear", bits=12, features=("clause", "role"))
    path = tmp_path / "arpa"
    path.write_text(arpa(rng, 3))
    lm = LanguageModel.build(read_arpa(path))
    options = TreeletOptions(constituents="off", distortion=False, **WIDE)
    weights = dict.fromkeys(TreeletDecoder.features_of(rules, [lm], options), 0.0)
    weights |= {"treelet.dependency": 1.0, "treelet.syntax": 0.1}
    words = ["x", "y", "z"]
    tree = _labelled(words, rng)
    best = max(total(one, weights) for one in derivations(rules, lm, words, tree))
    [result] = TreeletDecoder(rules, [lm], weights, options).decode([Input(words, tree=tree)])
    assert result.score == pytest.approx(best, abs=1e-3)


def test_a_row_that_grows_on_both_sides_is_made_once(tmp_path: Path) -> None:
    """Which side grows first makes no difference, so the forest has only one of the two orders."""
    corpus = [
        ("m h", "(S (NP (DT a)) (NP (DT b)) (VP (VB h)))", "0-0 0-1 1-2"),
        ("x", "(NN c)", "0-0"),
        ("y", "(NN d)", "0-0"),
    ]
    options = TreeletOptions(constituents="soft", **WIDE)
    rules, lm, weights = model_of(corpus, 1, tmp_path, options)
    words = ["x", "m", "y"]
    everything = [
        total(one, weights | {"distortion": 0.0})
        for one in derivations(rules, lm, words, random_tree(words, random.Random(1)))
    ]
    decoder = TreeletDecoder(rules, [lm], weights, options)
    [result] = decoder.decode([Input(words)], DecodeRequest(forest=True))
    assert result.forest is not None
    listed = [one.score for one in result.forest.kbest(1000)]
    assert len(everything) > 200
    assert listed == pytest.approx(sorted(everything, reverse=True), abs=2e-3)


def pi_broken(result: Result) -> int:
    """The pi-constituents of an output that are not contiguous, from its tree and its phrases alone."""
    derivation = result.target_tree
    assert derivation is not None
    spans: list[Span] = []
    for step in result.derivation.steps:
        if step.target_positions:
            [(begin, end)] = step.source_spans
            first, last = step.target_positions[0], step.target_positions[-1]
            spans.append((begin, end, range(first, last + 1)))
    phrase_of = {word: number for number, span in enumerate(spans) for word in span[2]}
    heads = {a.modifier: a.head for a in derivation.adjunctions}
    roots = []
    for word in range(len(derivation.spines)):
        while word in heads and phrase_of[heads[word]] == phrase_of[word]:
            word = heads[word]
        roots.append(word)
    return broken(pi_constituents(derivation, roots, list(result.target_sources), spans))


def test_the_pi_constraint_holds_in_every_output() -> None:
    """Random corpora and sentences, narrow and wide beams; without the constraint many outputs break it."""
    rng = random.Random(7)
    words = "abcdefg"
    counts = {"hard": 0, "soft": 0, "off": 0}
    for _ in range(25):
        corpus: Corpus = []
        for _ in range(6):
            size = rng.randint(1, 4)
            source = [rng.choice(words) for _ in range(size)]
            order = rng.sample(range(size), size)
            leaves = [f"({rng.choice(['NN', 'VB', 'DT'])} {source[i].upper()})" for i in order]
            while len(leaves) > 1:
                at = rng.randrange(len(leaves) - 1)
                leaves[at : at + 2] = [
                    f"({rng.choice(['NP', 'VP', 'S'])} {' '.join(leaves[at : at + 2])})"
                ]
            links = " ".join(f"{i}-{j}" for j, i in enumerate(order))
            corpus.append((" ".join(source), leaves[0] if size > 1 else f"(NP {leaves[0]})", links))
        rules = rules_of(corpus)
        text = [" ".join(parse_tree(tree).words()) for _, tree, _ in corpus]
        lm = LanguageModel.train(text, LMOptions(order=2))
        weights = {n: rng.uniform(0.1, 1) for n in TreeletDecoder.features_of(rules, [lm])}
        inputs = [Input([rng.choice(words) for _ in range(rng.randint(4, 7))]) for _ in range(4)]
        for constituents in counts:
            options = TreeletOptions(constituents=constituents, beam=rng.choice([1, 5, 20]))
            for result in TreeletDecoder(rules, [lm], weights, options).decode(inputs):
                if not result.outcome.fallback:
                    found = pi_broken(result)
                    counts[constituents] += found > 0
                    if constituents == "soft":
                        assert result.features["treelet.broken"] == -found
    assert counts["hard"] == 0
    assert counts["off"] > 5


def test_the_papers_search_has_no_limit_but_the_beam() -> None:
    """What is given beside it stays: the one thing that differs from the paper."""
    paper = TreeletOptions(search="paper").resolved()
    limits = ("variants", "attachments", "max_blocks", "max_trees")
    assert [getattr(paper, name) for name in limits] == [0, 0, 0, 0]
    assert (paper.distortion, paper.narrow_rows, paper.estimate) == (False, False, "phrases")
    assert TreeletOptions(search="paper", max_blocks=3, distortion=True).resolved() == replace(
        paper, max_blocks=3, distortion=True
    )
    fast = TreeletOptions().resolved()
    assert [getattr(fast, name) for name in limits] == [2, 1, 2, 3]
    assert (fast.distortion, fast.narrow_rows, fast.estimate) == (True, True, "trees")


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ({"search": "paper"}, True),
        ({"search": "paper", "distortion": True}, True),
        ({"search": "paper", "max_blocks": 2}, False),
        ({"search": "fast"}, False),
    ],
)
def test_without_the_constraint_the_papers_search_makes_any_order(
    options: dict[str, object], found: bool
) -> None:
    """However this order is put together, some part of it covers three separate pieces of the source."""
    order = "t2 t4 t6 t1 t3 t5"
    corpus = [(f"s{i}", f"(NP (NN t{i}))", "0-0") for i in range(1, 7)]
    lm = LanguageModel.train([order] * 20, LMOptions(order=3))
    rules = rules_of(corpus)
    weights = dict.fromkeys(TreeletDecoder.features_of(rules, [lm]), 0.0)
    chosen = TreeletOptions(**{"constituents": "off", "beam": 50, **options})
    decoder = TreeletDecoder(rules, [lm], weights | {"lm": 1.0}, chosen)
    [result] = decoder.decode([Input([f"s{i}" for i in range(1, 7)])])
    assert not result.outcome.fallback
    assert (result.text == order) == found


PAPER: Corpus = [
    (
        "es gibt keine hierarchie der diskriminierung",
        "(S (NP (EX there)) (VP (VBZ is) (NP (NP (DT no) (NN hierarchy)) (PP (IN of) (NP (NN discrimination))))))",
        "0-0 1-1 2-2 3-3 4-4 5-5",
    ),
    ("wir müssen", "(S (NP (PRP we)) (VP (MD must)))", "0-0 1-1"),
    ("auch", "(ADVP (RB also))", "0-0"),
    ("diese kritik", "(NP (DT these) (NNS criticisms))", "0-0 1-1"),
    ("ernst", "(ADVP (RB seriously))", "0-0"),
    ("nehmen", "(VP (VB take))", "0-0"),
    (
        "wir wollen auch diese sache ernst nehmen",
        "(S (NP (PRP we)) (VP (MD will) (ADVP (RB also)) (VP (VB take) (NP (DT these) (NNS things)) "
        "(ADVP (RB seriously)))))",
        "0-0 1-1 2-2 3-4 4-5 5-6 6-3",
    ),
]
TAGS = [
    "PPER VVFIN PIAT NN ART NN",
    "PPER VMFIN",
    "ADV",
    "PDAT NN",
    "ADJD",
    "VVINF",
    "PPER VMFIN ADV PDAT NN ADJD VVINF",
]
SENTENCE = "wir müssen auch diese kritik ernst nehmen"
EXPECTED = "we must also take these criticisms seriously"


def paper(**options: object) -> tuple[TreeletDecoder, Input]:
    rules = rules_of(PAPER, TAGS)
    text = [" ".join(parse_tree(tree).words()) for _, tree, _ in PAPER]
    lm = LanguageModel.train([*text, EXPECTED], LMOptions(order=3))
    weights = dict.fromkeys(TreeletDecoder.features_of(rules, [lm]), 0.0)
    weights |= {"lm": 0.5, "treelet.syntax": 0.2, "treelet.dependency": 0.3, "treelet.broken": 1.0}
    weights |= {"phrase_direct": 0.2, "treelet.analysis": 0.2, "unknown": 1.0}
    decoder = TreeletDecoder(rules, [lm], weights, TreeletOptions(**options))
    return decoder, Input(SENTENCE.split(), tree=tagged(SENTENCE, TAGS[-1]))


@pytest.mark.parametrize("beam_kind", ["words", "naive"])
def test_we_must_also_take_these_criticisms_seriously(beam_kind: str) -> None:
    """Section 3.3: "these criticisms" and then "seriously" adjoin to "take", and that to the VP above "must"."""
    decoder, given = paper(beam_kind=beam_kind, beam=50)
    [result] = decoder.decode([given], DecodeRequest(forest=True))
    assert result.text == EXPECTED and not result.outcome.fallback
    assert result.target_tree is not None
    words = result.tokens
    heads = {words[a.modifier]: words[a.head] for a in result.target_tree.adjunctions}
    assert heads["criticisms"] == heads["seriously"] == "take"
    assert heads["take"] == "must" and heads["these"] == "criticisms"
    assert str(result.tree) == str(tree_of(result.target_tree))
    # Figure 5: "criticisms" is tied to "kritik", "take" to "nehmen"
    sources = dict(zip(words, result.target_sources, strict=True))
    assert (sources["criticisms"], sources["take"]) == ((4, 4), (6, 6))
    assert result.forest is not None
    assert result.forest.kbest(1)[0].score == pytest.approx(result.score, abs=1e-3)
    total = sum(decoder.weights[name] * value for name, value in result.features.items())
    assert total == pytest.approx(result.score, abs=1e-3)


def test_threads_and_order_do_not_matter() -> None:
    decoder, given = paper()
    texts = [result.text for result in decoder.decode([given] * 3, DecodeRequest(threads=2))]
    assert len(set(texts)) == 1


def test_long_sentences_are_left_to_the_phrase_decoder() -> None:
    decoder, given = paper(max_words=3)
    [result] = decoder.decode([given])
    assert result.outcome.fallback and result.tree is None and len(result.tokens) > 0


def test_a_phrase_of_two_treelets_stays_together() -> None:
    rules = rules_of(PAPER, TAGS)
    lm = LanguageModel.train(["there is no hierarchy of discrimination"], LMOptions(order=2))
    weights = dict.fromkeys(TreeletDecoder.features_of(rules, [lm]), 0.1)
    decoder = TreeletDecoder(rules, [lm], weights, TreeletOptions(beam=30))
    [result] = decoder.decode([Input(PAPER[0][0].split())], DecodeRequest(forest=True))
    assert result.forest is not None
    for one in result.forest.kbest(50):
        for step in one.steps:
            places = step.target_positions
            assert (
                list(places) == list(range(places[0], places[0] + len(places))) if places else True
            )


def test_other_rules_and_wrong_trees_are_refused() -> None:
    decoder, given = paper()
    with pytest.raises(ConfigError, match="needs rules with treelets"):
        TreeletDecoder(decoder.rules.rules_for([]), decoder.lms, decoder.weights)
    with pytest.raises(ConfigError, match="has 2"):
        decoder.decode([Input(given.tokens, tree=tagged("a b", "X Y"))])


def test_saved_and_opened(tmp_path: Path) -> None:
    decoder, given = paper()
    assert isinstance(decoder.rules, TreeletRules)
    decoder.rules.save(tmp_path / "rules")
    again = TreeletDecoder(TreeletRules.open(tmp_path / "rules"), decoder.lms, decoder.weights)
    assert [r.text for r in again.decode([given])] == [r.text for r in decoder.decode([given])]

"""Phrases with gaps in the decoder against plain enumeration, and the configurations of the paper's figures."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dragoman.corpus.dependency import DependencyTree
from dragoman.grammar import REORDERING_COLUMNS, SCORE_COLUMNS, Rule, RuleTable
from dragoman.lm import LanguageModel
from dragoman.lm.arpa import read_arpa
from dragoman.model.weights import complete
from dragoman.search import GAP_FEATURES, DecodeRequest, Input, PhraseDecoder, SearchOptions
from dragoman.search.options import TREE_GAP_FEATURES
from support.examples import examples
from support.forest.word_links import check_word_links
from support.search import gappy, tiny
from support.search.gap_phrases import decoder_of, parts_of
from support.search.trees import random_tree

WIDE = {"stack": 0, "beam": 0.0, "table_limit": 0, "pop_limit": 10**6, "gap_limit": 0}
relaxed = settings(
    max_examples=examples(30),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
sentences = st.lists(st.sampled_from(["x", "y", "z", "u"]), min_size=1, max_size=4)
sides = st.sampled_from(["both", "both", "both", "source", "target", "none"])
searches = pytest.mark.parametrize("search", ["stack", "cube", "oriented"])


def phrases_of(derivation):
    """(source words, target positions) of every phrase."""
    return [
        (tuple(w for first, last in step.source_spans for w in range(first, last)), positions)
        for step in derivation.steps
        for positions in [tuple(step.target_positions)]
    ]


@searches
@relaxed
@given(
    st.integers(0, 10**6),
    sentences,
    st.sampled_from([-1, 0, 1, 2, 3]),
    sides,
    st.sampled_from([1, 2, 4]),
    st.sampled_from(["", "wbe", "phrase", "hier", "pieces"]),
    st.sampled_from(["source", "target"]),
    st.booleans(),
)
def test_all_of_all(tmp_path, search, seed, words, limit, gaps, pending, reordering, order, parsed):
    """Unlimited search has every derivation once, with its features, and ranks them as enumeration does."""
    tree = random_tree(words, random.Random(seed)) if parsed else None
    model = gappy.make(seed, tmp_path, bool(reordering), reordering_model=reordering or "wbe")
    options = SearchOptions(
        search=search,
        distortion_limit=limit,
        gaps=gaps,
        max_pending=pending,
        max_span=3 + seed % 2,
        gap_features=gappy.GAP_FEATURES,
        gap_distortion=order,
        **WIDE,
    )
    decoder = PhraseDecoder(model.table, model.lms, model.weights, options)
    [result] = decoder.decode([Input(words, tree=tree)], DecodeRequest(forest=True))
    everything = sorted(gappy.derivations(model, words, options, tree), key=lambda d: -d[2])
    assert result.score == pytest.approx(everything[0][2], abs=1e-3)
    check_word_links(result.derivation)
    listed = result.forest.kbest(300)
    assert [d.score for d in listed] == pytest.approx([d[2] for d in everything[:300]], abs=1e-3)
    for derivation in [result.derivation, *listed[:20]]:
        key = (tuple(derivation.tokens), phrases_of(derivation))
        match = [
            f for t, f, s, p in everything if (t, p) == key and abs(s - derivation.score) < 1e-3
        ]
        assert any(
            all(derivation.features.get(name, 0) == pytest.approx(f[name], abs=1e-3) for name in f)
            for f in match
        )


@relaxed
@given(st.integers(0, 10**6), sentences)
def test_pruned_forests_keep_whole_derivations(tmp_path, seed, words):
    """Spans, links, later pieces and features are those of the whole forest."""
    model = gappy.make(seed, tmp_path)
    options = SearchOptions(gap_features=gappy.GAP_FEATURES, **WIDE)
    decoder = PhraseDecoder(model.table, model.lms, model.weights, options)
    [result] = decoder.decode([Input(words)], DecodeRequest(forest=True))
    everything = result.forest.kbest(1000)
    pruned = result.forest.pruned(len(words))
    kept = pruned.kbest(1000)
    assert kept[0] == everything[0]
    assert len(everything) == 1000 or all(derivation in everything for derivation in kept)
    assert result.forest.pruned(result.forest.edges).kbest(1000) == everything


FIGURES = {
    "figure 2": (
        [("je", "I"), ("ne … plus", "not … anymore"), ("veux … jouer", "do … want to play")],
        "je ne veux plus jouer",
        "I do not want to play anymore",
        {"gaps.source": -2, "gaps.target": -2, "gaps.cross_serial": -2},
    ),
    "figure 3": (
        [
            ("he1 said1", "he said"),
            ("make1 arrangements1", "arrangements … made"),
            ("are1 for1 this1", "are … for this"),
            ("one1 visit1", "visit"),
        ],
        "he1 said1 are1 for1 this1 one1 visit1 make1 arrangements1",
        "he said arrangements are made for this visit",
        {"gaps.cross_serial": -2, "gaps.bonbon": 0, "gaps.target": -2, "gaps.target_length": -2},
    ),
    "inside-out": (
        [("a", "a"), ("b", "b"), ("c", "c"), ("d", "d")],
        "a c b d",
        "b a d c",
        {},
    ),
    "cross-serial": (
        [("a1 … a2", "a"), ("b1 … b2", "b")],
        "a1 b1 a2 b2",
        "b a",
        {"gaps.cross_serial": -2, "gaps.source": -2},
    ),
    "bonbon": (
        [("a1 … a2", "a"), ("b", "b1 … b2")],
        "a1 b a2",
        "b1 a b2",
        {"gaps.bonbon": -2, "gaps.crossing": -2, "gaps.source": -1, "gaps.target": -1},
    ),
}


def test_a_phrase_in_both_configurations_counts_once(tmp_path):
    """c crosses with a on the source side and is a bonbon with b."""
    pairs = [("a1 … a2", "a"), ("c1 … c2", "c"), ("b", "b1 … b2")]
    reference = "b1 c b2 a"
    for features in (GAP_FEATURES, ("gaps.crossing",), ("paper",)):
        decoder = decoder_of(pairs, tmp_path, distortion_limit=-1, gap_features=features)
        [result] = decoder.decode(
            [Input(["a1", "c1", "b", "a2", "c2"], reference=reference.split())]
        )
        assert result.features["gaps.crossing"] == -3
        if "gaps.bonbon" in features:
            assert result.features["gaps.cross_serial"] == result.features["gaps.bonbon"] == -2


@searches
@relaxed
@given(st.integers(0, 10**6), st.integers(3, 12), st.booleans(), st.sampled_from([0, 4]))
def test_gaps_lie_in_the_tree_as_defined(tmp_path, search, seed, size, projective, piece):
    """Long sentences, also in pieces, which keep the tree of the whole sentence."""
    rng = random.Random(seed)
    model = gappy.make(seed, tmp_path)
    words = [rng.choice("xyzu") for _ in range(size)]
    tree = random_tree(words, rng, projective)
    options = SearchOptions(
        search=search, stack=20, pop_limit=60, max_words=piece, gap_features=GAP_FEATURES
    )
    # Gaps that are worth something are found.
    weights = model.weights | {"gaps.source": -3.0, "gaps.subtree": -1.0}
    decoder = PhraseDecoder(model.table, model.lms, weights, options)
    [result] = decoder.decode([Input(words, tree=tree)], DecodeRequest(forest=True))
    for derivation in [result.derivation, *result.forest.kbest(20)]:
        for step, phrase in zip(derivation.steps, phrases_of(derivation), strict=True):
            for name, value in gappy.subtree_values([phrase], tree).items():
                assert step.features.get(name, 0.0) == value


def test_a_gap_that_the_tree_motivates_is_preferred(tmp_path):
    """The same words with the same rules: "a … d" over the subtree of "b", or over a part of two subtrees."""
    pairs = {("a … d", "A"): -1, ("b c", "B"): -1, ("a", "x"): -2.2, ("d", "x"): -2.2}
    options = SearchOptions(gap_features=("paper", *TREE_GAP_FEATURES), distortion_limit=-1)
    table, lm, weights = parts_of(pairs, tmp_path, gap_features=options.gap_features)
    weights |= {"gaps.subtree": -3.0, "gaps.cross_subtree": 20.0}
    decoder = PhraseDecoder(table, [lm], weights, options)
    whole, crossed = (
        DependencyTree(tuple("abcd"), heads) for heads in ((-1, 0, 1, 0), (-1, 0, 3, 0))
    )
    found = decoder.decode([Input(list("abcd"), tree=tree) for tree in (whole, crossed)])
    assert [result.features["gaps.subtree"] for result in found] == [-1.0, 0.0]
    assert any(step.source_text == "a … d" for step in found[0].derivation.steps)
    assert not any("…" in step.source_text for step in found[1].derivation.steps)
    [without] = decoder.decode([Input(list("abcd"))])
    assert not any(without.features[name] for name in TREE_GAP_FEATURES)


def test_features_of_subtrees_need_trees():
    assert not SearchOptions().needs_trees
    assert all(SearchOptions(gap_features=(name,)).needs_trees for name in TREE_GAP_FEATURES)


def test_the_features_of_the_paper_are_a_preset():
    three = ("gaps.distortion", "gaps.target_length", "gaps.crossing")
    assert SearchOptions(gap_features=("paper",)).gap_features == three
    more = SearchOptions(gap_features=("gaps.target", "paper", "gaps.crossing"))
    assert more.gap_features == (*three, "gaps.target")


@searches
def test_gaps_never_make_the_score_worse(tmp_path, search):
    """The search without gaps has the same limits, however narrow they are."""
    rng, better = random.Random(1), 0
    for seed in range(12):
        model = gappy.make(seed, tmp_path)
        inputs = [Input([rng.choice("xyzu") for _ in range(9)]) for _ in range(10)]
        options = SearchOptions(search=search, stack=3, pop_limit=6, distortion_limit=4)
        scores = {}
        for gaps in ("none", "source", "both"):
            chosen = replace(options, gaps=gaps, gap_features=GAP_FEATURES)
            decoder = PhraseDecoder(model.table, model.lms, model.weights, chosen)
            scores[gaps] = [result.score for result in decoder.decode(inputs)]
        for gaps in ("source", "both"):
            for without, with_gaps in zip(scores["none"], scores[gaps], strict=True):
                assert with_gaps >= without - 1e-3
                better += with_gaps > without + 1e-3
    assert better > 20


@pytest.mark.parametrize("name", FIGURES)
def test_figures_are_reached(tmp_path, name):
    """The alignments of figure 1, the phrases of figure 2 and the derivation of figure 3."""
    pairs, source, target, expected = FIGURES[name]
    decoder = decoder_of(pairs, tmp_path, distortion_limit=7)
    [result] = decoder.decode([Input(source.split(), reference=target.split())])
    assert not result.outcome.unreachable
    assert result.text == target
    steps = [(step.source_text, step.target_text) for step in result.derivation.steps]
    assert sorted(steps) == sorted(pairs)
    check_word_links(result.derivation)
    if name == "figure 3":
        assert steps == pairs
    assert {n: result.features.get(n) for n in expected} == expected


@pytest.mark.parametrize("name", ["cross-serial", "bonbon", "figure 2", "figure 3"])
def test_without_gaps_they_are_not(tmp_path, name):
    pairs, source, target, _ = FIGURES[name]
    decoder = decoder_of(pairs, tmp_path, distortion_limit=7, gaps="none")
    [result] = decoder.decode([Input(source.split(), reference=target.split())])
    assert result.outcome.unreachable


def test_no_gap_is_empty_and_pieces_keep_their_order(tmp_path):
    decoder = decoder_of([("x", "a … b … c"), ("y", "d")], tmp_path, **WIDE)
    texts = ["a d b c", "a b d c", "d a b c", "a d c d b", "a d b d c"]
    inputs = [
        Input(["x", "y", *extra], reference=t.split()) for t in texts for extra in ([], ["y"])
    ]
    reached = {r.text for r in decoder.decode(inputs) if not r.outcome.unreachable}
    assert reached == {"a d b d c"}


def test_as_many_pieces_wait_as_are_allowed(tmp_path):
    pairs = [("x", "a … b"), ("y", "c … d")]
    for pending, possible in ((1, False), (2, True)):
        decoder = decoder_of(pairs, tmp_path, max_pending=pending)
        [result] = decoder.decode([Input(["x", "y"], reference=["a", "c", "b", "d"])])
        assert result.outcome.unreachable != possible


def test_spans_are_limited(tmp_path):
    pairs = [("x … y", "a"), ("z", "b")]
    words = ["x", "z", "z", "z", "y"]
    for span, possible in ((4, False), (5, True)):
        decoder = decoder_of(pairs, tmp_path, max_span=span, distortion_limit=0)
        [result] = decoder.decode([Input(words, reference=["a", "b", "b", "b"])])
        assert result.outcome.unreachable != possible


@searches
def test_the_limit_keeps_what_loses_least(tmp_path, search):
    """Of the options with source gaps that begin at a word, those with the best estimates."""
    pairs = {("x … y", "a"): -1, ("x … y", "b"): -2, ("x … z", "c"): -4, ("y … z", "d"): -9}
    singles = {(word, "e"): -1 for word in "xyzu"}
    table, lm, weights = parts_of(pairs | singles, tmp_path)

    def used(limit: int) -> set[str]:
        options = SearchOptions(**(WIDE | {"gap_limit": limit}), search=search, distortion_limit=-1)
        [result] = PhraseDecoder(table, [lm], weights, options).decode(
            [Input([*"xuyuz"])], DecodeRequest(forest=True)
        )
        steps = [step for d in result.forest.kbest(10**4) for step in d.steps]
        return {step.target_text for step in steps if gappy.GAP in step.source_text}

    assert used(1) == {"a", "d"}
    assert used(2) == {"a", "b", "d"}
    assert used(3) == used(0) == {"a", "b", "c", "d"}


@searches
def test_what_waits_does_not_crowd_out_what_is_finished(tmp_path, search):
    """However narrow the beam, and however little waiting is expected to cost."""
    pairs = {("x", "a … b"): -1, ("x", "d"): -9, ("y", "c"): -1}
    table, lm, weights = parts_of(pairs, tmp_path)
    options = SearchOptions(search=search, stack=1, pop_limit=1, pending_cost=0)
    [result] = PhraseDecoder(table, [lm], weights, options).decode([Input(["x", "y"])])
    assert result.text == "a c b"


@searches
def test_same_without_rules_that_have_gaps(tmp_path, search):
    """A table that could have gaps decodes as one that could not."""
    model = tiny.make(7, tmp_path)
    orientation = dict.fromkeys(REORDERING_COLUMNS, -1.0)
    extra = [Rule("q … q", "a", (), dict.fromkeys(SCORE_COLUMNS, -1.0), orientation)]
    texts = [replace(rule, source_symbols=(), target_symbols=()) for rule in model.table]
    both = RuleTable.build([*texts, *extra], gap=gappy.GAP)
    assert (model.table.gaps, both.gaps) == ("none", "source")
    weights = complete(PhraseDecoder.features_of(both, model.lms), model.weights)
    options = SearchOptions(search=search, stack=20, pop_limit=50)
    inputs = [Input([*("xyzuxyz"[k:] + "yzx" * k)]) for k in range(6)]
    plain = PhraseDecoder(model.table, model.lms, model.weights, options).decode(inputs)
    gapped = PhraseDecoder(both, model.lms, weights, options).decode(inputs)
    for one, other in zip(plain, gapped, strict=True):
        assert (one.tokens, one.score) == (other.tokens, other.score)


@searches
@pytest.mark.parametrize("limit", [-1, 6, 100])
def test_long_sentences(tmp_path, search, limit):
    """Coverages wider than a machine word; a narrow beam always leaves a translation; any number of threads."""
    model = gappy.make(5, tmp_path)
    options = SearchOptions(
        search=search, stack=8, pop_limit=20, distortion_limit=limit, gap_features=GAP_FEATURES
    )
    decoder = PhraseDecoder(model.table, model.lms, model.weights, options)
    inputs = [Input([*"xyzuzyx"] * n) for n in (1, 3, 25)]
    results = decoder.decode(inputs, DecodeRequest(forest=True))
    for one, result in zip(inputs, results, strict=True):
        phrases = phrases_of(result.derivation)
        assert sorted(w for words, _ in phrases for w in words) == [*range(len(one.tokens))]
        assert sorted(p for _, places in phrases for p in places) == [*range(len(result.tokens))]
        expected = gappy.gap_values(phrases) | gappy.subtree_values(phrases, None)
        assert {n: result.features[n] for n in GAP_FEATURES} == expected
        assert result.forest.kbest(1)[0].score == pytest.approx(result.score, abs=1e-3)
    again = decoder.decode(inputs, DecodeRequest(threads=3))
    assert [r.text for r in again] == [r.text for r in results]


def test_walls(tmp_path):
    """A phrase does not reach over a wall while words before it wait."""
    decoder = decoder_of([("x … y", "a"), ("z", "b"), ("x", "c"), ("y", "d")], tmp_path)
    for walls, possible in (([], True), ([1], True), ([2], False)):
        [result] = decoder.decode([Input(["x", "z", "y"], walls=walls, reference=["a", "b"])])
        assert result.outcome.unreachable != possible


@searches
def test_target_gaps_take_no_place_in_the_table_limit(tmp_path, search):
    """The only rule that the limit allows would have a gap that nothing can fill."""
    (tmp_path / "lm").write_text(tiny.arpa(random.Random(1), 1))
    lm = LanguageModel.build(read_arpa(tmp_path / "lm"))
    scores = dict.fromkeys(SCORE_COLUMNS, -0.1)
    rules = [
        Rule("x", "a … b", (), scores, {}, {}),
        Rule("x", "c", (), dict.fromkeys(SCORE_COLUMNS, -3.0), {}, {}),
    ]
    table = RuleTable.build(rules, gap=gappy.GAP)
    options = SearchOptions(search=search, table_limit=1, gap_share=0)
    weights = complete(PhraseDecoder.features_of(table, [lm], options), {})
    decoder = PhraseDecoder(table, [lm], weights, options)
    [alone, twice] = decoder.decode([Input(["x"]), Input(["x", "x"])])
    assert alone.tokens == ("c",)
    assert "a" in twice.tokens and "x" not in twice.tokens


def test_the_search_with_gaps_takes_about_as_long_as_stack_search_at_most(tmp_path):
    """However many pops are allowed: where there is little to choose from, stack search is done soon."""
    rng = random.Random(5)
    model = gappy.make(1, tmp_path)
    inputs = [Input([rng.choice("xyz") for _ in range(12)]) for _ in range(5)]

    def work(search: str, gaps: str) -> list[int]:
        options = SearchOptions(
            search=search,
            stack=100,
            pop_limit=2000,
            gaps=gaps,
            gap_share=1,
            gap_features=gappy.GAP_FEATURES,
        )
        decoder = PhraseDecoder(model.table, model.lms, model.weights, options)
        return [result.outcome.work for result in decoder.decode(inputs)]

    def added(search: str) -> list[int]:
        pairs = zip(work(search, "both"), work(search, "none"), strict=True)
        return [both - none for both, none in pairs]

    for after_stack, after_cube in zip(added("stack"), added("cube"), strict=True):
        assert 0 < 2 * after_stack < after_cube


@pytest.mark.parametrize(("stack", "beam"), [(2, 0.0), (10, 1e-5), (50, 1e-2)])
def test_bounds_discard_nothing_that_would_be_kept(tmp_path, stack, beam):
    """A negative weight turns bounds off; so small a weight changes no score. Holes in coverages count in both.

    Places are tried in another order without bounds. What the threshold keeps must not depend on it."""
    rng = random.Random(3)
    for seed in range(30):
        model = gappy.make(seed, tmp_path)
        inputs = [Input([rng.choice("xyz") for _ in range(8)]) for _ in range(5)]
        options = SearchOptions(
            search="stack",
            stack=stack,
            beam=beam,
            distortion_limit=4,
            gap_share=0,
            gap_limit=0,
        )
        lms = [*model.lms, model.lms[0]]
        names = PhraseDecoder.features_of(model.table, lms, options)
        weights = {name: abs(model.weights.get(name, 0)) for name in names}
        found = []
        for tiny_weight in (0.0, -1e-9):
            chosen = {**weights, names[1]: tiny_weight, "distortion": 0.5}
            decoder = PhraseDecoder(model.table, lms, chosen, options)
            found.append([result.score for result in decoder.decode(inputs)])
        assert found[0] == pytest.approx(found[1], abs=1e-4)

"""score_SYN and score_R: their plain Python twins, and what the paper says of them."""

from __future__ import annotations

import math
import warnings
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError, FormatError, ModelError
from dragoman.corpus.constituency import parse_tree
from dragoman.corpus.dependency import DependencyTree
from dragoman.grammar import AlignedBitext
from dragoman.grammar.treelet.derivation import Derivation, Site, Spine, adjunctions_of
from dragoman.grammar.treelet.head_rules import HeadRules
from dragoman.grammar.treelet.models import (
    DependencyModel,
    Gamma,
    GammaWord,
    SyntacticLanguageModel,
    TreeletData,
)
from dragoman.grammar.treelet.numbered_derivations import number_derivations
from dragoman.grammar.treelet.options import DependencyOptions
from dragoman.grammar.treelet.tree_derivation import derivation_of
from dragoman.io.artifact import Artifact, ArtifactWriter
from support.parse.bracketed import TREES
from support.treelet.naive_loglinear import NaiveLogLinear, examples, gamma_features
from support.treelet.naive_models import NaiveDependencies, NaiveSyntax, gamma_contexts

ENGLISH = HeadRules.named("english")
Sentence = tuple[list[str], Derivation, list[tuple[int, int]]]


def _data(
    corpus: list[Sentence], tagged: bool = True, trees: list[DependencyTree] | None = None
) -> TreeletData:
    sources = [" ".join(["w"] * len(tags)) for tags, _, _ in corpus]
    targets = [" ".join(d.words()) for _, d, _ in corpus]
    links = [" ".join(f"{i}-{j}" for i, j in pairs) for _, _, pairs in corpus]
    bitext = AlignedBitext.encode(sources, targets, links)
    numbered = number_derivations(bitext.target, [d for _, d, _ in corpus])
    given = trees or ([_tree(tags) for tags, _, _ in corpus] if tagged else ())
    return TreeletData(bitext, numbered, given)


def _tree(tags: list[str]) -> DependencyTree:
    return DependencyTree(("w",) * len(tags), (-1,) * len(tags), xpos=tuple(tags))


def random_heads(random: Random, size: int) -> tuple[int, ...]:
    """Heads of a tree: each word hangs on one before it in a random order."""
    order = random.sample(range(size), size)
    heads = [-1] * size
    for place, word in enumerate(order[1:], 1):
        heads[word] = order[random.randrange(place)]
    return tuple(heads)


LABELS = ("nsubj", "obj", "conj", "ccomp", "acl:relcl", "nsubj:pass")


def _random_tree(tags: list[str], random: Random) -> DependencyTree:
    """A tree with labels or without."""
    size = len(tags)
    labels = random.choices(LABELS, k=size) if random.random() < 0.7 else ()
    heads = random_heads(random, size)
    return DependencyTree(("w",) * size, heads, xpos=tuple(tags), labels=tuple(labels))


DERIVATIONS = TREES.filter(lambda tree: len(tree) <= 6).map(lambda t: derivation_of(t, ENGLISH))


@st.composite
def corpora(draw: st.DrawFn) -> list[Sentence]:
    corpus = []
    for _ in range(draw(st.integers(1, 3))):
        derivation = draw(DERIVATIONS)
        tags = draw(st.lists(st.sampled_from("AB"), min_size=1, max_size=5))
        pairs = st.tuples(st.integers(0, len(tags) - 1), st.integers(0, len(derivation.spines) - 1))
        corpus.append((tags, derivation, sorted(draw(st.sets(pairs, max_size=6)))))
    return corpus


@given(corpora(), DERIVATIONS)
def test_the_syntactic_model_is_that_of_the_twin(corpus: list[Sentence], other: Derivation) -> None:
    model = SyntacticLanguageModel.train(_data(corpus))
    twin = NaiveSyntax([d for _, d, _ in corpus])
    for derivation in [*(d for _, d, _ in corpus), other]:
        assert model.score(derivation) == pytest.approx(twin.score(derivation), rel=1e-9)


@given(corpora(), st.integers(1, 4), st.integers(1, 2), st.booleans())
def test_the_dependency_model_is_that_of_the_twin(
    corpus: list[Sentence], longest: int, least: int, tagged: bool
) -> None:
    options = DependencyOptions(max_length=longest, least=least)
    model = DependencyModel.train(_data(corpus, tagged), options)
    twin = NaiveDependencies(
        corpus if tagged else [([""] * len(t), d, x) for t, d, x in corpus], longest, least
    )
    tags, derivation, _ = corpus[0]
    tree = _tree(tags) if tagged else DependencyTree(("w",) * len(tags), (-1,) * len(tags))
    known = tags if tagged else [""] * len(tags)
    for m, modifier in enumerate(derivation.spines):
        for h, head in enumerate(derivation.spines):
            for a in range(len(tags)):
                pair = (a, len(tags) - 1), (0, a)
                gamma = Gamma(GammaWord(modifier, *pair[0]), GammaWord(head, *pair[1]), m < h)
                expected = twin.score(gamma_contexts(modifier, head, *pair, m < h, known))
                assert model.score(gamma, tree) == pytest.approx(expected, rel=1e-9)


@given(corpora(), st.sampled_from([1000, 2000, 4000]))
def test_contexts_beyond_the_memory_are_left_out_and_told(
    corpus: list[Sentence], memory: int
) -> None:
    """As many contexts as fill half of the places of 16 bytes, a power of two, twice while the table grows."""
    options = DependencyOptions(max_length=4, least=1, memory=memory)
    with warnings.catch_warnings(record=True) as shown:
        warnings.simplefilter("always")
        model = DependencyModel.train(_data(corpus), options)
    most = 2 ** ((memory // 32).bit_length() - 2)
    twin = NaiveDependencies(corpus, 4, 1, most)
    told = " ".join(str(one.message) for one in shown)
    assert ("memory" in told) == (twin.left_out > 0)
    tags, derivation, _ = corpus[0]
    for gamma in _gammas(derivation, len(tags)):
        contexts = gamma_contexts(
            gamma.modifier.spine,
            gamma.head.spine,
            gamma.modifier[1:],
            gamma.head[1:],
            gamma.left,
            tags,
        )
        assert model.score(gamma, _tree(tags)) == pytest.approx(twin.score(contexts), rel=1e-9)


@pytest.mark.parametrize("kind", ["backoff", "loglinear"])
def test_all_sentences_are_learnt_from_unless_fewer_are_wanted(kind: str) -> None:
    """Fewer are taken evenly from the whole text."""
    same = [(["A"], derivation_of(parse_tree("(S (NP (N a)) (V b))"), ENGLISH), [(0, 0), (0, 1)])]
    other = [(["A"], derivation_of(parse_tree("(S (N a) (VP (V b)))"), ENGLISH), [(0, 0), (0, 1)])]
    gammas = [(gamma, _tree(["A"])) for _, d, _ in same + other for gamma in _gammas(d, 1)]

    def scores(corpus: list[Sentence], sentences: int = 0) -> list[float]:
        options = DependencyOptions(kind=kind, sentences=sentences, bits=12)
        model = DependencyModel.train(_data(corpus), options)
        return [model.score(gamma, tree) for gamma, tree in gammas]

    text = [*same * 5, *other * 5]
    assert scores(text) == scores(text, 10) == scores(text, 99)
    assert scores(text, 4) == scores([*same * 2, *other * 2]) != scores(text)
    assert scores(text, 1) == scores(other)


@given(
    corpora(),
    st.integers(1, 4),
    st.integers(1, 3),
    st.sampled_from([(), ("clause",), ("role",), ("clause", "role")]),
    st.randoms(),
)
def test_the_loglinear_model_is_that_of_the_twin(
    corpus: list[Sentence], longest: int, passes: int, wanted: tuple[str, ...], random: Random
) -> None:
    """With source dependencies too. Examples in which two features share a weight are left out."""
    trees = [_random_tree(tags, random) for tags, _, _ in corpus]
    if wanted:  # some tree must have labels
        trees[0] = replace(trees[0], labels=tuple(random.choices(LABELS, k=len(trees[0]))))
    data = _data(corpus, trees=trees)
    options = DependencyOptions(
        kind="loglinear", max_length=longest, passes=passes, bits=18, features=wanted
    )
    model = DependencyModel.train(data, options)
    known = [(tree, d, links) for tree, (_, d, links) in zip(trees, corpus, strict=True)]
    twin = NaiveLogLinear(known, longest, passes, wanted)
    asked = [(gamma, trees[0]) for gamma in _gammas(corpus[0][1], len(trees[0]))]
    names, places = set(), set()
    for gamma, tree in asked + [(g, t) for g, t, _ in examples(known, longest)]:
        features, found = gamma_features(gamma, tree, wanted), model.places(gamma, tree)
        assert len(found) == len(features)
        names |= set(features)
        places |= set(found)
    assert len(places) <= len(names)
    assume(len(places) == len(names))
    for gamma, tree in asked:
        assert model.score(gamma, tree) == pytest.approx(twin.score(gamma, tree), abs=1e-3)


def _gammas(derivation: Derivation, size: int) -> list[Gamma]:
    """Every pair of a derivation's words, also those of a sentence that cannot be tied so."""
    return [
        Gamma(GammaWord(modifier, a, size - 1), GammaWord(head, 0, a), m < h)
        for m, modifier in enumerate(derivation.spines)
        for h, head in enumerate(derivation.spines)
        for a in range(size)
    ]


PAPER = [
    (
        ["PPER", "VVFIN", "PIAT", "NN", "ART", "NN"],
        "(S (NP (EX there)) (VP (VBZ is) (NP (NP (DT no) (NN hierarchy)) (PP (IN of) (NP (NN discrimination))))))",
    ),
    (
        ["PPER", "VVFIN", "PIAT", "NN"],
        "(S (NP (EX there)) (VP (VBZ is) (NP (DT no) (NN problem))))",
    ),
    (
        ["PPER", "VVFIN", "PIAT", "NN", "ART", "NN"],
        "(S (NP (EX there)) (VP (VBZ is) (NP (NP (DT no) (NN lack)) (PP (IN of) (NP (NN money))))))",
    ),
]


def _paper() -> TreeletData:
    corpus = []
    for tags, text in PAPER:
        derivation = derivation_of(parse_tree(text), ENGLISH)
        corpus.append((tags, derivation, [(i, i) for i in range(len(tags))]))
    return _data(corpus)


@pytest.mark.parametrize("kind", ["backoff", "loglinear"])
def test_the_spurious_step_of_figure_4_scores_below_the_right_one(kind: str) -> None:
    """[keine] [hierarchie der] [diskriminierung]: "no" modifies "hierarchy" and not "discrimination"."""
    model = DependencyModel.train(_paper(), DependencyOptions(kind=kind, bits=14, passes=20))
    tags, text = PAPER[0]
    spines = derivation_of(parse_tree(text), ENGLISH).spines
    words = [GammaWord(spine, i, i) for i, spine in enumerate(spines)]
    right = model.score(Gamma(words[2], words[3], True), _tree(tags))
    spurious = model.score(Gamma(words[2], words[5], True), _tree(tags))
    assert right > spurious + 0.5


class Planted(NamedTuple):
    """Two sentences that differ in a label of the source, which tells where the second target word hangs."""

    heads: tuple[int, ...]
    """Of the source words, which are aligned to the target words one by one."""
    labels: tuple[str, str, str]
    other: tuple[str, str, str]

    def tree(self, there: bool) -> DependencyTree:
        """The source tree where the second target word hangs on the first one, or the other."""
        labels = self.labels if there else self.other
        return DependencyTree(("w",) * 3, self.heads, xpos=("T",) * 3, labels=labels)


PLANTED = {
    # An object of the first verb, or the subject of the second one.
    "role": Planted((-1, 0, 0), ("root", "obj", "dep"), ("root", "nsubj", "dep")),
    # The third word, which the second one depends on in the source, is a clause or none.
    "clause": Planted((-1, 2, 0), ("root", "dep", "obl"), ("root", "dep", "ccomp")),
}
SPINES = (Spine("says", "V", ("S",)), Spine("she", "N", ("NP",)), Spine("goes", "V", ("S",)))


def _planted(name: str, features: tuple[str, ...]) -> DependencyModel:
    corpus, trees = [], []
    for there in [True, False] * 10:
        second = 0 if there else 2
        adjunctions = adjunctions_of({1: (second, Site(0, 0)), 2: (0, Site(0, 0))})
        corpus.append((["T"] * 3, Derivation(SPINES, adjunctions), [(0, 0), (1, 1), (2, 2)]))
        trees.append(PLANTED[name].tree(there))
    options = DependencyOptions(kind="loglinear", bits=14, passes=5, features=features)
    return DependencyModel.train(_data(corpus, trees=trees), options)


SECOND = Gamma(GammaWord(SPINES[1], 1, 1), GammaWord(SPINES[0], 0, 0), False)
"""The second target word hangs on the first one."""


@pytest.mark.parametrize("name", PLANTED)
def test_what_only_labels_tell_is_learned_with_features_of_labels(name: str) -> None:
    """Carreras & Collins (2009), future work (b) and (c)."""
    trees = PLANTED[name].tree(True), PLANTED[name].tree(False)
    before, after = _planted(name, ()), _planted(name, (name,))
    assert before.score(SECOND, trees[0]) == before.score(SECOND, trees[1])
    assert after.score(SECOND, trees[0]) > after.score(SECOND, trees[1]) + 1


def test_features_of_labels_need_labels_and_a_loglinear_model() -> None:
    with pytest.raises(ConfigError, match="needs source trees with labels"):
        DependencyModel.train(_paper(), DependencyOptions(kind="loglinear", features=("role",)))
    with pytest.raises(ConfigError, match="choose the kind 'loglinear'"):
        DependencyOptions(features=("clause",))


def test_features_of_labels_are_kept_with_the_model(tmp_path: Path) -> None:
    """And a model of a version that knows others is refused."""
    model, tree = _planted("role", ("role",)), PLANTED["role"].tree(True)
    with ArtifactWriter(tmp_path / "m", "tree-models") as out:
        model.write(out)
    again = DependencyModel.read(Artifact.open(tmp_path / "m"))
    assert again.features == ("role",)
    assert again.score(SECOND, tree) == model.score(SECOND, tree)
    with ArtifactWriter(tmp_path / "other", "tree-models") as out:
        model.write(out)
        out.settings["dependency_features"] = ["animacy"]
    with pytest.raises(ModelError, match=r"expected features.*found \['animacy'\]"):
        DependencyModel.read(Artifact.open(tmp_path / "other"))


def test_seen_trees_are_more_probable_than_others() -> None:
    model = SyntacticLanguageModel.train(_paper())
    seen = derivation_of(parse_tree(PAPER[0][1]), ENGLISH)
    other = derivation_of(parse_tree(PAPER[0][1].replace("NP (DT no)", "VP (DT no)")), ENGLISH)
    assert model.score(seen) > model.score(other)


def test_probabilities_of_the_word_under_top_sum_to_less_than_one() -> None:
    """What is left is for words that were not seen."""
    model = SyntacticLanguageModel.train(_paper())
    found = 0.0
    for word in ("there", "is", "no", "hierarchy", "of", "discrimination", "problem", "lack"):
        for tag in ("VBZ", "NN"):
            derivation = derivation_of(parse_tree(f"({tag} {word})"), ENGLISH)
            found += math.exp(model.score(derivation))
    assert 0 < found < 1


def test_source_trees_must_fit() -> None:
    bitext = AlignedBitext.encode(["a b"], ["x"], ["0-0"])
    numbered = number_derivations(bitext.target, [derivation_of(parse_tree("(NN x)"), ENGLISH)])
    with pytest.raises(FormatError, match="the source has 2 words, its tree 1"):
        TreeletData(bitext, numbered, [_tree(["A"])])


def test_unsound_counts_are_refused() -> None:
    keys = np.ones(2, np.uint64)
    with pytest.raises(ModelError, match="do not fit"):
        SyntacticLanguageModel(keys, np.zeros(4, np.uint32), [1, 1, 1, 1])

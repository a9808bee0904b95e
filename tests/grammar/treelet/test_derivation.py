"""Derivations of trees, and trees of derivations."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.common.errors import FormatError
from dragoman.corpus.conllu import read_conllu
from dragoman.corpus.constituency import ConstituencyTree, parse_tree, read_trees
from dragoman.corpus.dependency import ROOT, DependencyTree
from dragoman.grammar.treelet.dependency_derivation import (
    dependencies_of,
    derivation_of_dependencies,
)
from dragoman.grammar.treelet.derivation import (
    Adjunction,
    Derivation,
    Site,
    Spine,
)
from dragoman.grammar.treelet.derivation_files import read_derivations
from dragoman.grammar.treelet.head_rules import HeadRules
from dragoman.grammar.treelet.models import source_tags
from dragoman.grammar.treelet.tree_derivation import derivation_of, tree_of, trees_of
from support.examples import SHARE
from support.parse.bracketed import TREES
from support.treelet.sound_derivations import check_derivation

ENGLISH = HeadRules.named("english")
FIGURE_1 = """(S (NP (EX there)) (VP (VBZ is) (NP (NP (DT no) (NN hierarchy))
    (PP (IN of) (NP (NN discrimination))))))"""


def test_figure_1() -> None:
    derivation = derivation_of(parse_tree(FIGURE_1), ENGLISH)
    assert derivation.spines == (
        Spine("there", "EX", ("NP",)),
        Spine("is", "VBZ", ("VP", "S")),
        Spine("no", "DT", ()),
        Spine("hierarchy", "NN", ("NP",)),
        Spine("of", "IN", ("PP",)),
        Spine("discrimination", "NN", ("NP",)),
    )
    assert derivation.adjunctions == (
        Adjunction(0, 1, Site(1, 0), "s"),
        Adjunction(2, 3, Site(0, 0), "s"),
        Adjunction(3, 1, Site(0, 0), "s"),
        Adjunction(4, 3, Site(0, 1), "r"),
        Adjunction(5, 4, Site(0, 0), "s"),
    )
    assert derivation.roots() == [1]
    assert tree_of(derivation) == parse_tree(FIGURE_1)


def test_copies_fold_only_where_something_hangs_on_the_upper_one() -> None:
    bare = parse_tree("(NP (NP (NN dogs)))")
    assert derivation_of(bare, ENGLISH).spines[0].nodes == ("NP", "NP")
    stacked = parse_tree("(NP (NP (NP (NN dogs)) (PP (IN in))) (, ,) (SBAR (IN that)))")
    derivation = derivation_of(stacked, ENGLISH)
    assert derivation.spines[0].nodes == ("NP",)
    assert [(a.site, a.kind) for a in derivation.adjunctions] == [
        (Site(0, 1), "r"),
        (Site(0, 2), "r"),
        (Site(0, 2), "s"),
    ]


def test_derivations_of_a_file(tmp_path: Path) -> None:
    lines = [
        "(ROOT (NP-SBJ (NN a) (-NONE- *)))",
        "",
        "(TOP (NN b) (NN c))",
        "(X (-NONE- *))",
        "(Y y)",
    ]
    (tmp_path / "t").write_text("\n".join(lines) + "\n")
    trees = [d and str(tree_of(d)) for d in read_derivations(tmp_path / "t", ENGLISH)]
    assert trees == ["(NP (NN a))", None, "(TOP (NN b) (NN c))", None, "(Y y)"]


def test_a_file_of_dependency_trees_is_known_by_its_name(tmp_path: Path) -> None:
    block = "1\tles\t_\tDET\t_\t_\t2\tdet\t_\t_\n2\tchats\t_\tNOUN\t_\t_\t0\troot\t_\t_\n"
    path = tmp_path / "train.fr.conllu"
    path.write_text(f"{block}\n# empty\n\n{block}\n")
    found = list(read_derivations(path, ENGLISH))
    assert [d and str(tree_of(d)) for d in found] == [
        "(root (det (DET les)) (NOUN chats))",
        None,
        "(root (det (DET les)) (NOUN chats))",
    ]


@given(TREES)
def test_trees_survive_the_round_trip(tree: ConstituencyTree) -> None:
    derivation = derivation_of(tree, ENGLISH)
    check_derivation(derivation)
    assert tree_of(derivation) == tree


@pytest.mark.parametrize("name", ["gum.trees.xz", "ptb-sample.trees.xz"])
def test_every_tree_of_the_treebanks_survives(name: str, shared_data: Path) -> None:
    """Every tree in a campaign, a quarter of them in every run of the tests."""
    count = 0
    for tree in islice(
        read_trees(shared_data / "treebanks" / name), 0, None, 4 if SHARE < 1 else 1
    ):
        plain = tree.strip()
        assert plain is not None
        derivation = derivation_of(plain, ENGLISH)
        assert tree_of(derivation) == plain
        count += 1
    assert count > 750


@st.composite
def dependencies(draw: st.DrawFn) -> DependencyTree:
    """A random tree, crossing arcs and all."""
    size = draw(st.integers(1, 8))
    order = draw(st.permutations(range(size)))
    heads = [ROOT] * size
    for place, word in enumerate(order[1:], 1):
        heads[word] = order[draw(st.integers(0, place - 1))]
    names = tuple(f"w{n}" for n in range(size))
    return DependencyTree(names, tuple(heads), xpos=names, labels=tuple(f"l{n}" for n in names))


@given(dependencies())
def test_dependencies_survive_but_for_crossing_arcs(tree: DependencyTree) -> None:
    derivation = derivation_of_dependencies(tree)
    check_derivation(derivation)
    assert tree_of(derivation).words() == tree.words
    back = dependencies_of(derivation)
    assert (back.words, back.xpos, back.labels) == (tree.words, tree.xpos, tree.labels)
    assert derivation_of_dependencies(back) == derivation
    if not _crosses(tree):
        assert back.heads == tree.heads


def _crosses(tree: DependencyTree) -> bool:
    """Whether a word under an arc does not descend from the arc's head."""
    for word, head in enumerate(tree.heads):
        if head == ROOT:
            continue
        for between in range(min(word, head) + 1, max(word, head)):
            above = between
            while above not in (ROOT, head):
                above = tree.heads[above]
            if above != head:
                return True
    return False


def test_every_dependency_tree_of_a_treebank_survives(shared_data: Path) -> None:
    for tree in read_conllu(shared_data / "treebanks" / "en_ewt-ud-test.conllu.xz"):
        back = dependencies_of(derivation_of_dependencies(tree))
        assert _crosses(tree) or back.heads == tree.heads


def test_words_of_an_empty_sentence() -> None:
    with pytest.raises(FormatError, match="empty sentence"):
        derivation_of_dependencies(DependencyTree((), ()))


A, B, C = Spine("a", "X", ("N",)), Spine("b", "X", ("N", "M")), Spine("c", "X", ("N",))


@pytest.mark.parametrize(
    ("adjunctions", "complaint"),
    [
        ([(0, 1, 2, 0, "s")], "node that does not exist"),
        ([(0, 1, 0, 0, "r")], "wrong kinds"),
        ([(0, 1, 0, 1, "s")], "wrong kinds"),
        ([(0, 1, 0, 2, "r")], "copy of a node of word 2 has no modifier"),
        ([(0, 3, 0, 0, "s")], "none of the 3 words"),
        ([(0, 1, 0, 0, "s"), (0, 1, 0, 0, "s")], "hangs on two"),
        ([(2, 1, 0, 0, "s"), (0, 1, 0, 0, "s")], "wrong order"),
    ],
)
def test_unsound_derivations_are_refused(
    adjunctions: list[tuple[int, int, int, int, str]], complaint: str
) -> None:
    made = tuple(Adjunction(m, h, Site(n, c), k) for m, h, n, c, k in adjunctions)  # type: ignore[arg-type]
    with pytest.raises(FormatError, match=complaint):
        check_derivation(Derivation((A, B, C), made))


@pytest.mark.parametrize(
    "adjunctions",
    [
        [(0, 1, 0), (1, 0, 0)],
        [(0, 2, 0)],
        [(0, 1, 0), (2, 0, 0)],
    ],
)
def test_words_keep_their_order(adjunctions: list[tuple[int, int, int]]) -> None:
    made = tuple(Adjunction(m, h, Site(n, 0), "s") for m, h, n in adjunctions)
    with pytest.raises(FormatError, match="order"):
        trees_of(Derivation((A, B, C), made))


def test_modifiers_of_higher_sites_stand_further_out() -> None:
    made = (Adjunction(1, 0, Site(1, 0), "s"), Adjunction(2, 0, Site(0, 0), "s"))
    with pytest.raises(FormatError, match="cross each other"):
        trees_of(Derivation((B, A, C), made))


def test_one_root_is_expected() -> None:
    with pytest.raises(FormatError, match="found 3"):
        tree_of(Derivation((A, B, C), ()))


def test_tags_of_the_language_come_before_universal_ones() -> None:
    tree = DependencyTree(("a", "b"), (1, ROOT), tags=("DET", "NOUN"), xpos=("DT", "NN"))
    universal = DependencyTree(("a", "b"), (1, ROOT), tags=("DET", "NOUN"))
    assert [spine.tag for spine in derivation_of_dependencies(tree).spines] == ["DT", "NN"]
    assert [spine.tag for spine in derivation_of_dependencies(universal).spines] == ["DET", "NOUN"]
    assert source_tags(tree) == ["DT", "NN"]
    assert source_tags(universal) == ["DET", "NOUN"]

"""Trees in which conjuncts are siblings (Cherry 2008, section 5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dragoman.cohesion.conjuncts import conjuncts_as_siblings
from dragoman.cohesion.definition import is_cohesive
from dragoman.common.errors import ConfigError
from dragoman.corpus.dependency import ROOT, DependencyTree
from dragoman.search import ChartOptions, SearchOptions
from support.model.cohesive_world import make_world_model

TREE = DependencyTree(
    ("cats", ",", "dogs", "and", "mice", "sleep"),
    (5, 2, 0, 4, 0, ROOT),
    labels=("nsubj", "punct", "conj", "cc", "conj", "root"),
)


def test_conjuncts_hang_below_the_head_of_the_first() -> None:
    found = conjuncts_as_siblings(TREE)
    assert found.heads == (5, 2, 5, 5, 5, ROOT)
    chained = replace(TREE, heads=(5, 2, 0, 2, 2, ROOT))
    assert conjuncts_as_siblings(chained).heads == found.heads


def test_conjoined_roots_are_roots() -> None:
    tree = DependencyTree(("go", "and", "see"), (ROOT, 2, 0), labels=("root", "cc", "conj:and"))
    assert conjuncts_as_siblings(tree).heads == (ROOT, ROOT, ROOT)


def test_a_conjunct_may_move_alone() -> None:
    """`dogs` before `sleep` before `cats`: the subtree of `cats` is left, unless conjuncts are siblings."""
    tree = DependencyTree(("cats", "dogs", "sleep"), (2, 0, ROOT), labels=("nsubj", "conj", "root"))
    order = [(1,), (2,), (0,)]
    assert not is_cohesive(tree, order) and is_cohesive(conjuncts_as_siblings(tree), order)


def test_trees_need_labels() -> None:
    with pytest.raises(ConfigError, match="no labels"):
        conjuncts_as_siblings(DependencyTree(("a", "b"), (1, ROOT)))
    assert len(conjuncts_as_siblings(DependencyTree((), ()))) == 0


@pytest.mark.parametrize("siblings", [False, True])
def test_the_search_looks_at_them(siblings: bool) -> None:
    """The language model wants X Z Y; x y stay together, unless y and its conjunct x are siblings."""
    from dragoman.search import Input

    model = make_world_model()
    assert isinstance(model.options, SearchOptions)
    model.options = replace(model.options, conjuncts_as_siblings=siblings)
    tree = DependencyTree(
        ("x", "y", "z"), (1, 2, ROOT), labels=("conj", "obj", "root"), tags=("A", "B", "C")
    )
    found = model.translate(Input(["x", "y", "z"], tree=tree)).text
    assert found == ("X Z Y" if siblings else "X Y Z")
    assert ChartOptions(conjuncts_as_siblings=siblings).tree_of(tree).heads[0] == (
        2 if siblings else 1
    )

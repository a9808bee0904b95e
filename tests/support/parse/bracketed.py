"""Random bracketed trees for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from dragoman.corpus.constituency import ConstituencyTree

LABELS = st.sampled_from(["S", "NP", "VP", "X"])
TAGS = st.sampled_from(["DT", "NN", "VB", "."])
WORDS = st.sampled_from(["a", "b", "cat", "."])


def _node(children: st.SearchStrategy[ConstituencyTree]) -> st.SearchStrategy[ConstituencyTree]:
    several = st.lists(children, min_size=1, max_size=4).map(tuple)
    return st.builds(ConstituencyTree, LABELS, several)


LEAVES = st.builds(lambda tag, word: ConstituencyTree(tag, (), word), TAGS, WORDS)
TREES = _node(st.recursive(LEAVES, _node, max_leaves=12))
"""Trees whose top is a constituent."""

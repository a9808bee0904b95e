from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.corpus.conllu import read_conllu
from dragoman.corpus.dependency import DependencyTree, MultiwordToken
from dragoman.corpus.projection import project
from dragoman.corpus.tokenizer import Tokenizer

letters = st.text("abcé1'-", min_size=1, max_size=4)


@st.composite
def trees(draw: st.DrawFn) -> DependencyTree:
    size = draw(st.integers(0, 7))
    order = draw(st.permutations(range(size)))
    heads = [-1] * size
    for rank, word in enumerate(order):
        heads[word] = draw(st.sampled_from([-1, *order[:rank]]))
    words = tuple(draw(st.lists(letters, min_size=size, max_size=size)))
    return DependencyTree(words, tuple(heads), tags=tuple(f"T{i}" for i in range(size)))


@given(trees())
def test_the_same_tokens_keep_the_tree(tree: DependencyTree) -> None:
    assert project(tree, tree.words) is tree


@given(trees(), st.data())
def test_any_other_division_gives_a_tree(tree: DependencyTree, data: st.DataObject) -> None:
    text = "".join(tree.words)
    cuts = sorted(data.draw(st.sets(st.integers(1, max(1, len(text) - 1)))))
    tokens = [t for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True) if (t := text[a:b])]
    result = project(tree, tokens)
    assert result.words == tuple(tokens)
    assert len(result.roots) >= (1 if tokens else 0)
    assert set(result.tags) <= set(tree.tags)


@given(trees(), st.lists(letters, max_size=6))
def test_even_another_sentence_gives_a_tree(tree: DependencyTree, tokens: list[str]) -> None:
    result = project(tree, tokens)
    assert result.words == tuple(tokens)
    assert len(result.roots) >= (1 if tokens else 0)


@given(trees(), st.data())
def test_split_words_keep_the_heads_of_the_rest(tree: DependencyTree, data: st.DataObject) -> None:
    """With a mark that is no letter cut off each word, the words stand to each other as before."""
    flags = [data.draw(st.booleans()) for _ in tree.words]
    forms = [f"{w}a" for w in tree.words]
    glued = tuple(f + ("'" if flag else "") for f, flag in zip(forms, flags, strict=True))
    tokens, home = [], []
    for form, flag in zip(forms, flags, strict=True):
        home.append(len(tokens))
        tokens += [form, "'"] if flag else [form]
    result = project(DependencyTree(glued, tree.heads), tokens)
    for word, head in enumerate(tree.heads):
        assert result.heads[home[word]] == (-1 if head == -1 else home[head])
        if flags[word]:
            assert result.heads[home[word] + 1] == home[word]


def test_merged_words_take_the_highest_place() -> None:
    tree = DependencyTree(
        ("viens", "de", "le", "parc"),
        (-1, 3, 3, 0),
        labels=("root", "case", "det", "obl"),
        multiwords=(MultiwordToken(1, 2, "du"),),
    )
    result = project(tree, ("viens", "du", "parc"))
    assert result.heads == (-1, 2, 0)
    assert result.labels == ("root", "case", "obl")


def test_clitics_quotes_and_case() -> None:
    tree = DependencyTree(("I", "don’t", "know", "“", "it", "”"), (2, 2, -1, 4, 2, 4))
    result = project(tree, ("i", "do", "n't", "know", '"', "it", '"'))
    assert result.heads == (3, 3, 1, -1, 5, 3, 5)


def test_lost_and_added_text() -> None:
    tree = DependencyTree(("a", "b", "c"), (1, 2, -1))
    assert project(tree, ("a", "c")).heads == (1, -1)
    assert project(tree, ("a", "b", "XY", "c")).heads == (1, 3, 1, -1)
    assert project(DependencyTree((), ()), ("a", "b")).heads == (-1, 0)


@pytest.mark.parametrize("code", ["fr", "en", "de"])
def test_real_sentences(shared_data: Path, code: str) -> None:
    tokenizer = Tokenizer(code)
    for tree in read_conllu(shared_data / f"treebanks/{code}_pud-ud-test.conllu.xz"):
        tokens = tokenizer.tokens(tree.comment("text"))
        result = project(tree, tokens)
        assert result.words == tuple(tokens)
        assert len(result.roots) == 1

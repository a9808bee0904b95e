from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.common.errors import FormatError
from dragoman.corpus.constituency import (
    ConstituencyTree,
    parse_tree,
    parse_trees,
    plain,
    read_tree_lines,
    read_trees,
    write_trees,
)

symbols = st.text("abcXYZ-=$.,*(", min_size=1, max_size=4)
labels = st.text("abcXYZ-=$.,*", min_size=1, max_size=4)
leaves = st.builds(lambda label, word: ConstituencyTree(label, (), word), labels, symbols)
trees = st.recursive(
    leaves,
    lambda inner: st.builds(
        lambda label, kids: ConstituencyTree(label, tuple(kids)),
        labels,
        st.lists(inner, min_size=1, max_size=3),
    ),
    max_leaves=8,
)


@given(st.lists(trees, max_size=3), st.sampled_from([" ", "\n", "\n\n  "]))
def test_reads_what_it_writes_in_any_layout(forest: list[ConstituencyTree], gap: str) -> None:
    text = gap.join(str(tree).replace(" ", gap) for tree in forest)
    simple = [t for t in forest if not any("(" in w and w != "(" for w in t.words())]
    if len(simple) == len(forest):
        assert list(parse_trees(text.split("\n"))) == forest


def test_treebank_brackets_and_escapes() -> None:
    tree = parse_tree("( (S (NP-SBJ-1 (-LRB- -LRB-) (NN cat)) (VP (-NONE- *-1) (VBZ is))) )")
    assert tree.label == "S"
    assert tree.words() == ("(", "cat", "*-1", "is")
    stripped = tree.strip()
    assert stripped is not None
    assert str(stripped) == "(S (NP (-LRB- -LRB-) (NN cat)) (VP (VBZ is)))"


def test_only_traces_leave_nothing() -> None:
    assert parse_tree("(S (NP (-NONE- *)))").strip() is None


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("NP-SBJ=2", "NP"),
        ("-LRB-", "-LRB-"),
        ("-NONE-", "-NONE-"),
        (",", ","),
        ("ADVP|PRT", "ADVP"),
    ],
)
def test_function_tags(label: str, expected: str) -> None:
    assert plain(label) == expected


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("(S (A a))\n(S\n (A a)", 2, "not closed"),
        ("(A a))", 1, "expected '(', found ')'"),
        ("\nx", 2, "expected '(', found 'x'"),
        ("(S ())", 1, "empty brackets"),
        ("(S (A a b))", 1, "expected ')' after the word 'a', found 'b'"),
        ("(S (A a) b)", 1, "beside other nodes"),
        ("(S (A a) ((B b)))", 1, "has no label"),
        ("(" * 3000, 1, "deeper than"),
    ],
)
def test_errors_name_file_and_line(tmp_path: Path, text: str, line: int, message: str) -> None:
    file = tmp_path / "bad.trees"
    file.write_text(text)
    with pytest.raises(FormatError) as caught:
        list(read_trees(file))
    assert str(caught.value).startswith(f"{file}:{line}: ")
    assert message in str(caught.value)


def test_lines_in_step(tmp_path: Path) -> None:
    file = tmp_path / "f.trees"
    trees = [parse_tree("(S (A a))"), None, parse_tree("(B b)")]
    write_trees(file, trees)
    assert list(read_tree_lines(file)) == trees
    file.write_text("(A a) (B b)\n")
    with pytest.raises(FormatError, match="expected one tree on the line, found 2"):
        list(read_tree_lines(file))


@given(st.binary() | st.text("()ab -\n").map(str.encode))
def test_any_bytes_give_trees_or_one_error(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    file = tmp_path_factory.mktemp("bytes") / "f"
    file.write_bytes(data)
    try:
        result = list(read_trees(file))
    except FormatError as error:
        assert str(file) in str(error)
    else:
        assert list(parse_trees(map(str, result))) == result


def test_real_treebank(shared_data: Path) -> None:
    forest = list(read_trees(shared_data / "treebanks/ptb-sample.trees.xz"))
    assert len(forest) == 3914
    for tree in forest[:500]:
        stripped = tree.strip()
        assert stripped is not None
        assert "-NONE-" not in stripped.tags()
        assert parse_tree(str(tree)) == tree

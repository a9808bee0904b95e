from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.common.errors import FormatError
from dragoman.corpus.conllu import format_conllu, parse_conllu, read_conllu, write_conllu
from dragoman.corpus.dependency import DependencyTree, MultiwordToken, find_problem

TEXT = """# newdoc id = first one
# sent_id = a1
1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_
1\tde\tde\tADP\tIN\t_\t3\tcase\t_\t_
2\tle\tle\tDET\tDT\tDefinite=Def\t3\tdet\t_\t_
2.1\tnothing\t_\t_\t_\t_\t_\t_\t3:x\t_
3\tchat\tchat\tNOUN\tNN\t_\t0\troot\t_\t_

# sent_id = a2
1\tMiaou\tmiaou\tINTJ\tUH\t_\t0\troot\t_\t_

# newdoc
# sent_id = b1
1\tFin\tfin\tNOUN\tNN\t_\t0\troot\t_\t_
"""

words = st.text(st.characters(blacklist_categories=("Z", "C")), min_size=1, max_size=6)


@st.composite
def trees(draw: st.DrawFn) -> DependencyTree:
    """Random forests: every word hangs on one that comes before it in a random order."""
    size = draw(st.integers(0, 8))
    order = draw(st.permutations(range(size)))
    heads = [-1] * size
    for rank, word in enumerate(order):
        heads[word] = draw(st.sampled_from([-1, *order[:rank]]))
    columns = draw(st.lists(words, min_size=size, max_size=size))
    return DependencyTree(
        tuple(columns), tuple(heads), labels=tuple(f"l{i}" for i in range(size)), document="d"
    )


def test_reads_documents_multiword_tokens_and_empty_nodes() -> None:
    first, second, third = parse_conllu(TEXT.split("\n"))
    assert first.words == ("de", "le", "chat")
    assert first.heads == (2, 2, -1)
    assert first.multiwords == (MultiwordToken(0, 1, "du"),)
    assert first.tags == ("ADP", "DET", "NOUN")
    assert first.xpos == ("IN", "DT", "NN")
    assert first.sentence_id == "a1"
    assert [t.document for t in (first, second, third)] == ["first one", "first one", "document-2"]


@given(st.lists(trees(), max_size=4))
def test_writes_what_it_reads(tmp_path_factory: pytest.TempPathFactory, forest: list) -> None:
    file = tmp_path_factory.mktemp("conllu") / "f.conllu"
    write_conllu(file, forest)
    again = list(read_conllu(file))
    for mine, read in zip(forest, again, strict=True):
        assert (read.words, read.heads, read.labels) == (mine.words, mine.heads, mine.labels)
        assert read.document == "d"
    assert "".join(map(format_conllu, again)) == "".join(
        format_conllu(t) for t in parse_conllu(file.read_text().split("\n"))
    )


@given(st.lists(st.integers(-2, 5), max_size=5))
def test_heads_are_sound_exactly_when_every_climb_ends(heads: list[int]) -> None:
    def ends(word: int) -> bool:
        for _ in range(len(heads) + 1):
            if word == -1:
                return True
            if not 0 <= word < len(heads):
                return False
            word = heads[word]
        return False

    assert (find_problem(heads) is None) == all(ends(i) for i in range(len(heads)))


@given(trees())
def test_projective_means_contiguous_subtrees(tree: DependencyTree) -> None:
    rooted = DependencyTree(
        (*tree.words, "root"), (*(len(tree) if h == -1 else h for h in tree.heads), -1)
    )
    contiguous = all(
        span[-1] - span[0] + 1 == len(span) for span in map(rooted.subtree, range(len(rooted)))
    )
    assert tree.is_projective() == contiguous


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1\ta\t_\t_\t_\t_\t2\t_\t_", "expected 10 columns"),
        ("2\ta\t_\t_\t_\t_\t0\t_\t_\t_", "expected word 1, found '2'"),
        ("1\ta\t_\tX\t_\t_\t_\t_\t_\t_", "word 1 has no head"),
        ("1\ta\t_\t_\t_\t_\tx\t_\t_\t_", "expected a number as the head of word 1, found 'x'"),
        ("1\ta\t_\t_\t_\t_\t1\t_\t_\t_", "word 1 is its own head"),
        ("1\ta\t_\t_\t_\t_\t7\t_\t_\t_", "the head 7 of word 1 lies outside the 1 words"),
        ("1-3\ta\t_\t_\t_\t_\t_\t_\t_\t_", "ends after the last word"),
    ],
)
def test_errors_name_file_line_and_sentence(tmp_path: Path, line: str, message: str) -> None:
    file = tmp_path / "bad.conllu"
    file.write_text(f"1\tok\t_\t_\t_\t_\t0\t_\t_\t_\n\n{line}\n")
    with pytest.raises(FormatError) as caught:
        list(read_conllu(file))
    assert str(caught.value).startswith(f"{file}:3: sentence 2: ")
    assert message in str(caught.value)


def test_a_cycle_is_named() -> None:
    with pytest.raises(FormatError, match="the heads of words 2, 3 form a cycle"):
        DependencyTree(("a", "b", "c"), (1, 2, 1))


@given(st.binary() | st.text(st.sampled_from("1-2.\t\n#_ab0")).map(str.encode))
def test_any_bytes_give_trees_or_one_error(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    file = tmp_path_factory.mktemp("bytes") / "f"
    file.write_bytes(data)
    try:
        result = list(read_conllu(file))
    except FormatError as error:
        assert str(file) in str(error)
    else:
        assert all(isinstance(tree, DependencyTree) for tree in result)


def test_real_treebanks(shared_data: Path) -> None:
    forest = list(read_conllu(shared_data / "treebanks/en_ewt-ud-dev.conllu.xz"))
    assert len(forest) == 2001
    assert len({tree.document for tree in forest}) > 100
    assert any(not tree.is_projective() for tree in forest)
    french = list(read_conllu(shared_data / "treebanks/fr_pud-ud-test.conllu.xz"))
    assert sum(len(tree.multiwords) for tree in french) > 300


def test_a_space_inside_a_word_does_not_part_it() -> None:
    (tree,) = parse_conllu(["1\t1 000\t_\t_\t_\t_\t0\t_\t_\t_"])
    assert tree.words == ("1\u00a0000",)

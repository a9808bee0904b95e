from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.common.errors import FormatError
from dragoman.corpus.annotation import Annotation, annotate
from dragoman.corpus.conllu import write_conllu
from dragoman.corpus.constituency import parse_tree, write_trees
from dragoman.corpus.dependency import DependencyTree
from dragoman.corpus.document import Sentence
from dragoman.corpus.pharaoh import Alignment, write_pharaoh
from dragoman.corpus.projection import project

TEXT = [Sentence("a b", ("x",)), Sentence("", ("",)), Sentence("c", ("y z",))]
TREES = [
    DependencyTree(("a", "b"), (1, -1), document="d1"),
    DependencyTree((), (), document="d1"),
    DependencyTree(("c",), (-1,), document="d2"),
]
BRACKETS = [parse_tree("(S (X x))"), None, parse_tree("(S (Y y) (Z z))")]
LINKS = [Alignment.of([(1, 0)]), Alignment.of([]), Alignment.of([(0, 1)])]


@pytest.fixture
def files(tmp_path: Path) -> Annotation:
    write_conllu(tmp_path / "t.conllu", TREES)
    write_trees(tmp_path / "t.trees", BRACKETS)
    write_pharaoh(tmp_path / "t.align", LINKS)
    return Annotation(tmp_path / "t.conllu", tmp_path / "t.trees", tmp_path / "t.align")


def test_everything_comes_together(files: Annotation) -> None:
    result = list(annotate(TEXT, files))
    assert [s.source_tree.heads for s in result if s.source_tree is not None] == [
        (1, -1),
        (),
        (-1,),
    ]
    assert [s.target_tree for s in result] == BRACKETS
    assert [s.alignment for s in result] == LINKS
    assert [s.document for s in result] == ["d1", "d1", "d2"]


def test_unequal_length_is_one_clear_error(files: Annotation) -> None:
    with pytest.raises(FormatError, match=r"t.conllu: goes on after the 2 sentences"):
        list(annotate(TEXT[:2], files))
    with pytest.raises(FormatError, match=r"t.conllu: ends before sentence 4"):
        list(annotate([*TEXT, TEXT[0]], files))


def test_other_words(files: Annotation) -> None:
    with pytest.raises(FormatError, match=r"t.conllu: sentence 1: the tree has other words"):
        list(annotate([Sentence("ab", ("x",)), *TEXT[1:]], files))
    first = next(annotate([Sentence("ab", ("x",))], Annotation(files.source_trees), project))
    assert first.source_tree is not None
    assert first.source_tree.heads == (-1,)
    with pytest.raises(FormatError, match=r"t.align:3: the link 0-1 lies outside"):
        shorter = [*TEXT[:2], Sentence("c", ("y",))]
        list(annotate(shorter, Annotation(alignments=files.alignments)))

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman._core import Vocabulary
from dragoman.common.errors import FormatError, ModelError
from dragoman.corpus import integers
from dragoman.corpus.integers import UNKNOWN, IntegerCorpus

lines = st.lists(st.lists(st.sampled_from("abcdef"), max_size=5).map(" ".join), max_size=9)


@given(lines)
def test_what_goes_in_comes_out(tmp_path_factory: pytest.TempPathFactory, text: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(integers, "BATCH", 2)
        corpus = IntegerCorpus.build(tmp_path_factory.mktemp("ints") / "c", text)
    assert [corpus.text(i) for i in range(len(corpus))] == text
    memory = IntegerCorpus.encode(text)
    assert np.array_equal(memory.ids, corpus.ids)
    assert np.array_equal(memory.offsets, corpus.offsets)
    assert (corpus.ids.dtype, corpus.offsets.dtype) == (np.uint32, np.uint64)


def test_a_file_with_the_vocabulary_of_another(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x y\n")
    (tmp_path / "b").write_text("y z\n\n")
    first = IntegerCorpus.build(tmp_path / "a.int", tmp_path / "a")
    second = IntegerCorpus.build(tmp_path / "b.int", tmp_path / "b", first.vocabulary)
    assert second.line(0).tolist() == [1, UNKNOWN]
    assert second.text(0) == "y <unk>"
    assert len(second) == 2
    grown = IntegerCorpus.encode(["x q"], Vocabulary())
    assert grown.line(0).tolist() == [0, 1]


def test_nothing_remains_of_a_failure(tmp_path: Path) -> None:
    (tmp_path / "bad").write_bytes(b"fine\n\xff\n")
    with pytest.raises(FormatError, match=r"bad:2: expected UTF-8"):
        IntegerCorpus.build(tmp_path / "out", tmp_path / "bad")
    assert [p.name for p in tmp_path.iterdir()] == ["bad"]


def test_a_corpus_that_lies_is_refused(tmp_path: Path) -> None:
    from dragoman.io.artifact import ArtifactWriter

    sound = IntegerCorpus.encode(["a b", "c"])
    for ids, offsets in [([0, 1, 7], [0, 2, 3]), ([0, 1, 2], [0, 3, 2]), ([0, 1, 2], [0, 2, 9])]:
        with ArtifactWriter(tmp_path / "c", integers.KIND) as out:
            out.array("ids", np.array(ids, np.uint32))
            out.array("offsets", np.array(offsets, np.uint64))
            for name, values in zip(
                ("vocabulary.bytes", "vocabulary.offsets", "vocabulary.slots"),
                sound.vocabulary.arrays(),
                strict=True,
            ):
                out.array(name, values)
        with pytest.raises(ModelError):
            IntegerCorpus.open(tmp_path / "c")

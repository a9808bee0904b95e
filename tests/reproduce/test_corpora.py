"""Parts of texts: lines, lengths, documents, compressed files, tags; and what is said of files that are wrong."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from dragoman.common.errors import ConfigError
from dragoman.corpus.conllu import read_conllu
from dragoman.reproduce.corpora import FORCED, Limits, Text, missing_file, prepare
from dragoman.reproduce.paper import Corpus, Part

DOCS = "AAABBBCC"
LINES = [f"{'w ' * n}{n}" for n in range(8)]
"""Line n has n + 1 words."""


def texts(root: Path) -> None:
    """A source that is compressed, a target, documents and tags."""
    (root / "t").mkdir()
    with gzip.open(root / "t" / "a.src.gz", "wt", encoding="utf-8") as out:
        out.writelines(f"{line}\n" for line in LINES)
    for name, lines in {
        "a.trg": [str(n) for n in range(8)],
        "a.docs": list(DOCS),
        "a.pos": [" ".join(f"{word}|X" for word in line.split()) for line in LINES],
    }.items():
        (root / "t" / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def corpus(**test: int) -> Corpus:
    part = Part("t/a.src", "t/a.trg", docs="t/a.docs")
    own = Part("t/a.src", "t/a.trg", name="test", docs="t/a.docs", tags="t/a.pos", **test)
    return Corpus("tiny", "a few lines", train=part, dev=part, tests=(own,))


def cut(root: Path, most: int = 0, **test: int) -> Text:
    return prepare(corpus(**test), root, root / "out", Limits(3, 2, most), forced=True)


@pytest.mark.parametrize(
    ("asked", "most", "kept"),
    [
        ({}, 0, range(8)),
        ({"first": 3, "last": 6}, 0, range(2, 6)),
        ({"longest": 4}, 0, range(4)),
        ({"per_document": 1}, 0, [0, 3, 6]),
        ({"per_document": 2, "first": 2}, 3, [1, 2, 3]),
    ],
)
def test_lines_of_a_part(asked: dict[str, int], most: int, kept: list[int], tmp_path: Path) -> None:
    texts(tmp_path)
    test = cut(tmp_path, most, **asked).tests["test"]
    wanted = {"source": [LINES[n] for n in kept], "docs": [DOCS[n] for n in kept]}
    wanted["target"] = [str(n) for n in kept]
    for name, lines in wanted.items():
        assert Path(str(getattr(test, name))).read_text("utf-8").splitlines() == lines
    trees = list(read_conllu(str(test.conllu)))
    assert [" ".join(tree.words) for tree in trees] == wanted["source"]
    assert all(tag == "X" for tree in trees for tag in tree.xpos)


def test_parts_are_cut_once_and_again_when_a_file_changes(tmp_path: Path) -> None:
    texts(tmp_path)
    first = cut(tmp_path)
    made = Path(first.dev.source).stat().st_mtime_ns
    assert cut(tmp_path).dev == first.dev and Path(first.dev.source).stat().st_mtime_ns == made
    (tmp_path / "t" / "a.trg").write_text("other\n" * 8, encoding="utf-8")
    again = cut(tmp_path)
    assert again.directory != first.directory
    assert Path(str(again.dev.target)).read_text("utf-8") == "other\n" * 2


def test_training_text_with_the_test_set(tmp_path: Path) -> None:
    texts(tmp_path)
    both = cut(tmp_path, first=7).training[FORCED]
    assert Path(both.source).read_text("utf-8").splitlines() == LINES[:3] + LINES[6:]
    assert Path(str(both.docs)).read_text("utf-8").split() == [*"AAACC"]


def test_wrong_files(tmp_path: Path) -> None:
    texts(tmp_path)
    (tmp_path / "t" / "a.pos").write_text("w|X\n", encoding="utf-8")
    with pytest.raises(
        ConfigError, match=r"part test must be equally long: .*a\.src\.gz has a line 8"
    ):
        cut(tmp_path)
    with pytest.raises(ConfigError, match=r"none of its lines .* asks for"):
        cut(tmp_path, first=20)
    assert not list((tmp_path / "out" / "data").glob("*"))
    assert missing_file(corpus(), tmp_path) is None
    (tmp_path / "t" / "a.docs").unlink()
    assert missing_file(corpus(), tmp_path) == tmp_path / "t" / "a.docs"

"""Word translations that are known before training."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.align import Aligner, AlignOptions
from dragoman.align.priors import read_dictionary, translations_of
from dragoman.cli.main import main
from dragoman.common.errors import ConfigError, FormatError
from dragoman.corpus.integers import IntegerCorpus

SOURCE = ["rot haus", "haus rot", "blau buch", "buch blau"]
TARGET = ["red house", "house red", "blue book", "book blue"]
"""Two words that always occur together: without priors nothing says which of the other two they are."""
CROSSED = {("rot", "house"): 5.0, ("haus", "red"): 5.0, ("neu", "new"): 2.0}


def test_a_dictionary_decides_what_the_text_leaves_open(tmp_path: Path) -> None:
    plain = Aligner.train(SOURCE, TARGET).lexical_tables()
    assert plain.forward("rot", "red") > 0.9
    aligner = Aligner.train(SOURCE, TARGET, priors=CROSSED)
    tables = aligner.lexical_tables()
    assert tables.forward("rot", "house") > 0.7 and tables.reverse("haus", "red") > 0.7
    assert tables.forward("neu", "new") > 0.9  # which the text has not
    aligner.save(tmp_path / "aligner")
    loaded = Aligner.open(tmp_path / "aligner")
    assert loaded.align(["x neu y"], ["new a b"]).pair(0) == aligner.align(
        ["x neu y"], ["new a b"]
    ).pair(0)
    assert (1, 0) in loaded.align(["x neu y"], ["new a b"]).pair(0)


def test_the_weight_of_priors() -> None:
    none = Aligner.train(
        SOURCE, TARGET, AlignOptions(priors_weight=0), priors=CROSSED
    ).lexical_tables()
    plain = Aligner.train(SOURCE, TARGET).lexical_tables()
    assert none.forward("rot", "red") == plain.forward("rot", "red")
    with pytest.raises(ConfigError, match="rot red: expected a count from 0"):
        Aligner.train(SOURCE, TARGET, priors={("rot", "red"): -1.0})


def test_memory_mapped_texts_grow_by_the_words_of_a_dictionary(tmp_path: Path) -> None:
    texts = [
        IntegerCorpus.build(tmp_path / name, lines)
        for name, lines in (("s", SOURCE), ("t", TARGET))
    ]
    found = Aligner.train(*texts, priors=CROSSED)
    assert found.lexical_tables().forward("neu", "new") > 0.9
    assert found.align().text() == Aligner.train(SOURCE, TARGET, priors=CROSSED).align().text()


def test_another_aligner_as_prior(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Aligner.train(SOURCE, TARGET, priors=CROSSED).save(tmp_path / "first")
    known = translations_of(Aligner.open(tmp_path / "first").lexical_tables())
    assert known["rot", "house"] > 0.7 and ("neu", "new") in known
    for name, lines in (("s", SOURCE), ("t", TARGET)):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
    (tmp_path / "dictionary").write_text("rot\thouse\t5\nhaus\tred\t5\nguten tag\thello\n")
    texts = ["--source", str(tmp_path / "s"), "--target", str(tmp_path / "t"), "--no-links"]
    for priors in ("first", "dictionary"):
        saved = ["--priors-weight", "9", "--save", str(tmp_path / "saved")]
        assert main(["align", "train", *texts, "--priors", str(tmp_path / priors), *saved]) == 0
        assert Aligner.open(tmp_path / "saved").lexical_tables().forward("rot", "house") > 0.7


def test_a_dictionary_file(tmp_path: Path) -> None:
    path = tmp_path / "words"
    path.write_text("a\tb\n\na\tb\t2.5\nc d\te\nf\tg\t0\n")
    assert read_dictionary(path) == ({("a", "b"): 3.5, ("f", "g"): 0.0}, 1)
    for wrong in (
        "a b",
        "a\t",
        "\tb",
        "a\tb\tx",
        "a\tb\t-1",
        "a\tb\tnan",
        "a\tb\t1\t2",
        "a\tb\t1e7",
    ):
        path.write_text(f"a\tb\n{wrong}\n")
        with pytest.raises(FormatError, match="words:2: expected source TAB target"):
            read_dictionary(path)

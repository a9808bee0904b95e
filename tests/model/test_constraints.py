"""Demands on translations in a file beside the input."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.cli.main import main
from dragoman.common.errors import FormatError
from dragoman.corpus.preparation import TextPreparation
from dragoman.model.requests.constraints import Constraints
from dragoman.search import Input, Zone
from support.model.handful import make_model

WORDS = ["das", "haus", "ist", "klein"]


@pytest.fixture
def read(tmp_path: Path):
    def make(text: str) -> Constraints:
        (tmp_path / "demands").write_text(text, encoding="utf-8")
        return Constraints(tmp_path / "demands", TextPreparation())

    return make


def test_every_kind_of_demand(read) -> None:
    constraints = read(
        "# a comment\n\n"
        "2\t1-2\ttranslation\ta hut||a shed\n"
        "2\t0\tkeep\n"
        "2\t3\toption\ttiny\n"
        "2\t3\twall\n"
        "2\t0\twall\n"
        "4\t0-3\ttranslation\n"
    )
    assert constraints.apply(Input(WORDS), 1) == Input(WORDS, zones=[], walls=[])
    sentence = constraints.apply(Input(WORDS), 2)
    assert sentence.zones == [
        Zone(1, 3, [["a", "hut"], ["a", "shed"]]),
        Zone(0, 1, [["das"]]),
        Zone(3, 4, [["tiny"]], exclusive=False),
    ]
    assert sentence.walls == [3]  # one before the first word would demand nothing
    assert constraints.apply(Input(WORDS), 4).zones == [Zone(0, 4, [[]])]
    constraints.finish(4)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("x\t1\tkeep", "expected the input's line"),
        ("0\t1\tkeep", "expected the input's line"),
        ("1\t-1\tkeep", "expected the input's line"),
        ("1 1 keep", "expected the input's line"),
        ("1\t1", "expected one of translation, option, keep, wall, found ''"),
        ("1\t3-2\tkeep", "found 3-2: the last stands before the first"),
        ("1\t1\tkept", "found 'kept'"),
        ("1\t1\tkeep\tthis", "too much after 'keep'"),
        ("1\t1\ttranslation\ta\tb", "too much after 'translation'"),
        ("1\t1-2\twall", "a wall stands before one word"),
    ],
)
def test_what_is_no_demand(read, line: str, message: str) -> None:
    with pytest.raises(FormatError, match=f"demands:2: .*{message}"):
        read(f"# first\n{line}\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1\t2-4\tkeep", "demands:1: line 1 of the input has 4 words"),
        ("1\t4\twall", "demands:1: line 1 of the input has 4 words"),
        ("1\t0-2\tkeep\n1\t2\toption\tx", "demands:2: the words have a prescribed translation"),
        ("3\t0\tkeep", "demands:1: the input has only 1 lines"),
    ],
)
def test_demands_that_do_not_fit(read, text: str, message: str) -> None:
    constraints = read(text)
    with pytest.raises(FormatError, match=message):
        constraints.apply(Input(WORDS), 1)
        constraints.finish(1)


def test_from_the_command_line(tmp_path: Path, monkeypatch, capfdbinary) -> None:
    monkeypatch.chdir(tmp_path)
    make_model().save("model")
    Path("in").write_text("das haus ist klein\n" * 3 + "das <keep>haus</keep>\n")
    Path("demands").write_text("1\t1\ttranslation\thut\n3\t0-1\tkeep\n3\t2\twall\n4\t0\tkeep\n")
    Path("terms").write_text("haus\tshed\n")
    command = ["translate", "model", "--input", "in", "--constraints", "demands"]
    assert main([*command, "--markup", "--terms", "terms"]) == 0
    assert capfdbinary.readouterr().out.decode().splitlines() == [
        "the hut is small",
        "the shed is small",
        "das haus is small",
        "das haus",
    ]
    Path("demands").write_text("9\t1\tkeep\n")
    assert main([*command, "--output", "out"]) == 1
    assert b"demands:1: the input has only 4 lines" in capfdbinary.readouterr().err
    assert not Path("out").exists()


def test_translations_are_prepared_as_the_models_text(tmp_path: Path) -> None:
    (tmp_path / "demands").write_text("1\t0\ttranslation\tThe House,||Hut\n")
    text = TextPreparation(tokenize=True, lowercase=True, target_language="en")
    sentence = Constraints(tmp_path / "demands", text).apply(Input(WORDS), 1)
    assert list(sentence.zones) == [Zone(0, 1, [["the", "house", ","], ["hut"]])]

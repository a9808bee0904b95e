"""The model of the sample world that ``dragoman serve`` makes if none is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dragoman.cli.main import main
from dragoman.experiment import demo
from dragoman.io.files import read_lines
from dragoman.model import Model
from dragoman.parse.parsers import open_parser


def test_it_translates_and_learns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "PAIRS", 300)
    made = demo.make_demo(tmp_path)
    model = Model.open(made.models[0])
    assert [path.stem for path in made.models] == ["sample", "in-order"]
    examples = [line.split("\t") for line in read_lines(made.examples)]
    *examples, (text, told) = examples
    assert len(examples) in (len(demo.SHOWN), len(demo.SHOWN) + 1)
    assert told == demo.TEXT and len(list(model.translate_document(text.encode(), "text"))) == 4
    sides = [demo.natural(tmp_path / "world" / f"test.{code}", code) for code in ("de", "en")]
    for text, told in examples:
        assert told.endswith(f"; right is: {sides[1][sides[0].index(text)]}")
    _its_first_example_has_one_wrong_word(model, sides[0])
    assert len(open_parser(made.parser).parse([examples[0][0].split()])) == 1
    line = next(iter(read_lines(tmp_path / "world" / "test.de")))
    assert str(model.translate(line))
    assert str(model.translate("Der Mann sah das Haus.")) == "The man saw the house."
    assert model.learns_alone
    assert model.add([("zorbl", "wibble")]).added == 1
    assert str(model.translate("zorbl")) == "Wibble"


def _its_first_example_has_one_wrong_word(model: Model, sources: list[str]) -> None:
    """Of references with one other word, the one is found whose phrase came from one pair alone."""
    seen = set()
    for number, translation in enumerate(model.translate(sources[:20])):
        for phrase in model.evidence(translation, examples=1).phrases:
            word = phrase.target.split()[0] if phrase.target else ""
            text = str(translation)
            if text.lower().split().count(word.lower()) != 1:
                continue
            pattern = rf"(?i)(?<!\S){re.escape(word)}(?!\S)"
            right = [*sources[:number], re.sub(pattern, "otherwise", text)]
            found = list(demo._taught_once(model, {number: translation}, right))
            assert found == [number] * (phrase.supporting == 1)
            seen.add(phrase.supporting == 1)
    assert seen == {True, False}
    assert demo._wrong_word("A b c.", "a b C.") == "" == demo._wrong_word("a b c", "a b")
    assert demo._wrong_word("a b c", "x y c") == "" and demo._wrong_word("A b c", "A x c") == "b"


def test_a_small_quick_start_translates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["quickstart", "--small", "--directory", str(tmp_path), "--pairs", "300"]
    assert main(words) == 0
    told = capsys.readouterr().out
    shown = [line.split(maxsplit=1)[1] for line in told.splitlines() if line.startswith("Dragoman")]
    model = Model.open(tmp_path / "small.model")
    source = demo.natural(tmp_path / "world" / "test.de", "de")
    assert len(shown) == 5 and set(shown) <= {str(one) for one in model.translate(source)}
    assert main(words) == 0
    assert capsys.readouterr().out == told


def test_a_small_quick_start_replaces_nothing_of_the_users(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "small.toml").write_text("mine")
    assert main(["quickstart", "--small", "--directory", str(tmp_path)]) == 1
    assert "name another --directory" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["small.toml"]

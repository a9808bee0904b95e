"""What ``dragoman translate`` prints: data, explanations, other weights, and what excludes what."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from dragoman.cli.main import main
from support.model.handful import make_model

FAILING = """
from dragoman.search import SearchFeature

class Broken(SearchFeature):
    name = "broken"

    def extend(self, sentence, states, steps):
        return [1 / 0 for step in steps], states
"""


@pytest.fixture
def text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    make_model().save("model")
    Path("text").write_text("das haus ist klein\nein zwerg ist klein\n", encoding="utf-8")
    return tmp_path / "text"


def translate(*options: str) -> int:
    return main(["translate", "model", "--input", "text", *options])


def test_json_is_an_object_a_line(text: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert translate("--json", "--nbest", "3") == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["line"], first["text"]) == (1, "the house is small")
    assert first["alignment"] == [[0, 0], [1, 1], [2, 2], [3, 3]]
    assert first["features"]["lm"] < 0
    assert [step["kind"] for step in second["steps"]].count("unknown") == 2
    assert first["nbest"][0]["text"] == first["text"] and len(first["nbest"]) == 3
    assert first["nbest"][0]["score"] == pytest.approx(first["score"])


def test_json_without_nbest(text: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert translate("--json") == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["nbest"] == []


@pytest.mark.parametrize("options", [("--explain",), ("--explain", "text")])
def test_explain_as_text(
    options: tuple[str, ...], text: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert translate(*options) == 0
    out = capsys.readouterr().out
    assert "target  the house is small" in out and "zwerg [unknown word]" in out


def test_explain_as_a_page(text: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert translate("--explain", "html") == 0
    out = capsys.readouterr().out
    assert out.startswith("<!doctype html>") and out.endswith("</html>\n")
    assert out.count("<section ") == 2 and out.count("data-link=") == 8
    assert 'title="unknown word"' in out


def test_explain_as_one_picture(text: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert translate("--explain", "svg") == 0
    whole = ElementTree.fromstring(capsys.readouterr().out)
    inner = [child for child in whole if child.tag.endswith("svg")]
    heights = [float(one.attrib["height"]) for one in inner]
    assert len(inner) == 2 and float(whole.attrib["height"]) == sum(heights)
    assert float(inner[1].attrib["y"]) == heights[0]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--json --explain", "--json and --explain exclude each other"),
        ("--json --alignments", "exclude each other: an object has its alignment"),
        ("--explain --nbest 2", "--explain and --nbest exclude each other"),
        ("--segments --alignments", "--segments and --alignments exclude each other"),
        ("--repeats", "--repeats needs --nbest"),
        ("--kbest-filter 3", "--kbest-filter needs --conllu"),
        ("--weights lmm=1", "there is no feature 'lmm'; did you mean 'lm'?"),
        ("--weights lm=much", "expected a file or name=value such as lm=0.5, found 'lm=much'"),
        ("--weights none.toml", "none.toml: there is no such file"),
    ],
)
def test_what_does_not_go_together(
    options: str, told: str, text: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert translate(*options.split()) == 1
    said = capsys.readouterr()
    assert told in said.err and said.err.count("\n") == 1 and not said.out


@pytest.mark.parametrize(
    "given",
    [
        ["--weights", "lm=0.25", "word_penalty=-1"],
        ["--weights", "lm=0.25,word_penalty=-1"],
        ["--weights", "lm=0.25", "--weights", "word_penalty=-1"],
        ["--weights", "w.toml"],
    ],
)
def test_weights(given: list[str], text: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("w.toml").write_text("[weights]\nlm = 0.25\nword_penalty = -1\n", encoding="utf-8")
    assert translate("--json", *given) == 0
    data = json.loads(capsys.readouterr().out.splitlines()[0])
    assert (data["weights"]["lm"], data["weights"]["word_penalty"]) == (0.25, -1.0)
    score = sum(data["weights"][name] * value for name, value in data["features"].items())
    assert data["score"] == pytest.approx(score)


def test_weights_of_another_model(text: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = make_model()
    other.weights["lm"] = 0.125
    other.save("other")
    assert translate("--json", "--weights", "other", "distortion=0.5") == 0
    data = json.loads(capsys.readouterr().out.splitlines()[0])
    assert (data["weights"]["lm"], data["weights"]["distortion"]) == (0.125, 0.5)


def test_a_feature_without_a_weight_says_so(text: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("f.py").write_text(FAILING.replace("1 / 0", "0.0"), encoding="utf-8")
    assert translate("--features", "f.py") == 0
    assert "the feature 'broken' has the weight 0" in capsys.readouterr().err
    assert translate("--features", "f.py", "--weights", "broken=1") == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("file", "told"),
    [
        (FAILING, "the feature 'broken' failed at f.py:8: ZeroDivisionError: division by zero"),
        (
            FAILING + "\nundefined\n",
            "the feature file failed at f.py:10: NameError: name 'undefined' is not defined",
        ),
        ("class Broken:\n  def\n", "failed at f.py:2: "),
        (
            FAILING + "    def __init__(self, x): pass\n",
            "making the feature Broken failed at f.py:9: TypeError: ",
        ),
        (FAILING.replace("1 / 0", "open('zz')"), "failed at f.py:8: FileNotFoundError: "),
    ],
)
def test_a_failing_feature_shows_the_users_line(
    file: str, told: str, text: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("f.py").write_text(file, encoding="utf-8")
    assert translate("--features", "f.py", "--weights", "broken=1") == 1
    said = capsys.readouterr().err
    assert told in said and said.count("\n") == 1


def test_verbose_says_where_the_time_went(text: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert translate() == 0
    plain = capsys.readouterr()
    assert translate("--verbose") == 0
    said = capsys.readouterr()
    assert said.out == plain.out and plain.err == ""
    told = dict(line.split(": ") for line in said.err.splitlines())
    assert list(told) == ["time", "processor time"]
    for parts in told.values():
        names = [part.split()[0] for part in parts.split(", ")]
        assert names == ["opening", "look-up", "search", "the"]


def test_verbose_data_say_what_each_line_took(
    text: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert translate("--json") == 0
    plain = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert translate("--json", "--verbose") == 0
    said = capsys.readouterr()
    lines = [json.loads(line) for line in said.out.splitlines()]
    spent = [line.pop("seconds") for line in lines]
    assert lines == plain and len(lines) == 2
    assert all(list(one) == ["look-up", "search"] for one in spent)
    whole = [float(part.split()[-2]) for part in said.err.splitlines()[0].split(", ")]
    for name, total in zip(("look-up", "search"), whole[1:3], strict=True):
        assert sum(one[name] for one in spent) == pytest.approx(total, abs=0.006)
    assert all(one["search"] > 0 for one in spent)

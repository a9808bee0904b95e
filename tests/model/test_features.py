"""Features of one's own on a model object: the documentation's examples, saving, tuning, the command line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import dragoman
from dragoman.cli.main import main
from dragoman.common.errors import ConfigError
from dragoman.model import Model
from dragoman.search import SearchFeature
from support.model.handful import make_model

DOCS = Path(__file__).parents[2] / "docs" / "own-features.md"
SNIPPETS = [
    snippet
    for snippet in re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    if "model.weights[" in snippet
]
FILE = """
from dragoman.search import SearchFeature

class Houses(SearchFeature):
    name = "houses"

    def extend(self, sentence, states, steps):
        return [step.target.count("house") for step in steps], states
"""


class Buildings(SearchFeature):
    """Counts a word; needs no state."""

    name = "buildings"

    def extend(self, sentence, states, steps):
        return [step.target.count("building") for step in steps], states


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    make_model().save(tmp_path / "model")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "model"


@pytest.mark.parametrize("snippet", SNIPPETS, ids=["column", "search", "rule"])
def test_the_documentation_runs_in_under_20_lines(
    saved: Path, snippet: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len([line for line in snippet.splitlines() if line.strip()]) < 20
    exec(compile(snippet, str(DOCS), "exec"), {})
    assert float(capsys.readouterr().out) == 0.0
    if "add_column" in snippet:
        again = dragoman.load("model-with-expansion")
        assert again.weights["expansion"] == -0.1
        assert again.translate("das haus ist klein").features["expansion"] == 0.0


def test_a_feature_changes_translations_and_is_explained() -> None:
    model = make_model()
    model.features = (Buildings(),)
    assert model.weights["buildings"] == 0.0
    assert model.translate("das haus ist klein").text == "the house is small"
    model.weights["buildings"] = 9.0
    translation = model.translate("das haus ist klein", nbest=5)
    assert translation.text == "the building is small"
    assert translation.features["buildings"] == 1.0
    assert translation.nbest[0].features["buildings"] == 1.0
    assert "buildings" in translation.explain()
    model.features = ()
    assert "buildings" not in model.weights
    assert model.translate("das haus ist klein").text == "the house is small"


def test_a_saved_model_awaits_its_features(saved: Path) -> None:
    model = dragoman.load(saved)
    model.features = (Buildings(),)
    model.weights["buildings"] = 9.0
    model.save("with")
    again = dragoman.load("with")
    with pytest.raises(ConfigError, match="'buildings', which is written in Python"):
        again.translate("das haus")
    again.save("still-with")
    for path in ("with", "still-with"):
        brought = dragoman.load(path)
        brought.features = (Buildings(),)
        assert brought.weights["buildings"] == 9.0
        assert brought.translate("das haus").text == "the building"
    again.features = ()
    assert again.translate("das haus").text == "the house"


def test_features_of_a_file_are_tuned_and_used(
    saved: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    Path("features.py").write_text(FILE)
    Path("dev.de").write_text("das haus ist klein\nklein ist das haus\n" * 3)
    Path("dev.en").write_text("the building is small\nsmall is the building\n" * 3)
    command = ["tune", "model", "--output", "tuned", "--source", "dev.de"]
    command += ["--reference", "dev.en", "--features", "features.py"]
    assert main(command) == 0
    tuned = Model.open("tuned")
    with pytest.raises(ConfigError):
        tuned.translate("das haus")
    capfdbinary.readouterr()
    command = ["translate", "tuned", "--input", "dev.de", "--features", "features.py"]
    assert main(command) == 0
    assert capfdbinary.readouterr().out.decode().splitlines()[0] == "the building is small"


@pytest.mark.parametrize(
    ("content", "said"), [(None, "no such file"), ("x = 1", "expected a class")]
)
def test_a_file_without_features_is_refused(saved: Path, content, said, capsys) -> None:
    if content is not None:
        Path("features.py").write_text(content)
    Path("in").write_text("das\n")
    command = ["translate", "model", "--input", "in", "--features", "features.py"]
    assert main(command) != 0
    assert said in capsys.readouterr().err

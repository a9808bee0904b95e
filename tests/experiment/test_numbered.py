"""Files of references have the order of the experiment."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.evaluate.metric import MetricOptions
from dragoman.experiment.config import Bitext, Experiment, LanguageModelSection
from dragoman.experiment.evaluating import EvaluationSettings, evaluate
from dragoman.experiment.layout import MODEL
from dragoman.experiment.numbered import numbered
from dragoman.experiment.recipe import Recipe
from dragoman.experiment.resources import Resources
from dragoman.experiment.tuning import _references
from dragoman.model import Model
from support.model.handful import make_model

WORDS = [f"r{number}" for number in range(12)]


@pytest.fixture
def inputs(tmp_path: Path) -> dict[str, Path]:
    """A model and a text with twelve references."""
    make_model().save(tmp_path / MODEL)
    for name in ("source", *WORDS):
        (tmp_path / name).write_text(f"{name}\n")
    return {"source": tmp_path / "source", "model": tmp_path} | {
        f"target{number}": tmp_path / word for number, word in enumerate(WORDS)
    }


def test_inputs_are_in_the_order_of_their_numbers() -> None:
    names = ["run10", "run2", "run", "runs", "other", "run1x"]
    inputs = {name: Path(name) for name in names}
    assert [path.name for path in numbered(inputs, "run")] == ["run", "run2", "run10"]


def test_tuning_has_the_references_in_the_order_of_the_experiment(
    inputs: dict[str, Path], tmp_path: Path
) -> None:
    experiment = Experiment(training=Bitext(source="s", target="t"))
    model = Model.open(tmp_path / MODEL)
    assert _references(model, experiment.tuning, inputs) == [WORDS]


def test_evaluation_has_the_references_in_the_order_of_the_experiment(
    inputs: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[list[str]] = []

    def score(
        lines: object, references: list[list[str]], name: str, options: object
    ) -> dict[str, object]:
        given.extend(references)
        return {}

    monkeypatch.setattr("dragoman.experiment.evaluating.score", score)
    settings = EvaluationSettings(("test",), 0, ("bleu",), MetricOptions(), None)
    of_test = {f"0.{name}": path for name, path in inputs.items()} | {"model": inputs["model"]}
    evaluate(settings, tmp_path, of_test, Resources())
    assert given == [[word] for word in WORDS]


def test_more_text_of_the_language_model_has_the_order_of_the_experiment(tmp_path: Path) -> None:
    for name in ("s", "t", *WORDS):
        (tmp_path / name).write_text("x\n")
    experiment = Experiment(
        training=Bitext(source="s", target="t"), lm=LanguageModelSection(text=tuple(WORDS))
    )
    stage = Recipe(experiment, tmp_path, Resources(1)).language_model
    assert [path.name for path in numbered(stage.files, "text")] == WORDS

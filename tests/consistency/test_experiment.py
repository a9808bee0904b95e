"""Consistency in experiments and on the command line: stages, saved weights, documents, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import dragoman
from dragoman.cli.main import main
from dragoman.common.errors import ConfigError
from dragoman.consistency import NAMES, GlossaryEntry
from dragoman.experiment.config import (
    AlignmentSection,
    Bitext,
    ConsistencySection,
    EvaluationSet,
    Experiment,
    LanguageModelSection,
    Tuning,
)
from dragoman.experiment.dump import dump
from dragoman.experiment.run import ExperimentRun
from support.sample_corpus import sample_directory


def write(directory: Path, world: Path, name: str = "small", **changes: object) -> Path:
    def part(which: str) -> dict[str, str]:
        files = {"source": "qar", "target": "qot", "docs": "docs"}
        return {key: str(world / f"{which}.{suffix}") for key, suffix in files.items()}

    settings: dict[str, object] = {
        "name": name,
        "output": name,
        "training": Bitext(**part("train")),
        "development": Bitext(**part("dev")),
        "test": (EvaluationSet(**part("test")),),
        "alignment": AlignmentSection(file=str(world / "train.align")),
        "lm": LanguageModelSection(order=2),
        "tuning": Tuning(iterations=1, kbest=20),
        "consistency": ConsistencySection(("c1", "c3")),
    }
    file = directory / f"{name}.toml"
    file.write_text(dump(Experiment(**{**settings, **changes})))
    return file


@pytest.fixture(scope="module")
def world() -> Path:
    return sample_directory(train=200, dev=40, test=40)


def test_an_experiment_tunes_twice_and_its_model_translates_documents(
    tmp_path: Path, world: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    terms = tmp_path / "terms.tsv"
    terms.write_text("dat\tla\n")
    section = ConsistencySection(("c1", "c3"), glossary=str(terms))
    outcome = ExperimentRun(write(tmp_path, world, consistency=section)).run()
    assert outcome.ran[-4:] == ("tuning", "consistency", "consistent-tuning", "evaluation")
    model = dragoman.load(outcome.model)
    assert model.consistency.glossary == (GlossaryEntry("dat", "la"),)
    assert model.consistency.frequencies.documents > 1
    names = {NAMES["c1"], NAMES["c3"]}
    assert names <= set(model.weights)
    assert set(model.consistency.first_weights) == set(model.weights) - names

    again = ExperimentRun(write(tmp_path, world, "other", consistency=ConsistencySection(("c2",))))
    assert "tuning" not in again.run().ran

    files = ["--input", str(world / "test.qar"), "--threads", "1"]
    command = ["translate", str(outcome.model), *files]
    assert main([*command, "--docs", str(world / "test.docs")]) == 0
    translated = capsys.readouterr().out
    kept = [file.read_text() for file in (tmp_path / "work").rglob("test.translation")]
    assert translated in kept
    assert main(command) == 0
    assert "no document ids" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"development": None, "training": "plain"}, "document frequencies need"),
        ({"consistency": ConsistencySection(("c1",), collection="x")}, "collection_docs"),
    ],
)
def test_what_cannot_run_is_refused(
    tmp_path: Path, world: Path, changes: dict[str, object], message: str
) -> None:
    if "training" in changes:
        train = Bitext(str(world / "train.qar"), str(world / "train.qot"))
        changes = {**changes, "training": train}
    with pytest.raises(ConfigError, match=message):
        ExperimentRun(write(tmp_path, world, **changes)).run()
    plain = Bitext(str(world / "dev.qar"), str(world / "dev.qot"))
    with pytest.raises(ConfigError, match=r"needs? .*docs"):
        ExperimentRun(write(tmp_path, world, development=plain)).run()

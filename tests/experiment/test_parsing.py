"""The parser of an experiment's model: what stages depend on it, and where its trees go."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.common.errors import ConfigError
from dragoman.experiment.config import (
    Bitext,
    EvaluationSet,
    Experiment,
    LanguageModelSection,
    ModelSection,
    Tuning,
)
from dragoman.experiment.dump import dump
from dragoman.experiment.parsing import named_parser, open_model, parser_files
from dragoman.experiment.run import ExperimentRun
from dragoman.model import Model
from dragoman.parse.dependency_parser import DependencyParser
from dragoman.parse.training import ParserTraining, TaggerTraining
from dragoman.search import SearchOptions
from support.model.cohesive_world import make_world_model
from support.sample_corpus import sample_directory, sample_sentences


def write_config(directory: Path, world: Path, **changes: object) -> Path:
    def part(name: str) -> dict[str, str]:
        return {"source": str(world / f"{name}.qar"), "target": str(world / f"{name}.qot")}

    settings: dict[str, object] = {
        "training": Bitext(**part("train")),
        "development": Bitext(**part("dev")),
        "test": (EvaluationSet(**part("test")),),
        "lm": LanguageModelSection(order=3),
        **changes,
    }
    file = directory / "small.toml"
    file.write_text(dump(Experiment(**settings)))
    return file


def save_parser(path: Path, seed: int = 1) -> None:
    quick = ParserTraining(
        iterations=2, beam=2, folds=2, seed=seed, tagger=TaggerTraining(iterations=2, beam=2)
    )
    trees = [one.source_tree for one in sample_sentences(100)]
    DependencyParser.train(trees, quick).save(path)


def test_the_parser_lies_in_the_model_and_makes_the_trees(tmp_path: Path) -> None:
    save_parser(tmp_path / "qar.parser")
    config = write_config(
        tmp_path,
        sample_directory(300),
        model=ModelSection(parser="qar.parser"),
        decoder=SearchOptions(cohesion=("coh3",)),
        tuning=Tuning(iterations=1, kbest=20, sentences=10, method="mira"),
    )
    run = ExperimentRun(config)
    outcome = run.run()
    model = outcome.open()
    assert isinstance(model.parser, DependencyParser)
    history = (run.store.path(run.recipe.runs[0]) / "history.json").read_text()
    assert '"coh3"' in history
    lines = [" ".join(one.source_tree.words) for one in sample_sentences(340)[300:]]
    assert any(one.features["coh3"] for one in model.translate(lines))
    assert not any(verdict.runs for verdict in ExperimentRun(config).plan())
    save_parser(tmp_path / "qar.parser", seed=2)
    verdicts = {one.stage: one.runs for one in ExperimentRun(config).plan()}
    assert verdicts["untuned"] and verdicts["tuning"] and verdicts["evaluation"]
    assert not verdicts["rules"] and not verdicts["language-model"]


def test_a_parser_that_is_not_there_is_told_before_the_first_stage(tmp_path: Path) -> None:
    config = write_config(tmp_path, sample_directory(300), model=ModelSection(parser="nowhere"))
    with pytest.raises(ConfigError, match=r"\[model\] parser: expected a parser .* no 'nowhere'"):
        ExperimentRun(config).check()


def test_a_parser_of_another_package_is_brought_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Foreign:
        parse = None

    opened = []

    def of(name: object) -> object:
        opened.append(str(name))
        return Foreign()

    monkeypatch.setattr("dragoman.parse.parsers.open_parser", of)
    (tmp_path / "some.udpipe").write_text("x")
    for name, expected in (("spacy:x", "spacy:x"), ("some.udpipe", str(tmp_path / "some.udpipe"))):
        inputs = parser_files(name, tmp_path)
        model = make_world_model()
        model.parser = named_parser(name, inputs)
        model.save(tmp_path / "model")
        assert Model.open(tmp_path / "model").awaits_parser
        assert not open_model(name, tmp_path / "model", inputs).awaits_parser
        assert opened == [expected] * 2
        opened.clear()

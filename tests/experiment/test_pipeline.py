"""A small pipeline from text to a tuned and evaluated model, undisturbed and killed."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from statistics import stdev
from typing import Literal

import pytest

import dragoman
from dragoman.cli.main import main
from dragoman.experiment.config import (
    Bitext,
    EvaluationSet,
    Experiment,
    LanguageModelSection,
    Preprocessing,
    Tuning,
)
from dragoman.experiment.corpora import read_preparation
from dragoman.experiment.dump import dump
from dragoman.experiment.run import ExperimentRun
from dragoman.experiment.tuning import read_references
from dragoman.forest.segmentation import read_segmentation
from dragoman.grammar import GappedTableOptions, extraction_options
from dragoman.search.catalogue import default_weight
from faults.child import Child
from support.sample_corpus import sample_directory

KILLS = 20
FOREST_KILLS = 3


def write_config(directory: Path, world: Path, **changes: object) -> Path:
    def part(name: str) -> dict[str, str]:
        return {"source": str(world / f"{name}.qar"), "target": str(world / f"{name}.qot")}

    settings: dict[str, object] = {
        "name": "small",
        "training": Bitext(**part("train")),
        "development": Bitext(**part("dev")),
        "test": (EvaluationSet(**part("test")),),
        "lm": LanguageModelSection(order=3),
        "tuning": Tuning(iterations=2, kbest=20, sentences=20),
    }
    file = directory / "small.toml"
    file.write_text(dump(Experiment(**{**settings, **changes})))
    return file


def content(directory: Path) -> dict[str, bytes]:
    return {
        p.relative_to(directory).as_posix(): p.read_bytes()
        for p in sorted(directory.rglob("*"))
        if p.is_file()
    }


@pytest.fixture(scope="module")
def world() -> Path:
    return sample_directory(300, 30, 30)


@pytest.fixture(scope="module")
def undisturbed(world: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("undisturbed")
    assert main(["train", str(write_config(directory, world)), "--threads", "2"]) == 0
    return directory


def test_phrases_with_gaps_are_trained_and_tuned(world: Path, tmp_path: Path) -> None:
    file = write_config(tmp_path, world, grammar=GappedTableOptions(gaps="both"))
    assert main(["train", str(file)]) == 0
    model = dragoman.load(tmp_path / "model")
    assert model.rules.gaps == "both"
    assert model.weights["gaps.source"] != default_weight("gaps.source")
    text = file.read_text()
    file.write_text(text.replace('# reordering = "wbe"', 'reordering = "hier"'))
    assert file.read_text() != text
    assert main(["train", str(file)]) == 0
    assert dragoman.load(tmp_path / "model").rules.reordering_model == "hier"


@pytest.mark.parametrize("lookup", ["table", "suffix-array"])
def test_hierarchical_rules_are_one_line_of_the_experiment(
    world: Path, tmp_path: Path, lookup: Literal["table", "suffix-array"]
) -> None:
    file = write_config(tmp_path, world, grammar=extraction_options(lookup=lookup))
    text = file.read_text()
    file.write_text(text.replace('kind = "phrase"', 'kind = "hierarchical"'))
    assert file.read_text() != text
    assert main(["train", str(file)]) == 0
    model = dragoman.load(tmp_path / "model")
    assert model.decoder_name == "chart"
    assert model.weights["glue"] != default_weight("glue")
    lines = (world / "test.qar").read_text().splitlines()
    translations = model.translate(lines)
    assert sum(t.features["arity.1"] + t.features["arity.2"] for t in translations) != 0
    file.write_text(file.read_text().replace("[decoder]", '[decoder]\ncohesion = ["coh1"]'))
    assert main(["train", str(file)]) == 1


def test_the_model_translates(
    undisturbed: Path, world: Path, capfd: pytest.CaptureFixture[str], monkeypatch
) -> None:
    model = dragoman.load(undisturbed / "model")
    lines = (world / "test.qar").read_text().splitlines()[:5]
    translations = model.translate(lines, nbest=5)
    assert all(t.text and len(t.nbest) <= 5 for t in translations)
    for t in translations:
        total = sum(model.weights[name] * value for name, value in t.features.items())
        assert total == pytest.approx(t.score, rel=1e-4)
        assert t.nbest[0].text == t.text
        assert t.text in t.explain()
    again = undisturbed / "translated.txt"
    source = undisturbed / "source.txt"
    source.write_text("".join(line + "\n" for line in lines))
    for threads in ("1", "2"):
        command = ["translate", str(undisturbed / "model"), "--input", str(source)]
        assert main([*command, "--output", str(again), "--threads", threads]) == 0
        assert again.read_text().splitlines() == [t.text for t in translations]


def test_training_and_translating_prepare_text_alike(world: Path, tmp_path: Path) -> None:
    """The decoder, the rules and tuning see the words that the models were trained on."""
    for part in ("train", "dev", "test"):
        for side in ("qar", "qot"):
            lines = (world / f"{part}.{side}").read_text().splitlines()
            raw = [f"{line[:1].upper()}{line[1:]}, Xy." for line in lines[:100]]
            (tmp_path / f"{part}.{side}").write_text("".join(f"{line}\n" for line in raw))
    file = write_config(
        tmp_path,
        tmp_path,
        preprocessing=Preprocessing(tokenize=True, truecase=True),
        tuning=Tuning(method="none"),
    )
    assert main(["train", str(file)]) == 0
    run = ExperimentRun(file)
    model = dragoman.load(tmp_path / "model")
    corpus = run.store.path(run.recipe.corpus)
    assert model.text == read_preparation(corpus)
    raw = (tmp_path / "train.qar").read_text().splitlines()
    kept = [int(number) for number in (corpus / "kept.txt").read_text().split()]
    seen = [" ".join(t.source_tokens) for t in model.translate([raw[i] for i in kept])]
    assert seen == (corpus / "source.txt").read_text().splitlines()
    assert all(line.endswith(" , Xy .") for line in seen)
    targets = (tmp_path / "train.qot").read_text().splitlines()
    references = read_references(model, tmp_path / "train.qar", [tmp_path / "train.qot"])
    assert [references[i] for i in kept] == [
        [line] for line in (corpus / "target.txt").read_text().splitlines()
    ]
    assert len(references) == len(targets)


def test_the_evaluation_keeps_translations_and_their_phrases(undisturbed: Path) -> None:
    run = ExperimentRun(undisturbed / "small.toml")
    results = run.store.path(run.recipe.last)
    texts = (results / "test.translation").read_text().splitlines()
    lines = list(read_segmentation(results / "test.segments"))
    assert len(texts) == 30
    assert [" ".join(line.tokens) for line in lines] == texts


def test_a_second_run_does_nothing(undisturbed: Path) -> None:
    before = content(undisturbed / "model")
    assert ExperimentRun(undisturbed / "small.toml").run().ran == ()
    assert content(undisturbed / "model") == before


def test_dry_run_says_what_a_change_re_runs(
    undisturbed: Path, world: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    config = write_config(undisturbed, world, tuning=Tuning(iterations=3, kbest=20, sentences=20))
    assert main(["train", str(config), "--dry-run"]) == 0
    out = capfd.readouterr().out
    assert "keep  untuned" in out
    assert "run   tuning: iterations changed from 2 to 3" in out.replace("\n", " ")
    assert "run   evaluation: tuning runs again" in out
    write_config(undisturbed, world)


def test_several_runs_are_evaluated_each(
    undisturbed: Path, world: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    first = json.loads((undisturbed / "model" / "scores.json").read_text())
    place = tmp_path / "runs"
    shutil.copytree(undisturbed, place)
    tuning = Tuning(iterations=2, kbest=20, sentences=20, runs=3)
    config = write_config(place, world, tuning=tuning, output="three")
    run = ExperimentRun(config)
    plan = {verdict.stage: verdict.runs for verdict in run.plan()}
    assert not plan["tuning"]
    assert not plan["evaluation"]
    new = ("tuning.2", "tuning.3", "selection", "evaluation.2", "evaluation.3", "summary")
    assert {stage for stage, runs in plan.items() if runs} == set(new)
    assert main(["train", str(config)]) == 0
    assert " ± " in capfd.readouterr().out
    assert run.run().ran == ()
    bleu = json.loads((place / "three" / "scores.json").read_text())["test"]["bleu"]
    assert bleu["runs"][0] == first["test"]["bleu"]["score"]
    assert bleu["score"] == pytest.approx(sum(bleu["runs"]) / 3)
    assert bleu["deviation"] == pytest.approx(stdev(bleu["runs"]))
    histories = json.loads((place / "three" / "tuning.json").read_text())
    assert [history["seed"] for history in histories] == [1, 2, 3]
    best = max(histories, key=lambda history: history["gain"])
    weights = max(best["iterations"], key=lambda line: line[1])[2]
    assert dragoman.load(place / "three").weights == pytest.approx(weights)

    config = write_config(place, world, output="one", tuning=replace(tuning, average=True))
    assert ExperimentRun(config).run().ran == ("average", "evaluation")
    tuned = [max(h["iterations"], key=lambda line: line[1])[2] for h in histories]
    for name, weight in dragoman.load(place / "one").weights.items():
        assert weight == pytest.approx(sum(w[name] for w in tuned) / 3)


@pytest.fixture(scope="module")
def lasts(world: Path, tmp_path_factory: pytest.TempPathFactory) -> float:
    """Seconds that the experiment takes."""
    begin = time.monotonic()
    train(write_config(tmp_path_factory.mktemp("lasts"), world))
    return time.monotonic() - begin


def train(config: Path, moment: float | None = None) -> None:
    """Runs the experiment in a process of its own, which is killed after so many seconds if a moment is given."""
    with Child(["train", str(config), "--threads", "1"], config.parent, None) as run:
        if moment is None:
            said = run.communicate()[1]
            assert run.returncode == 0, said
        else:
            with suppress(subprocess.TimeoutExpired):
                run.wait(moment)


def kill_and_resume(config: Path, moment: float) -> None:
    """Kills the run after so many seconds, then runs it to its end."""
    train(config, moment)
    train(config)
    litter = [p.name for p in config.parent.iterdir() if p.name.startswith(".")]
    assert litter == []


@pytest.mark.parametrize("trial", range(KILLS))
def test_killed_at_any_moment_it_resumes_to_the_same_model(
    undisturbed: Path, world: Path, lasts: float, tmp_path: Path, trial: int
) -> None:
    kill_and_resume(write_config(tmp_path, world), random.Random(trial).uniform(0, lasts))
    assert content(tmp_path / "model") == content(undisturbed / "model")


def test_killed_while_two_runs_tune_on_forests_it_resumes_to_the_same_model(
    undisturbed: Path, world: Path, lasts: float, tmp_path: Path
) -> None:
    """What comes before tuning is taken from the undisturbed experiment."""
    tuning = Tuning(method="mert-forest", iterations=2, sentences=6, runs=2)
    models = []
    for trial in range(FOREST_KILLS + 1):
        place = tmp_path / str(trial)
        shutil.copytree(undisturbed / "work", place / "work")
        config = write_config(place, world, tuning=tuning)
        if trial == 0:
            assert main(["train", str(config), "--threads", "1"]) == 0
        else:
            kill_and_resume(config, random.Random(trial).uniform(0, lasts))
        models.append(content(place / "model"))
    assert "tuning.json" in models[0]
    assert all(model == models[0] for model in models)

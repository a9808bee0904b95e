"""Development and test sets of word lattices: in experiments, in tuning, and over documents."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import fields, replace
from math import log
from pathlib import Path

import pytest

import dragoman
from dragoman.cli.main import main
from dragoman.common.errors import ConfigError
from dragoman.corpus.lattice import Lattice
from dragoman.experiment.checks import check_settings
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
from dragoman.experiment.run import ExperimentRun, TrainingResult
from dragoman.grammar.options import (
    GappedTableOptions,
    HierarchicalTableOptions,
    PhraseTableOptions,
    TreeletTableOptions,
)
from dragoman.search import ChartOptions, SearchOptions
from support.sample_corpus import sample_directory
from support.search import lattices

Draw = Callable[[list[str]], Lattice]


@pytest.fixture(scope="module")
def world() -> Path:
    return sample_directory(train=300, dev=60, test=60)


def doubtful(words: list[str]) -> Draw:
    """Lattices that have another word beside each word, which is much less probable."""
    rng = random.Random(4)

    def draw(line: list[str]) -> Lattice:
        arcs = []
        for place, word in enumerate(line):
            arcs += [(word, place, 0.9), (rng.choice(words), place, 0.1)]
        return Lattice(
            tuple(word for word, _, _ in arcs),
            tuple((place, place + 1, log(p)) for _, place, p in arcs),
        )

    return draw


def write_lattices(world: Path, directory: Path, draw: Draw) -> dict[str, Bitext]:
    """The development and test sets of the world, as lattices."""
    sets = {}
    for part in ("dev", "test"):
        lines = (world / f"{part}.qar").read_text().splitlines()
        source = directory / f"{part}.plf"
        source.write_text("".join(f"{lattices.plf(draw(line.split()))}\n" for line in lines))
        target, docs = str(world / f"{part}.qot"), str(world / f"{part}.docs")
        sets[part] = Bitext(str(source), target, plf=True, docs=docs)
    return sets


def run(
    directory: Path, world: Path, name: str, sets: dict[str, Bitext], **changes: object
) -> TrainingResult:
    experiment = Experiment(
        name=name,
        output=name,
        training=Bitext(*(str(world / f"train.{part}") for part in ("qar", "qot"))),
        development=sets["dev"],
        test=(
            EvaluationSet(**{one.name: getattr(sets["test"], one.name) for one in fields(Bitext)}),
        ),
        alignment=AlignmentSection(file=str(world / "train.align")),
        lm=LanguageModelSection(order=2),
        tuning=Tuning(method="mert", iterations=2, kbest=20),
    )
    file = directory / f"{name}.toml"
    file.write_text(dump(replace(experiment, **changes)))
    return ExperimentRun(file).run()


@pytest.mark.parametrize("consistent", [False, True])
def test_lattices_with_one_path_are_text(tmp_path: Path, world: Path, consistent: bool) -> None:
    """The same weights and scores, also with two passes over documents.

    By stack search: cube pruning orders translations of equal score in another way along a lattice.
    """
    chains = write_lattices(world, tmp_path, lattices.chain)
    texts = {
        part: replace(one, source=str(world / f"{part}.qar"), plf=False)
        for part, one in chains.items()
    }
    section = ConsistencySection(("c1", "c3") if consistent else ())
    outcomes = [
        run(tmp_path, world, name, sets, consistency=section, decoder=SearchOptions(search="stack"))
        for name, sets in (("chains", chains), ("texts", texts))
    ]
    chain, text = (dragoman.load(one.model).weights for one in outcomes)
    assert chain == text
    assert outcomes[0].scores == outcomes[1].scores
    assert outcomes[0].scores["test"]["bleu"]["score"] > 3


@pytest.mark.parametrize("kind", ["phrase", "hierarchical"])
def test_the_weight_of_the_lattice_is_tuned(tmp_path: Path, world: Path, kind: str) -> None:
    """From a weight of 0, which takes improbable words. Sixty sentences tell only about themselves."""
    words = sorted(set((world / "train.qar").read_text().split()))
    sets = write_lattices(world, tmp_path, doubtful(words))
    sets["test"] = sets["dev"]
    changes = {
        "weights": {"lattice": 0.0},
        "grammar": PhraseTableOptions() if kind == "phrase" else HierarchicalTableOptions(),
        "decoder": SearchOptions(lattice=True) if kind == "phrase" else SearchOptions(),
        "chart": ChartOptions(lattice=True),
    }
    before = run(tmp_path, world, "before", sets, tuning=Tuning(method="none"), **changes)
    after = run(tmp_path, world, "after", sets, **changes)
    weights = dragoman.load(after.model).weights
    assert weights["lattice"] > 0
    scores = [one.scores["test"]["bleu"]["score"] for one in (before, after)]
    assert scores[1] > scores[0]


def test_on_the_command_line(
    tmp_path: Path, world: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``tune`` gives a model the feature; ``translate`` lists it; ``consistency`` reads lattices as text."""
    chains = write_lattices(world, tmp_path, lattices.chain)
    plain = run(tmp_path, world, "plain", chains, tuning=Tuning(method="none"))
    words = sorted(set((world / "train.qar").read_text().split()))
    (tmp_path / "doubtful").mkdir()
    sets = write_lattices(world, tmp_path / "doubtful", doubtful(words))
    model, dev = str(plain.model), sets["dev"]
    assert "lattice" not in dragoman.load(model).weights
    tuned = str(tmp_path / "tuned")
    command = ["tune", model, "--output", tuned, "--source", dev.source, "--reference", dev.target]
    command += ["--plf", "--lattice", "--iterations", "2", "--kbest", "20", "--threads", "1"]
    assert main(command) == 0
    assert dragoman.load(tuned).weights["lattice"] > 0
    assert main([*command, "--conllu", "x"]) == 1
    assert "exclude each other" in capsys.readouterr().err
    assert main(["translate", tuned, "--input", dev.source, "--plf", "--nbest", "3"]) == 0
    assert "lattice= -" in capsys.readouterr().out

    analyses = []
    for source, more in ((chains["dev"].source, ["--plf"]), (str(world / "dev.qar"), [])):
        asked = ["--input", source, "--docs", dev.docs, "--json", "--threads", "1", *more]
        for action in (["analyze", model, "--reference", dev.target], ["report", model, tuned]):
            assert main(["consistency", *action, *asked]) == 0
            analyses.append(json.loads(capsys.readouterr().out))
    assert analyses[:2] == analyses[2:]
    assert analyses[0]["reachable"] > 0


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"training": Bitext("a", "b", plf=True)}, r"\[training\] plf: rules are learned from"),
        ({"development": Bitext("a", "b", plf=True, conllu="c")}, "plf: a lattice has no tree"),
        ({"decoder": SearchOptions(cohesion=("coh1",))}, "plf: a lattice has no tree"),
        ({"grammar": GappedTableOptions(gaps="both")}, 'plf: .* set gaps = "none" in'),
        (
            {"grammar": TreeletTableOptions(), "training": Bitext("a", "b", trees="t")},
            r"\[development\] plf: the treelet decoder takes no lattice",
        ),
    ],
)
def test_what_lattices_cannot_have_is_refused_before_training(
    changes: dict[str, object], message: str
) -> None:
    sound = Experiment(
        training=Bitext("a", "b"), development=Bitext("a", "b", plf=True), decoder=SearchOptions()
    )
    check_settings(sound)
    with pytest.raises(ConfigError, match=message):
        check_settings(replace(sound, **changes))

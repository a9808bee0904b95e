"""One line of an experiment switches operation sequences on."""

from __future__ import annotations

from pathlib import Path

import pytest

import dragoman
from dragoman.cli.main import main
from dragoman.experiment import train
from support.experiment.small_bitext import bitext

EXPERIMENT = """
output = "{name}.model"
[training]
source = "train.de"
target = "train.en"
[development]
source = "dev.de"
target = "dev.en"
[preprocessing]
tokenize = true
source_language = "de"
target_language = "en"
[lm]
order = 3
[tuning]
iterations = 2
{more}
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    german, english = bitext()
    for name, lines in (("train.de", german[10:]), ("train.en", english[10:])):
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    for name, lines in (("dev.de", german[:10]), ("dev.en", english[:10])):
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    return tmp_path


def test_the_model_has_it(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stages = []
    for name, more in (("without", ""), ("with", "[osm]\norder = 4")):
        file = place / f"{name}.toml"
        file.write_text(EXPERIMENT.format(name=name, more=more))
        train(file)
        model = dragoman.load(place / f"{name}.model")
        assert ("osm" in model.weights) == (name == "with")
        stages.append({path.name for path in (place / "work").iterdir() if path.name[0] != "."})
    added = {name.split("-")[0] for name in stages[1] - stages[0]}
    assert added == {"osm", "untuned", "tuning"}  # nothing else is done again
    assert model.operations is not None and model.operations.lm.order == 4
    capsys.readouterr()
    (place / "in").write_text("Das Haus ist nicht klein.\n")
    arguments = ["translate", str(place / "with.model"), "--input", str(place / "in"), "--explain"]
    assert main(arguments) == 0
    told = capsys.readouterr().out
    assert "operations" in told and "Haus→house" in told
    assert main(["export", str(place / "with.model"), str(place / "moses")]) == 1
    assert "order = 0 under [osm]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ('[grammar]\nkind = "hierarchical"\n[osm]\norder = 3', "[osm] order: operation sequences"),
        ("[osm]\norder = 8", "order"),
        ("[osm]\nprune = [0, 1]", "prune: expected at most 0 numbers"),
    ],
)
def test_what_cannot_run_is_refused(
    place: Path, more: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "x.toml").write_text(EXPERIMENT.format(name="x", more=more))
    assert main(["train", str(place / "x.toml")]) == 1
    assert message in capsys.readouterr().err
    assert not (place / "work").exists()


def test_lattices_are_refused_before_training(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = EXPERIMENT.format(name="x", more="[osm]\norder = 3")
    (place / "x.toml").write_text(
        text.replace('target = "dev.en"', 'target = "dev.en"\nplf = true')
    )
    assert main(["train", str(place / "x.toml")]) == 1
    assert "operation sequences know no lattices" in capsys.readouterr().err

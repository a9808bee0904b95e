"""Every command that writes a directory leaves what a user has there, and says so before it reads anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.cli.main import main

BITEXT = ["--source", "missing", "--target", "missing"]
COMMANDS = {
    "import": ["import", "missing.ini", "PLACE"],
    "lm build": ["lm", "build", "--binary", "--output", "PLACE", "missing.txt"],
    "lm binarize": ["lm", "binarize", "missing.arpa", "PLACE"],
    "extract": ["extract", *BITEXT, "--alignment", "missing", "--output", "PLACE"],
    "gaps": ["extract", *BITEXT, "--alignment", "missing", "--gaps", "both", "--output", "PLACE"],
    "align": ["align", "train", *BITEXT, "--save", "PLACE"],
    "tune": ["tune", "none", "--output", "PLACE", "--source", "none", "--reference", "none"],
    "parse": ["parse", "train", "missing", "--output", "PLACE"],
    "tagger": ["parse", "train", "missing", "--tagger", "--output", "PLACE"],
    "train": ["train", "experiment.toml"],
    "sample": ["sample", "PLACE"],
}
EXPERIMENT = """
name = "lost"
work = "work"
output = "PLACE"
[training]
source = "text"
target = "text"
[development]
source = "text"
target = "text"
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "experiment.toml").write_text(EXPERIMENT)
    (tmp_path / "text").write_text("a\n")
    return tmp_path / "PLACE"


def contents(place: Path) -> dict[str, bytes]:
    return {str(p.relative_to(place)): p.read_bytes() for p in place.rglob("*") if p.is_file()}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_directory_with_other_things_is_refused_before_work(
    command: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place.mkdir()
    (place / "thesis.tex").write_text("years of work")
    before = contents(place.parent)
    assert main(COMMANDS[command]) == 1
    said = capsys.readouterr().err
    assert "PLACE" in said and "missing" not in said and said.count("\n") == 1
    assert contents(place.parent) == before


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_in_the_place_is_refused_before_work(
    command: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place.write_text("years of work")
    before = contents(place.parent)
    assert main(COMMANDS[command]) == 1
    assert "PLACE" in capsys.readouterr().err
    assert contents(place.parent) == before


@pytest.mark.parametrize(
    "arguments",
    [
        ["align", "train", *BITEXT, "--lexical", "no/prefix"],
        ["parse", "train", "missing", "--udpipe", "--output", "no/model"],
        ["compare", "missing", "missing", "--reference", "missing", "--report", "no/report"],
        ["phrases", "missing", "--input", "missing", "--html", "no/page"],
        ["lm", "interpolate", "missing", "--weights", "1", "--output", "no/arpa"],
    ],
)
def test_an_output_that_cannot_be_written_is_told_before_work(
    arguments: list[str], place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    said = capsys.readouterr().err
    assert "no: No such file or directory" in said


def test_export_replaces_only_what_an_export_wrote(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place.mkdir()
    (place / "moses.ini").write_text("[feature]\n")
    assert main(["export", "missing", "PLACE"]) == 1
    assert "moses.ini: is there already" in capsys.readouterr().err
    assert (place / "moses.ini").read_text() == "[feature]\n"


def test_quickstart_replaces_no_experiment_of_the_users(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place.mkdir()
    (place / "distance.toml").write_text(EXPERIMENT)
    before = contents(place)
    assert main(["quickstart", "--directory", "PLACE"]) == 1
    assert "distance.toml is there already" in capsys.readouterr().err
    assert contents(place) == before


@pytest.mark.parametrize(
    "arguments",
    [
        ["tokenize", "--input", "text", "--output", "text"],
        ["lm", "build", "--output", "./text", "other", "text"],
        ["align", "train", "--source", "other", "--target", "text", "--output", "linked"],
        ["compare", "other", "text", "--reference", "other", "--report", "text"],
    ],
)
def test_an_input_is_not_written_to(
    arguments: list[str], place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place.parent / "other").write_text("b\n")
    (place.parent / "linked").symlink_to("text")
    assert main(arguments) == 1
    assert capsys.readouterr().err.endswith("text is both input and output: name another output\n")
    assert (place.parent / "text").read_text() == "a\n"


def test_tables_of_moses_replace_no_files_of_others(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place.parent / "links").write_text("0-0\n")
    command = ["extract", "--source", "text", "--target", "text", "--alignment", "links"]
    command += ["--format", "moses", "--output", "PLACE"]
    assert main(command) == 0
    assert main(command) == 0  # its own tables
    (place / "phrase-table.gz").write_text("years of work")
    (place / "moses.ini").touch()
    before = contents(place)
    capsys.readouterr()
    assert main(command) == 1
    assert "lex.e2f is there already, among other files" in capsys.readouterr().err
    assert contents(place) == before

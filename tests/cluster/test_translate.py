"""``translate --spark`` prints what ``translate`` prints."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dragoman.cli.main import main
from support.model.handful import make_model
from support.spark import spark_server

LINES = ["das haus ist klein", "das ist das haus", "", "klein ist das haus", "ein kaufhaus"] * 30


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with spark_server() as url:
        yield url


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("translated")
    make_model().save(place / "model")
    (place / "in").write_text("".join(f"{line}\n" for line in LINES))
    (place / "strange").write_text("one\ntwo\nthree four\n")
    (place / "references").write_text("that house\n" * len(LINES))
    return place


def run(place: Path, output: Path, *options: str) -> str:
    arguments = ["translate", str(place / "model"), "-o", str(output), *options]
    assert main(arguments) == 0
    return output.read_text()


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--nbest", "3", "--alignments"],
        ["--json"],
        ["--segments"],
        ["--weights", "lm=0.9", "--stack", "3"],
        ["--force", "references"],
    ],
    ids=" ".join,
)
def test_the_same_is_printed(
    place: Path,
    tmp_path: Path,
    server: str,
    options: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = [str(place / one) if one == "references" else one for one in options]
    given += ["--input", str(place / "in")]
    expected = run(place, tmp_path / "one", *given)
    told = capsys.readouterr().err
    shared = ["--shared", str(tmp_path / "shared")] if "--json" in options else []
    assert run(place, tmp_path / "spark", *given, "--spark", server, *shared) == expected
    assert capsys.readouterr().err == told


def test_a_text_in_another_language_is_noticed(
    place: Path, tmp_path: Path, server: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run(place, tmp_path / "out", "--input", str(place / "strange"), "--spark", server)
    assert "knows none of the 4 words" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--explain"], "--spark and --explain exclude each other"),
        (["page.html", "-o", "x"], "--spark is for lines"),
        (["--shared", "x"], "--shared needs --spark"),
    ],
)
def test_what_executors_cannot_do_is_refused(
    place: Path, options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    spark = [] if "--shared" in options else ["--spark", "sc://localhost:1"]
    assert main(["translate", str(place / "model"), *options, *spark]) == 1
    assert message in capsys.readouterr().err

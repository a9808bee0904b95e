"""An experiment on a cluster makes the model that it makes on one machine, byte for byte."""

from __future__ import annotations

import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from dragoman.cli.main import main
from dragoman.cluster import ClusterOptions
from dragoman.experiment.config import AlignmentSection, Bitext, Experiment, Preprocessing, Tuning
from dragoman.experiment.dump import dump
from dragoman.experiment.run import ExperimentRun
from support.sample_corpus import sample_directory
from support.spark import java_spark_server, spark_server


def experiment(world: Path) -> Experiment:
    return Experiment(
        name="small",
        training=Bitext(source=str(world / "train.qar"), target=str(world / "train.qot")),
        alignment=AlignmentSection(sample=150),
        tuning=Tuning(method="none"),
    )


def content(directory: Path) -> dict[str, bytes]:
    """Every file, but for times and paths that a run writes down."""
    files = (file for file in directory.rglob("*") if file.is_file())
    return {str(file.relative_to(directory)): file.read_bytes() for file in files}


def trained(place: Path, settings: Experiment, *options: str) -> dict[str, bytes]:
    place.mkdir()
    (place / "small.toml").write_text(dump(settings))
    assert main(["train", str(place / "small.toml"), "--threads", "1", *options]) == 0
    return content(place / "model")


def test_models_have_equal_bytes(tmp_path: Path) -> None:
    world = sample_directory(500)
    plain = experiment(world)
    expected = trained(tmp_path / "one", plain)
    with spark_server() as url:
        assert trained(tmp_path / "option", plain, "--spark", url) == expected
        named = replace(plain, cluster=ClusterOptions(spark=url, shared=str(tmp_path / "shared")))
        assert trained(tmp_path / "table", named) == expected
        assert any((tmp_path / "shared").iterdir())


def test_spark_itself_makes_equal_bytes(tmp_path: Path) -> None:
    """Where ``SPARK_HOME`` names an installed Spark; Sail takes its place in all other tests."""
    (tmp_path / "spark").mkdir()
    with java_spark_server(tmp_path / "spark") as url:
        plain = experiment(sample_directory(500))
        expected = trained(tmp_path / "one", plain)
        assert trained(tmp_path / "many", plain, "--spark", url) == expected


def test_parquet_and_bad_lines_with_and_without_a_cluster(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The text comes from a Parquet file with two bad rows, and again from files of lines without them."""
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    world = sample_directory(300)
    sides: list[list[bytes | None]] = [
        [*(world / name).read_bytes().splitlines()] for name in ("train.qar", "train.qot")
    ]
    source, target = ([*side[:7], b"x", *side[7:200], b"x", *side[200:]] for side in sides)
    source[7], target[201] = b"\xff", None
    table = arrow.table({"source": source, "target": target})
    parquet.write_table(table, tmp_path / "train.parquet", row_group_size=50)
    text = str(tmp_path / "train.parquet")
    bad = replace(experiment(world), training=Bitext(source=text, target=text))
    lines, expected = (
        trained(tmp_path / "lines", experiment(world)),
        trained(tmp_path / "rows", bad),
    )
    named = {"experiment.toml", "model.toml", "stages.json"}  # they name the text
    assert {name for name in lines if lines[name] != expected.get(name)} == named
    with spark_server() as url:
        assert trained(tmp_path / "cluster", bad, "--spark", url) == expected
    told = [line for line in capsys.readouterr().err.splitlines() if "bad lines" in line]
    assert len(told) == 2 and told[0] == told[1]
    begin = f"warning: 2 pairs are left out, which have bad lines: {text}:8: expected UTF-8"
    assert told[0].startswith(begin) and f"{text}:202: the row has no text" in told[0]
    (tmp_path / "fatal").mkdir()
    fatal = replace(bad, preprocessing=Preprocessing(bad_lines=0))
    (tmp_path / "fatal" / "small.toml").write_text(dump(fatal))
    assert main(["train", str(tmp_path / "fatal" / "small.toml"), "--threads", "1"]) == 1


KILLED = """
import os, signal, sys
import dragoman.cluster.extraction as extraction
from dragoman.cli.main import main

def killed(*arguments):
    os.kill(os.getpid(), signal.SIGKILL)

extraction.table_of = killed  # when all tasks of the rules have run
sys.exit(main(sys.argv[1:]))
"""


def test_a_killed_run_goes_on_with_the_same_bytes(tmp_path: Path) -> None:
    plain = replace(
        experiment(sample_directory(300)), preprocessing=Preprocessing(tokenize=True, truecase=True)
    )
    expected = trained(tmp_path / "one", plain)
    with spark_server() as url:
        place, shared = tmp_path / "killed", tmp_path / "shared"
        place.mkdir()
        (place / "small.toml").write_text(dump(plain))
        options = ["train", str(place / "small.toml"), "--threads", "1"]
        options += ["--spark", url, "--shared", str(shared)]
        (tmp_path / "killed.py").write_text(KILLED)
        ended = subprocess.run([sys.executable, tmp_path / "killed.py", *options], check=False)
        assert ended.returncode == -signal.SIGKILL
        assert not (place / "model").exists() and any(shared.glob(".*parts*"))
        assert main(options) == 0
        assert content(place / "model") == expected
        assert not any(shared.glob(".*parts*"))


def test_a_server_that_is_not_there_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pyspark")
    (tmp_path / "small.toml").write_text(dump(experiment(sample_directory(500))))
    assert main(["train", str(tmp_path / "small.toml"), "--spark", "sc://127.0.0.1:9"]) != 0
    assert "no Spark Connect server answers there" in capsys.readouterr().err
    assert not (tmp_path / "model").exists()


def test_the_command_line_goes_before_the_file(tmp_path: Path) -> None:
    named = replace(experiment(tmp_path), cluster=ClusterOptions(spark="sc://a:1", shared="b"))
    (tmp_path / "small.toml").write_text(dump(named))
    run = ExperimentRun(tmp_path / "small.toml")
    assert run.recipe.resources.cluster == ClusterOptions(spark="sc://a:1", shared="b")

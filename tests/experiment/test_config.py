from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.cli.main import main
from dragoman.common.errors import ConfigError
from dragoman.experiment.config import TEMPLATE, dump, parse_experiment, read_experiment

MINIMAL = '[training]\nsource = "a"\ntarget = "b"\n'


def test_the_dump_reads_back() -> None:
    assert parse_experiment(dump(TEMPLATE), "x.toml") == TEMPLATE


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (MINIMAL + "[decoder]\nstak = 3\n", r"x\.toml: \[decoder\] .*unknown field `stak`"),
        (MINIMAL + '[decoder]\nstack = "many"\n', r"\[decoder\.stack\] Expected `int`, got `str`"),
        (MINIMAL + "[decoder]\nstack = 0\n", r"\[decoder\.stack\] Expected `int` >= 1"),
        (
            MINIMAL + '[tuning]\nmethod = "magic"\n',
            r"\[tuning\.method\] Invalid enum value 'magic'",
        ),
        ("[training]\n", r"missing required field `source`"),
        ("[training\n", r"not a TOML file"),
    ],
)
def test_what_is_wrong_is_named(text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        parse_experiment(text, "x.toml")


def test_missing_files_and_directories(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no such file"):
        read_experiment(tmp_path / "none.toml")
    with pytest.raises(ConfigError, match="found a directory"):
        read_experiment(tmp_path)


def test_the_verb(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "--dump"]) == 0
    file = tmp_path / "e.toml"
    file.write_text(capsys.readouterr().out)
    assert main(["config", str(file)]) == 1
    assert "no such file" in capsys.readouterr().err
    file.write_text(MINIMAL)
    for name in ("a", "b"):
        (tmp_path / name).write_text("x\n")
    assert main(["config", str(file)]) == 0
    file.write_text("nonsense = 1\n")
    assert main(["config", str(file)]) == 1
    assert "nonsense" in capsys.readouterr().err

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from dragoman.cli.main import main
from dragoman.io.artifact import Artifact, ArtifactWriter


@pytest.fixture
def model(tmp_path: Path) -> Path:
    with ArtifactWriter(tmp_path / "lm", kind="language-model") as out:
        out.settings["order"] = 3
        out.array("numbers", np.zeros(7, np.float32))
    with ArtifactWriter(tmp_path / "model", kind="translation-model") as out:
        out.tables["weights"] = {"lm": 0.5}
        out.include("lm", Artifact.open(tmp_path / "lm"))
    return tmp_path / "model"


def test_the_command_shows_components_weights_and_arrays(
    model: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["inspect", str(model)]) == 0
    short = capsys.readouterr().out
    assert "1 array, " in short and "float32" not in short
    assert main(["inspect", str(model), "--arrays"]) == 0
    out = capsys.readouterr().out
    for word in (
        "translation-model",
        "weights",
        "0.5",
        "language-model",
        "order",
        "numbers",
        "float32",
    ):
        assert word in out
    assert main(["inspect", str(model), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["components"]["lm"]["arrays"][0]["shape"] == [7]


def test_an_altered_component_is_refused(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = model / "lm" / "numbers.npy"
    data = bytearray(file.read_bytes())
    data[-1] ^= 1
    file.unlink()
    file.write_bytes(data)
    assert main(["inspect", str(model)]) == 1
    assert "numbers.npy: the content was altered" in capsys.readouterr().err


@pytest.mark.parametrize("what", ["none", "a file"])
def test_what_is_no_model_is_one_sentence(
    tmp_path: Path, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a file").write_text("x")
    assert main(["inspect", str(tmp_path / what)]) == 1
    error = capsys.readouterr().err
    assert "expected a model directory" in error
    assert error.count("\n") == 1

"""The model of the sample world that ``dragoman serve`` makes if none is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.experiment import demo
from dragoman.io.files import read_lines
from dragoman.model import Model


def test_it_translates_and_learns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "PAIRS", 300)
    model = Model.open(demo.make_demo_model(tmp_path))
    line = next(iter(read_lines(tmp_path / "world" / "test.qar")))
    assert str(model.translate(line))
    assert model.learns_alone
    assert model.add([("zorbl", "wibble")]).added == 1
    assert str(model.translate("zorbl")) == "wibble"

"""The quick start's second table: a row for every paper, nothing made twice, nothing of the user's replaced."""

from __future__ import annotations

from pathlib import Path

import pytest

import dragoman.reproduce.ideas as module
from dragoman.common.errors import ConfigError
from dragoman.reproduce.paper import PAPERS


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts are small."""
    sizes = {"PAIRS": 150, "DEV": 10, "TEST": dict.fromkeys(module.TEST, 20)}
    for name, size in sizes.items():
        monkeypatch.setattr(module, name, size)


def test_a_row_for_every_paper(tmp_path: Path) -> None:
    rows = module.run_ideas(tmp_path, 1)
    assert [row.idea.paper for row in rows] == [*PAPERS]
    assert all(0 < row.score < 100 and 0 < row.p <= 1 for row in rows)
    assert rows[0].without == rows[1].without  # the same text, and the same phrases
    assert any(row.score != row.without for row in rows)
    made = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("stage.json")}
    again = module.run_ideas(tmp_path, 1)
    assert [(r.without, r.score, r.p) for r in again] == [(r.without, r.score, r.p) for r in rows]
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("stage.json")} == made


def test_an_experiment_of_the_users_stays(tmp_path: Path) -> None:
    config = tmp_path / "ideas" / "cohesion" / "phrases.toml"
    config.parent.mkdir(parents=True)
    config.write_text("mine")
    with pytest.raises(ConfigError, match=r"phrases\.toml is there already; name another"):
        module.run_ideas(tmp_path, 1)
    assert config.read_text() == "mine" and len([*tmp_path.rglob("*")]) == 3

"""A paper from its preset to its tables, in small; a run that was stopped goes on; wrong requests are refused."""

from __future__ import annotations

import json
import shlex
import tomllib
from pathlib import Path

import msgspec
import pytest

import dragoman.reproduce.reproduction as module
from dragoman.cli.main import main
from dragoman.common.errors import ConfigError
from dragoman.experiment.run import ExperimentRun
from dragoman.reproduce.page import report_page
from dragoman.reproduce.paper import Paper, Quick, SettingTables, read_paper
from dragoman.reproduce.rows import asked_settings
from dragoman.reproduce.study import Request
from dragoman.reproduce.text import table_markdown, table_text, title_of

ROWS = ("base", "coh")


SETTINGS: SettingTables = {
    "alignment": {"schedule": "ibm1:1"},
    "tuning": {"method": "none"},
    "lm": {"order": 2, "prune": []},
    "decoder": {"search": "cube", "stack": 5, "pop_limit": 5},
    "chart": {"pop_limit": 2},
    "treelet": {"beam": 1},
}


def smaller(name: str) -> Paper:
    """A preset with a world of some sentences."""
    paper = read_paper(name)
    tests = tuple(msgspec.structs.replace(t, first=1, last=0) for t in paper.sample.tests)
    return msgspec.structs.replace(
        paper,
        world=msgspec.structs.replace(paper.world, train=120, dev=10, test=20),
        quick=Quick(120, 5, 20, settings=SETTINGS),
        sample=msgspec.structs.replace(paper.sample, tests=tests),
    )


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Presets are small."""
    monkeypatch.setattr(module, "read_paper", smaller)


def test_from_the_command_to_the_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["reproduce", "cherry2008", "--quick", "--rows", "coh", "--threads", "1"]
    assert main([*arguments, "--output", str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert "Table 3 (section 4.2)" in shown and "32.88" in shown and "+0.53" in shown
    data = json.loads((tmp_path / "cherry2008.json").read_text("utf-8"))
    assert [*data["rows"]] == [*ROWS] and data["quick"] and data["version"]
    assert data["command"] == "dragoman reproduce cherry2008 --rows coh --quick"
    table = next(one for one in data["tables"] if one["table"] == "table 3")
    base, coh = (line["cells"][0] for line in table["lines"])
    assert coh["change"] == pytest.approx(coh["value"] - base["value"])
    assert coh["published"] == 32.22 and coh["published_change"] == pytest.approx(0.18)
    page = (tmp_path / "cherry2008.html").read_text("utf-8")
    assert (
        "<svg" in page
        and "distortion_limit = 10" in page
        and "http://" not in page.replace("http://www.w3.org", "")
    )
    judge = tmp_path / "cherry2008" / "sample" / "judge-dev-test"
    lines = {
        name: len((judge / name).read_text("utf-8").splitlines()) for name in (*ROWS, "labels")
    }
    assert set(lines.values()) == {20}


def test_settings_instead_of_the_papers(tmp_path: Path) -> None:
    """They hold for all rows, but for what a row changes; the command says so, and what is not one is refused."""
    wrong = Request(quick=True, settings=("decoder.serch=cube",))
    with pytest.raises(ConfigError, match="serch"):
        module.reproduce("galley2010", tmp_path, request=wrong)
    given = ["decoder.distortion_limit=7", "decoder.search=stack", "decoder.gaps=both"]
    given.append('evaluation.metrics=["bleu", "ter", "chrf"]')
    arguments = ["reproduce", "galley2010", "--quick", "--rows", "src", "--threads", "1"]
    assert main([*arguments, "--output", str(tmp_path), "--set", *given]) == 0
    command = json.loads((tmp_path / "galley2010.json").read_text("utf-8"))["command"]
    assert [*shlex.split(command)][-5:] == ["--set", *given]
    for row, gaps in (("base", "both"), ("src", "source")):
        path = tmp_path / "galley2010" / "sample" / f"{row}.1.toml"
        found = tomllib.loads(path.read_text("utf-8"))
        decoder = found["decoder"]
        assert (decoder["distortion_limit"], decoder["search"], decoder["gaps"]) == (
            7,
            "stack",
            gaps,
        )
        assert found["evaluation"]["metrics"] == ["bleu", "ter", "chrf"]


@pytest.mark.parametrize(
    "wrong", ["decoder", "decoder=1", "decoder.search", ".search=cube", "a.=1"]
)
def test_what_is_not_a_setting_is_refused(wrong: str) -> None:
    with pytest.raises(ConfigError, match=r"TABLE\.NAME=VALUE"):
        asked_settings([wrong])


def test_a_run_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, begun = ExperimentRun.run, list[str]()

    def stopped(run: ExperimentRun, **given: bool) -> object:
        begun.append(run.path.name)
        if len(begun) == 2:
            raise KeyboardInterrupt
        return whole(run, **given)

    request = Request(rows=ROWS, quick=True)
    monkeypatch.setattr(ExperimentRun, "run", stopped)
    with pytest.raises(KeyboardInterrupt):
        module.reproduce("cherry2008", tmp_path, request=request)
    kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "work").glob("*/stage.json")}
    assert kept and not (tmp_path / "cherry2008.json").exists()
    monkeypatch.setattr(ExperimentRun, "run", whole)
    first = module.reproduce("cherry2008", tmp_path, request=request)
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    again = module.reproduce("cherry2008", tmp_path, request=request)
    assert again.tables == first.tables


@pytest.mark.parametrize(
    ("name", "rows", "tables"),
    [
        ("galley2010", ("src", "hiero-src"), ["table 2", "table 2", "figure 6"]),
        (
            "ture2012",
            ("c3", "forced"),
            [
                "section 3 and table 1",
                "table 2",
                "table 3",
                "table 4",
                "section 5, sample of cases",
            ],
        ),
        ("carreras2009", ("syntax-no-pi",), ["section 6", "table 1", "table 2"]),
        ("together", ("no-gaps", "hiero-all", "treelets"), ["parts"] * 2 + ["systems"] * 2),
        ("tuners", ("mira", "large-mert"), ["tuners", "seeds"]),
    ],
)
def test_tables_of_every_kind(
    name: str, rows: tuple[str, ...], tables: list[str], tmp_path: Path
) -> None:
    found = module.reproduce(name, tmp_path, request=Request(rows=rows, quick=True))
    assert [made.table for made in found.tables] == tables
    for made in found.tables:
        assert all(len(line.cells) == len(made.columns) for line in made.lines)
        assert title_of(made) in table_text(made)
        assert title_of(made) in " ".join(table_markdown(made).split())
    [*_, forced] = [made for made in found.tables if made.published_set == "MT08, Arabic"] or [None]
    if forced is not None:
        counts = {line.name: line.cells[0].value or 0.0 for line in forced.lines}
        assert counts["consistent"] + counts["in several ways"] == counts["and a different one"]
        assert counts["and a different one"] <= counts["all cases"]


def test_seeds_differ_and_tuning_has_a_cost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paper = smaller("tuners")
    tuned = {**SETTINGS, "tuning": {"method": "mert", "iterations": 2, "kbest": 20}}
    quick = Quick(60, 5, 20, settings=tuned)
    monkeypatch.setattr(
        module, "read_paper", lambda name: msgspec.structs.replace(paper, quick=quick)
    )
    request = Request(rows=("mert",), runs=2, pairs=50, quick=True)
    found = module.reproduce("tuners", tmp_path, request=request)
    assert found.facts["corpora"][0]["parts"]["train"]["sentences"] == 50
    [mean, deviation, worst, cost] = (cell.value for cell in found.tables[-1].lines[0].cells)
    score = found.tables[0].lines[0].cells[0]
    assert (mean, deviation) == (score.value, score.deviation)
    assert worst is not None and mean is not None and worst <= mean
    assert cost is not None and cost > 0
    again = module.reproduce("tuners", tmp_path, request=request)
    assert again.tables == found.tables  # the cost is that of the runs that were made


def test_a_text_leaves_out_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paper = smaller("cherry2008")
    sample = msgspec.structs.replace(paper.sample, without=("coh", "lex+coh"))
    less = msgspec.structs.replace(paper, sample=sample)
    monkeypatch.setattr(module, "read_paper", lambda name: less)
    found = module.reproduce("cherry2008", tmp_path, request=Request(quick=True))
    table = next(made for made in found.tables if made.table == "table 3")
    assert [line.name for line in table.lines] == ["base", "lex"]
    assert "table 4" not in {made.table for made in found.tables}
    assert "has no trees for it: coh, lex+coh." in report_page([found])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["cherry"], "there is no paper 'cherry'"),
        (["cherry2008", "--rows", "coh9"], "there is no row 'coh9'; did you mean"),
        (["all", "--rows", "base"], "--rows needs one paper"),
        (["cherry2008", "--data", "nowhere"], "nowhere: no such folder (--data names"),
        (
            ["cherry2008", "--data", "."],
            "train.en: no such file, compressed or not; docs/reproduce.md",
        ),
    ],
)
def test_wrong_requests(
    arguments: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["reproduce", *arguments]) == 1
    error = capsys.readouterr().err
    assert told in error and error.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_the_preset_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reproduce", "cherry2008", "--show"]) == 0
    shown = capsys.readouterr().out
    assert msgspec.toml.decode(shown.encode(), type=Paper) == read_paper("cherry2008")
    assert main(["reproduce", "cherry2008", "--show", "--rows", "lex+coh"]) == 0
    assert 'changes.decoder.cohesion = ["coh1"]' in capsys.readouterr().out


def test_no_text_of_the_data_is_left(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no such folder"):
        module.reproduce("cherry2008", tmp_path / "out", str(tmp_path / "none"))

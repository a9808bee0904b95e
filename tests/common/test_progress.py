"""Progress and cancelling of long calls, and what a log shows of them."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

import dragoman
from dragoman.cli.main import main
from dragoman.common import progress as shown
from dragoman.common.progress import Report, progress, stage_lines, watched
from dragoman.grammar.moses import read_moses, write_moses
from dragoman.lm import LanguageModel, LMOptions, estimate
from dragoman.lm.interpolation import Mixture
from dragoman.model.moses.exchange import import_moses

LINES = ["the house is small", "a man sees the house", "the man is small"] * 20
PHRASES = "das haus ||| the house ||| 0.5 0.4 0.3 0.2 ||| 0-0 1-1 ||| 1 1 1\n"
INI = """[feature]
UnknownWordPenalty
WordPenalty
PhrasePenalty
Distortion
PhraseDictionaryMemory name=TranslationModel0 num-features=4 path=phrases.gz input-factor=0 output-factor=0
KENLM name=LM0 factor=0 path=lm.arpa order=2
[weight]
UnknownWordPenalty0= 1
WordPenalty0= -1
PhrasePenalty0= 0.2
TranslationModel0= 0.2 0.2 0.2 0.2
Distortion0= 0.3
LM0= 0.5
"""


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "text").write_text("\n".join(LINES) + "\n", encoding="utf-8")
    estimate(LINES, LMOptions(order=2)).write_arpa(tmp_path / "lm.arpa")
    with gzip.open(tmp_path / "phrases.gz", "wt", encoding="utf-8") as out:
        out.write(PHRASES)
    (tmp_path / "moses.ini").write_text(INI, encoding="utf-8")
    return tmp_path


Call = Callable[[Path, Report], object]
CALLS: dict[str, Call] = {
    "estimate": lambda at, report: estimate(at / "text", progress=report),
    "open": lambda at, report: LanguageModel.open(at / "lm.arpa", report),
    "text_score": lambda at, report: LanguageModel.open(at / "lm.arpa").text_score(
        LINES, progress=report
    ),
    "line_scores": lambda at, report: list(
        LanguageModel.open(at / "lm.arpa").line_scores(LINES, progress=report)
    ),
    "write_arpa": lambda at, report: LanguageModel.open(at / "lm.arpa").write_arpa(
        at / "out.arpa", progress=report
    ),
    "mixture": lambda at, report: Mixture([at / "lm.arpa"], report),
    "tune": lambda at, report: Mixture([at / "lm.arpa"]).tune(LINES, report),
    "read_moses": lambda at, report: read_moses(at / "phrases.gz", progress=report),
    "write_moses": lambda at, report: write_moses(
        read_moses(at / "phrases.gz"), at / "out.gz", progress=report
    ),
    "import_moses": lambda at, report: import_moses(at / "moses.ini", report),
}


class StopError(Exception):
    """Cancels a call."""


@pytest.mark.parametrize("name", CALLS)
def test_long_calls_report_and_stop(name: str, files: Path) -> None:
    heard: list[tuple[int, int]] = []
    CALLS[name](files, lambda done, total: heard.append((done, total)))
    assert heard
    assert all(total == 0 or done <= total for done, total in heard)

    def stop(done: int, total: int) -> None:
        raise StopError

    with pytest.raises(StopError):
        CALLS[name](files, stop)


def test_whoever_watches_hears_of_calls_inside(files: Path) -> None:
    heard: list[int] = []
    with dragoman.watched(lambda done, total: heard.append(total)):
        LanguageModel.open(files / "lm.arpa")
    assert (files / "lm.arpa").stat().st_size in heard


def test_a_log_gets_a_line_for_a_long_stage_of_a_command(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level("INFO", "dragoman")
    monkeypatch.setattr(shown, "_LONG", 0.0)
    with progress("reading"):
        pass
    with stage_lines(), stage_lines(False), progress("reading"):
        pass
    assert caplog.messages == []
    with stage_lines(), progress("reading"):
        pass
    assert caplog.messages == ["reading: 0.0 s"]


def test_import_tells_its_stages(
    files: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shown, "_LONG", 0.0)
    assert main(["import", str(files / "moses.ini"), str(files / "model")]) == 0
    told = capsys.readouterr().err
    assert "phrases.gz: " in told
    assert "lm.arpa: " in told


def test_bars_do_not_nest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAGOMAN_PROGRESS", "1")
    heard: list[int] = []
    with watched(lambda done, total: heard.append(done)), progress("outer") as outer:
        with progress("inner") as inner:
            inner(1, 2)
        outer(2, 0)
    assert heard == [1, 2]

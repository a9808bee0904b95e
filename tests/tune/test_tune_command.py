"""``dragoman tune`` says what it does, what it keeps, and what the outcome scores."""

from __future__ import annotations

from pathlib import Path

import pytest
import sacrebleu

from dragoman.cli.main import main
from dragoman.tune.journal import kept_iterations
from dragoman.tune.report import IterationLines, TuningIteration
from support.model.handful import make_model

COMMAND = [
    "tune",
    "model",
    "--source",
    "dev.de",
    "--reference",
    "dev.en",
    "--output",
    "tuned",
    "--iterations",
    "2",
]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The working directory has a model and a development set."""
    monkeypatch.chdir(tmp_path)
    make_model().save("model")
    Path("dev.de").write_text("das haus ist klein\ndas ist das haus\n" * 3, encoding="utf-8")
    Path("dev.en").write_text("the building is small\nthat is the house\n" * 3, encoding="utf-8")
    return monkeypatch


def test_the_verb_from_dry_run_to_score(
    here: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*COMMAND, "--dry-run"]) == 0
    assert "at most 2 iterations, 0 kept in tuned.tuning" in capsys.readouterr().err
    assert not Path("tuned").exists() and not Path("tuned.tuning").exists()

    assert main(COMMAND) == 0
    said = capsys.readouterr()
    assert "iteration 1 of at most 2, BLEU on dev " in said.err and "iteration 3" not in said.err
    assert "The tuned model is in tuned." in said.out
    assert main(["translate", "tuned", "--input", "dev.de"]) == 0
    lines = capsys.readouterr().out.splitlines()
    references = Path("dev.en").read_text(encoding="utf-8").splitlines()
    expected = sacrebleu.corpus_bleu(lines, [references], tokenize="none", force=True).score
    assert f"bleu on the development set: {expected:.2f} (nrefs:1" in said.out

    kept = kept_iterations(Path("tuned.tuning"))
    assert kept >= 1
    assert main([*COMMAND, "--dry-run"]) == 0
    assert f"{kept} kept in tuned.tuning" in capsys.readouterr().err


def test_an_interrupted_run_says_what_is_kept_and_goes_on(
    here: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [*COMMAND, "--method", "mert"]  # MIRA has nothing to move in so small a text

    def interrupt(self: IterationLines, line: TuningIteration, kept: bool) -> None:
        if line.number == 2:
            raise KeyboardInterrupt

    with here.context() as patched:
        patched.setattr(IterationLines, "__call__", interrupt)
        assert main(command) == 130
    told = "stopped; iterations kept in tuned.tuning: 1; the same command again goes on there\n"
    assert told in capsys.readouterr().err and not Path("tuned").exists()
    assert main([*command, "--dry-run"]) == 0
    assert "1 kept in tuned.tuning" in capsys.readouterr().err
    assert main(command) == 0

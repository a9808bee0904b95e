"""The command ``lm``."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.cli.main import main
from dragoman.lm import LanguageModel

TEXT = "the house is small\nthe house is big\na small house\n"


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "text"
    path.write_text(TEXT)
    return path


def test_build_binarize_score_perplexity(
    text: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arpa, binary = str(tmp_path / "m.arpa.gz"), str(tmp_path / "m.lm")
    assert main(["lm", "build", "-o", "3", "--output", arpa, str(text)]) == 0
    assert main(["lm", "binarize", arpa, binary]) == 0
    capsys.readouterr()
    lm = LanguageModel.open(binary)
    expected = "".join(f"{lm.score(line):.6f}\n" for line in TEXT.splitlines())
    for model in (arpa, binary):
        assert main(["lm", "score", model, str(text)]) == 0
        assert capsys.readouterr().out == expected
    assert main(["lm", "perplexity", binary, str(text)]) == 0
    report = dict(line.split() for line in capsys.readouterr().out.splitlines())
    assert float(report["perplexity"]) == pytest.approx(lm.perplexity(TEXT.splitlines()), abs=1e-3)
    assert (report["lines"], report["words"], report["unknown"]) == ("3", "14", "0")


def test_build_a_binary_at_once(text: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "m.lm")
    assert main(["lm", "build", "-o", "2", "--binary", "--output", out, str(text)]) == 0
    assert LanguageModel.open(out).order == 2


def test_a_vocabulary_limits_the_words(text: Path, tmp_path: Path) -> None:
    (tmp_path / "words").write_text("house\nsmall castle\n")
    out = str(tmp_path / "m.arpa")
    vocab = str(tmp_path / "words")
    assert main(["lm", "build", "-o", "2", "--vocab", vocab, "--output", out, str(text)]) == 0
    lm = LanguageModel.open(out)
    assert "house" in lm
    assert "the" not in lm
    assert len(lm) == 5


@pytest.mark.parametrize(
    "arguments",
    [
        ["build", "-o", "9"],
        ["build", "--prune", "1"],
        ["build", "--prune", "-1"],
        ["build", "--limit-memory", "much"],
        ["build", "--binary"],
        ["score", "no-such-file"],
        [],
    ],
)
def test_misuse_is_one_sentence(
    arguments: list[str], capsys: pytest.CaptureFixture[str], text: Path
) -> None:
    if arguments:
        arguments = [*arguments, "--"] if "--prune" in arguments else arguments
        arguments = [*arguments, str(text)]
    assert main(["lm", *arguments]) != 0
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1

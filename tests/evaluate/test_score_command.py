from __future__ import annotations

import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple

import pytest
from sacrebleu.metrics.bleu import BLEU

from dragoman.cli.main import main
from dragoman.evaluate.metric import MetricOptions


class Done(NamedTuple):
    """What came of a command."""

    returncode: int
    stdout: str
    stderr: str


def score(*arguments: str, text: str = "") -> Done:
    out, err = StringIO(), StringIO()
    with TemporaryFile("w+") as given, redirect_stdout(out), redirect_stderr(err):
        given.write(text)
        given.seek(0)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdin", given)
            code = main(["score", *arguments])
    return Done(code, out.getvalue(), err.getvalue())


@pytest.fixture
def reference(tmp_path: Path) -> str:
    path = tmp_path / "ref"
    path.write_text("the house is small .\nthe cat sat on the mat\n")
    return str(path)


def test_scores_with_documents_and_sentences(reference: str, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.write_text("one\ntwo\n")
    text = "the house is big .\nthe cat sat on the mat\n"
    done = score(
        "--reference", reference, "--json", "--docs", str(docs), "--sentence-level", text=text
    )
    results = json.loads(done.stdout)
    assert [r["name"] for r in results] == ["BLEU", "chrF2", "TER"]
    peer = BLEU(force=True)
    lines = Path(reference).read_text().splitlines()
    assert results[0]["score"] == peer.corpus_score(text.splitlines(), [lines]).score
    assert results[0]["documents"]["two"] == pytest.approx(100)
    assert results[2]["sentences"] == pytest.approx([20.0, 0.0])


def test_plain_output_carries_the_signature(reference: str) -> None:
    done = score("--reference", reference, "--metric", "bleu", "--lowercase", text="a\nb\n")
    assert done.stdout.startswith("BLEU|nrefs:1|case:lc|eff:no|tok:13a|smooth:exp|version:")
    assert "= 0.00 0.0/0.0/0.0/0.0 (BP = 0.0" in done.stdout


@pytest.mark.parametrize("text", ["one line\n", ""])
def test_unequal_lines_are_one_sentence(reference: str, text: str) -> None:
    done = score("--reference", reference, text=text)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "they must match line by line" in done.stderr


def test_a_translation_among_the_references_is_told_where_to_stand(
    reference: str, tmp_path: Path
) -> None:
    output = tmp_path / "output"
    output.write_text(Path(reference).read_text())
    done = score("--reference", reference, str(output))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    wanted = f"dragoman score {output} --reference {reference}"
    assert wanted in done.stderr
    assert main([*wanted.split()[1:], "--tokenized"]) == 0


@pytest.mark.parametrize(
    ("options", "tokenization"),
    [
        ([], "13a"),
        (["--language", "de"], "13a"),
        (["--language", "zh-CN"], "zh"),
        (["--tokenized"], "none"),
        (["--tokenize", "char"], "char"),
    ],
)
def test_the_same_tokenisation_for_score_compare_and_python(
    options: list[str], tokenization: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "text"
    file.write_text("他们 在 那里，真的。\n" * 3, encoding="utf-8")
    common = ["--reference", str(file), "--metric", "bleu", *options]
    assert main(["score", str(file), *common]) == 0
    assert f"|tok:{tokenization}|" in capsys.readouterr().out
    assert main(["compare", str(file), str(file), *common, "--samples", "2"]) == 0
    assert f"|tok:{tokenization}|" in capsys.readouterr().out


def test_python_has_the_same_defaults() -> None:
    assert MetricOptions().tokenize == MetricOptions.of_text("de").tokenize == "13a"
    assert MetricOptions.of_text("zh").tokenize == "zh"
    assert MetricOptions.of_text("zh", tokenized=True).tokenize == "none"

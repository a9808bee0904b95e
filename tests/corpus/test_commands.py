from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.cli.main import main


def _run(command: str, tmp_path: Path, text: str, *options: str) -> str:
    source, result = tmp_path / "in.txt", tmp_path / "out.txt"
    source.write_text(text, encoding="utf-8")
    assert main([*command.split(), *options, "--input", str(source), "--output", str(result)]) == 0
    return result.read_text(encoding="utf-8")


def test_a_line_in_is_a_line_out(tmp_path: Path) -> None:
    text = "Don't.\n\n  \nIt's \u2028 here\x0c!\n"
    tokens = _run("tokenize", tmp_path, text, "--language", "en")
    assert tokens == "Do n't .\n\n\nIt 's here !\n"
    assert _run("detokenize", tmp_path, tokens) == "Don't.\n\n\nIt's here!\n"


def test_case(tmp_path: Path) -> None:
    model = tmp_path / "case.tsv"
    text = "I saw the Council. The Council saw me.\n"
    _run_training(tmp_path, text, model)
    tokens = _run("tokenize", tmp_path, "The Council.\n", "--truecase", str(model))
    assert tokens == "the Council .\n"
    tokenized = _run("tokenize", tmp_path, "The Council.\n")
    assert _run("truecase apply", tmp_path, tokenized, str(model)) == tokens
    assert _run("detokenize", tmp_path, tokens, "--recase") == "The Council.\n"
    assert _run("tokenize", tmp_path, "The Council.\n", "--lowercase") == "the council .\n"


def _run_training(tmp_path: Path, text: str, model: Path) -> None:
    source = tmp_path / "train.txt"
    source.write_text(_run("tokenize", tmp_path, text))
    assert main(["truecase", "train", str(model), "--input", str(source)]) == 0
    assert main(["truecase", "train", str(source), "--input", str(source)]) == 1


def test_wrong_bytes_are_one_sentence(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "latin1"
    source.write_bytes("fein\ngrün\n".encode("latin1"))
    for command in ("tokenize", "detokenize"):
        result = tmp_path / "out"
        assert main([command, "--input", str(source), "--output", str(result)]) == 1
        assert "latin1:2: expected UTF-8 text" in capfd.readouterr().err
        assert not result.exists()


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("xx", "there is no language 'xx'"),
        ("eng", "there is no language 'eng'; did you mean 'en'?"),
        ("ger", "there is no language 'ger'; did you mean 'de'?"),
    ],
)
def test_a_language_that_does_not_exist(
    code: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, result = tmp_path / "in.txt", tmp_path / "out.txt"
    source.write_text("ja\n")
    for command in ("tokenize", "detokenize"):
        options = ["--input", str(source), "--output", str(result), "--language", code]
        assert main([command, *options]) == 1
        assert told in capsys.readouterr().err
        assert not result.exists()


def test_a_language_without_two_letters(tmp_path: Path) -> None:
    assert _run("tokenize", tmp_path, "Haj.\n", "--language", "hsb") == "Haj .\n"

"""What cannot run is refused by ``dragoman config`` and ``dragoman train``, before the first stage."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.cli.main import main

EXPERIMENT = """
[training]
source = "train.de"
target = "train.en"
docs = "train.docs"
[development]
source = "dev.de"
target = ["dev.en", "dev.en2"]
conllu = "dev.conllu"
[[test]]
source = "test.de"
target = "test.en"
"""
TREE = "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    for name in ("train.de", "train.en", "train.docs"):
        (tmp_path / name).write_text("a\nb\nc\n")
    for name in ("dev.de", "dev.en", "dev.en2", "test.de", "test.en"):
        (tmp_path / name).write_text("a\na\n")
    (tmp_path / "dev.conllu").write_text(2 * TREE)
    (tmp_path / "x.toml").write_text(EXPERIMENT)
    return tmp_path


def test_a_sound_experiment(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", str(place / "x.toml")]) == 0
    assert "sound" in capsys.readouterr().out
    (place / "test.en").write_text("a\na")  # the last line need not end
    assert main(["config", str(place / "x.toml")]) == 0


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("train.en", "a\nb\n", "[training] the files must be equally long: train.de has 3 lines, "),
        ("train.docs", "a\n", "train.docs has 1 lines"),
        ("dev.en2", "a\n", "[development] the files must be equally long: dev.de has 2 lines, "),
        ("dev.conllu", TREE, "dev.conllu has 1 trees"),
        ("test.de", "a\nb\nc\n", "[[test]] test the files must be equally long: test.de has 3 "),
        ("test.de", None, "test.de: no such file"),
        ("x.toml", EXPERIMENT + '[alignment]\nfile = "test.de"\n', "test.de has 2 lines"),
        ("x.toml", EXPERIMENT + '[alignment]\nfile = "none"\n', "none: no such file"),
        ("x.toml", EXPERIMENT + '[lm]\ntext = ["."]\n', "expected a file, found a directory"),
        (
            "x.toml",
            EXPERIMENT.replace('"train.en"', '["train.en", "train.de"]'),
            "[training] target: expected one file",
        ),
        ("x.toml", EXPERIMENT + EXPERIMENT[EXPERIMENT.index("[[test]]") :], "called 'test'"),
        (
            "x.toml",
            EXPERIMENT + '[preprocessing]\ntokenize = true\nsource_language = "german"\n',
            "[preprocessing] source_language: there is no language 'german'",
        ),
        (
            "x.toml",
            EXPERIMENT + '[preprocessing]\ntokenize = true\ntarget_language = "generc"\n',
            "did you mean 'generic'?",
        ),
        (
            "x.toml",
            EXPERIMENT + '[evaluation]\ntokenize = "14a"\n',
            "[evaluation]: the tokenization '14a' is not available",
        ),
        (
            "x.toml",
            EXPERIMENT + '[grammar]\ngaps = "none"\nreordering = "pieces"\n',
            "[grammar] reordering: ",
        ),
    ],
)
def test_what_cannot_run_is_refused_at_once(
    place: Path, name: str, content: str | None, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if content is None:
        (place / name).unlink()
    else:
        (place / name).write_text(content)
    for command in (["config"], ["train"], ["train", "--dry-run"]):
        assert main([*command, str(place / "x.toml")]) == 1
        told = capsys.readouterr().err
        assert told.startswith(f"dragoman: {place / 'x.toml'}: ") and told.count("\n") == 1
        assert message in told
    assert not (place / "work").exists() and not (place / "model").exists()


@pytest.mark.parametrize("code", ["de", "pt-BR", "zh_Hant", "fi", "generic", "qaa"])
def test_languages_that_exist(place: Path, code: str) -> None:
    more = f'[preprocessing]\ntokenize = true\nsource_language = "{code}"\n'
    (place / "x.toml").write_text(EXPERIMENT + more)
    assert main(["config", str(place / "x.toml")]) == 0


def test_cohesion_needs_trees_wherever_text_is_translated(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = EXPERIMENT + '[decoder]\ncohesion = ["coh1"]\n'
    (place / "x.toml").write_text(text)
    assert main(["config", str(place / "x.toml")]) == 1
    assert "[[test]] test conllu: the search looks at cohesion" in capsys.readouterr().err
    (place / "test.conllu").write_text(2 * TREE)
    (place / "x.toml").write_text(
        text.replace('target = "test.en"', 'target = "test.en"\nconllu = "test.conllu"')
    )
    assert main(["config", str(place / "x.toml")]) == 0

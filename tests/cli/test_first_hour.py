"""What newcomers do wrong is noticed, and the sentence says what to do."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from dragoman.cli.main import _describe, main
from dragoman.common.errors import ConfigError, ModelError
from dragoman.evaluate import BLEU
from dragoman.model import Model
from support.model.handful import make_model


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    make_model().save(tmp_path / "model")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) == 1
    return capsys.readouterr().err


def test_a_text_in_another_language_is_noticed(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for text, noticed in (("le chat dort", True), ("le haus dort", False), ("le chat", False)):
        (place / "text").write_text(text + "\n")
        assert main(["translate", "model", "--input", "text"]) == 0
        assert ("knows none of the 3 words" in capsys.readouterr().err) == noticed


def test_a_folder_that_is_not_there_is_not_made(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("page.html", "other.html"):
        (place / name).write_text("<p>das haus</p>")
    one = said(capsys, "translate", "model", "page.html", "-o", "typo/page.html")
    many = said(capsys, "translate", "model", "page.html", "other.html", "-o", "typo/pages/")
    assert "typo: No such file or directory" in one and "typo: No such file or directory" in many
    assert not (place / "typo").exists()
    assert main(["translate", "model", "page.html", "other.html", "-o", "pages/"]) == 0
    assert (place / "pages" / "other.html").exists()


def test_a_model_that_is_not_there(place: Path) -> None:
    with pytest.raises(ModelError, match="there is nothing of this name"):
        Model.open("nosuch")
    (place / "file").write_text("x")
    with pytest.raises(ModelError, match="found a file"):
        Model.open("file")


def test_text_in_latin1_gets_a_hint(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "text").write_bytes("schön\n".encode("latin-1"))
    assert "iconv -f latin1 -t utf-8" in said(capsys, "translate", "model", "--input", "text")


def test_what_is_no_text_is_an_error_of_types() -> None:
    with pytest.raises(TypeError, match="number 0 is of the type int"):
        make_model().translate(3)  # type: ignore[call-overload]


@pytest.mark.parametrize("option", ["nbest", "threads", "kbest_filter"])
@pytest.mark.parametrize("wrong", ["x", -1, 1.5])
def test_counts_are_whole_numbers(option: str, wrong: object) -> None:
    with pytest.raises((TypeError, ConfigError), match=f"{option}: expected a whole number"):
        make_model().translate("das haus", **{option: wrong})  # type: ignore[call-overload]


def test_metrics_and_aligners_show_their_settings() -> None:
    assert repr(BLEU(tokenize="none")).startswith("BLEU(nrefs:1|case:mixed|")


def test_a_full_disk_says_how_to_go_on() -> None:
    full = OSError(errno.ENOSPC, "No space left on device", "x")
    assert _describe(full).startswith("x: No space left on device; ")
    assert "make room" in _describe(full)
    assert _describe(OSError(errno.ENOENT, "No such file", "x")) == "x: No such file"


def test_whoever_stops_training_is_told_how_to_go_on(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for side in ("de", "en"):
        (place / f"news.{side}").write_text("".join(f"a b c {n}\n" for n in range(500)))

    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    command = ["train", "news.de", "news.en", "--languages", "de-en"]
    with monkeypatch.context() as patched:
        patched.setattr("dragoman.experiment.from_texts.NewExperiment.say", stop)
        assert main(command) == 130
    assert "give the same command again" in capsys.readouterr().err
    monkeypatch.setattr("dragoman.experiment.run.ExperimentRun.run", stop)
    assert main(command) == 130
    assert "dragoman train de-en.toml --dry-run" in capsys.readouterr().err

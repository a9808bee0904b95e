"""Raw text on either side of a model: prepared as in training, whichever verb reads it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.cli.main import main
from dragoman.common.progress import ALWAYS
from dragoman.corpus.casing import Truecaser
from dragoman.model import Model
from dragoman.model.text import TextSettings, TextWorker
from model.handful import make_model

ENGLISH = Truecaser.train(["The house is small", "He saw the House of Lords", "So the end"])
GERMAN = Truecaser.train(["Das ist klein", "Und das ist klein"])
RAW = TextSettings(True, "de", "en", truecaser=GERMAN, target_truecaser=ENGLISH)


def test_references_become_the_words_of_the_decoder() -> None:
    assert TextWorker(RAW).reference("The house, he said.") == [
        "the",
        "house",
        ",",
        "he",
        "said",
        ".",
    ]
    lower = TextSettings(tokenize=True, target_language="en", lowercase=True)
    assert TextWorker(lower).reference("The House.") == ["the", "house", "."]
    assert TextWorker(TextSettings()).reference("The House.") == ["The", "House."]


def test_control_characters_separate_words_on_both_sides() -> None:
    worker = TextWorker(TextSettings())
    assert worker.prepare("das\u200bhaus\x07 ist") == ["das", "haus", "ist"]
    assert worker.reference("the\u00a0house") == ["the", "house"]


def test_both_truecasers_are_saved(tmp_path: Path) -> None:
    model = make_model()
    model.text = RAW
    model.save(tmp_path / "model")
    text = Model.open(tmp_path / "model").text
    assert TextWorker(text).reference("The house") == ["the", "house"]
    assert TextWorker(text).prepare("Das ist klein.") == ["das", "ist", "klein", "."]


@pytest.mark.parametrize("method", ["mert", "mert-forest", "mira", "pro"])
def test_raw_references_are_tuned_on(
    method: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(ALWAYS, "1")
    model = make_model()
    model.text = RAW
    model.save(tmp_path / "model")
    (tmp_path / "dev.de").write_text("Das ist klein\n" * 4)
    (tmp_path / "dev.en").write_text("The is small\n" * 4)
    command = ["tune", "-m", str(tmp_path / "model"), "--output", str(tmp_path / "tuned")]
    command += ["--source", str(tmp_path / "dev.de"), "--reference", str(tmp_path / "dev.en")]
    command += ["--method", method, "--iterations", "2", "--metric", "ter"]
    assert main(command) == 0
    rows = [line.split() for line in capsys.readouterr().err.splitlines()]
    scores = [float(row[1]) for row in rows if row and row[0].isdigit()]
    assert min(scores) == 0, "the translation and its reference differ"
    assert Model.open(tmp_path / "tuned").translate("Das ist klein").text == "The is small"


def test_translations_to_be_forced_may_be_raw(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    model = make_model()
    model.text = RAW
    model.save(tmp_path / "model")
    (tmp_path / "in").write_text("Das haus ist klein\n")
    (tmp_path / "force").write_text("The building is small\n")
    command = ["translate", "-m", str(tmp_path / "model"), "--input", str(tmp_path / "in")]
    assert main([*command, "--force", str(tmp_path / "force")]) == 0
    assert capfdbinary.readouterr().out.decode() == "The building is small\n"

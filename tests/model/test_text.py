"""Raw text on either side of a model: prepared as in training, whichever command reads it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dragoman.cli.main import main
from dragoman.common.errors import ModelError
from dragoman.common.progress import ALWAYS
from dragoman.corpus.casing import Truecaser
from dragoman.corpus.preparation import TextPreparation
from dragoman.model import Model
from dragoman.model.requests.reader import InputReader
from support.model.handful import make_model

ENGLISH = Truecaser.train(["The house is small", "He saw the House of Lords", "So the end"])
GERMAN = Truecaser.train(["Das ist klein", "Und das ist klein"])
RAW = TextPreparation(True, "de", "en", truecaser=GERMAN, target_truecaser=ENGLISH)


def test_references_become_the_words_of_the_decoder() -> None:
    assert RAW.target.words("The house, he said.") == [
        "the",
        "house",
        ",",
        "he",
        "said",
        ".",
    ]
    lower = TextPreparation(tokenize=True, target_language="en", lowercase=True)
    assert lower.target.words("The House.") == ["the", "house", "."]
    assert TextPreparation().target.words("The House.") == ["The", "House."]


def test_control_characters_separate_words_on_both_sides() -> None:
    text = TextPreparation()
    assert text.source.words("das\u200bhaus\x07 ist") == ["das", "haus", "ist"]
    assert text.target.words("the\u00a0house") == ["the", "house"]


def test_both_truecasers_are_saved(tmp_path: Path) -> None:
    model = make_model()
    model.text = RAW
    model.save(tmp_path / "model")
    text = Model.open(tmp_path / "model").text
    assert text.target.words("The house") == ["the", "house"]
    assert text.source.words("Das ist klein.") == ["das", "ist", "klein", "."]


def test_settings_written_by_hand_are_checked(tmp_path: Path) -> None:
    model = make_model()
    model.save(tmp_path / "model")
    toml = tmp_path / "model" / "model.toml"
    text = toml.read_text()
    toml.write_text(text.replace("tokenize = false", 'tokenize = "no"'))
    with pytest.raises(ModelError, match=r"\[text\] tokenize: expected true or false"):
        Model.open(tmp_path / "model")
    toml.write_text(text.replace("tokenize = false", "tokenise = false"))
    with pytest.raises(ModelError, match="there is no setting 'tokenise'"):
        Model.open(tmp_path / "model")


@pytest.mark.parametrize("line", ["", "  ", "Das <keep>Haus</keep>"])
def test_markup_is_cased_and_split_as_plain_lines_are(line: str, tmp_path: Path) -> None:
    (tmp_path / "in").write_text(line + "\n")
    (sentence,) = InputReader(RAW, markup=True).read(tmp_path / "in")
    assert list(sentence.tokens) == RAW.source.words(
        line.replace("<keep>", "").replace("</keep>", "")
    )


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
    command = ["tune", str(tmp_path / "model"), "--output", str(tmp_path / "tuned")]
    command += ["--source", str(tmp_path / "dev.de"), "--reference", str(tmp_path / "dev.en")]
    command += ["--method", method, "--iterations", "2", "--metric", "ter"]
    assert main(command) == 0
    found = re.findall(r"TER on dev ([0-9.]+)", capsys.readouterr().err)
    scores = [float(score) for score in found]
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
    command = ["translate", str(tmp_path / "model"), "--input", str(tmp_path / "in")]
    assert main([*command, "--force", str(tmp_path / "force")]) == 0
    assert capfdbinary.readouterr().out.decode() == "The building is small\n"


def test_translations_that_cannot_be_forced_are_counted(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    make_model().save(tmp_path / "model")
    (tmp_path / "in").write_text("das haus ist klein\ndas haus\n")
    (tmp_path / "force").write_text("the whale is small\nthe house\n")
    command = ["translate", str(tmp_path / "model"), "--input", str(tmp_path / "in")]
    assert main([*command, "--force", str(tmp_path / "force")]) == 0
    said = capfdbinary.readouterr()
    assert said.out.decode() == "\nthe house\n"
    assert b"1 given translations cannot be produced" in said.err

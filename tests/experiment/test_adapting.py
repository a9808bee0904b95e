"""Texts of other kinds: language models that are mixed, dictionaries, and lines that are chosen."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from dragoman.cli.main import main
from dragoman.common.errors import ConfigError
from dragoman.experiment.checks import check_settings
from dragoman.experiment.config import Bitext, Experiment, LanguageModelSection, Tuning
from dragoman.experiment.dump import dump
from dragoman.grammar import extraction_options
from dragoman.lm import LanguageModel, LMOptions
from dragoman.lm.selection import cross_entropy_differences, nearest
from dragoman.model import Model
from support.experiment.small_bitext import bitext


def _write(path: Path, lines: list[str]) -> str:
    path.write_text("".join(f"{line}\n" for line in lines))
    return path.name


def _training(directory: Path, dictionary: str | None = None) -> Bitext:
    german, english = bitext()
    return Bitext(
        source=_write(directory / "train.de", german),
        target=_write(directory / "train.en", english),
        dictionary=dictionary,
    )


def _experiment(directory: Path, **changes: object) -> Path:
    settings: dict[str, object] = {
        "training": _training(directory),
        "lm": LanguageModelSection(order=2),
        "tuning": Tuning(method="none"),
    }
    file = directory / "small.toml"
    file.write_text(dump(Experiment(**{**settings, **changes})))
    return file


OTHER = ["bananas grow on trees in summer"] * 40 + ["summer is warm", "trees grow"] * 20


def test_mixed_models_favour_the_text_that_is_like_the_development_set(tmp_path: Path) -> None:
    german, english = bitext()
    _write(tmp_path / "other.en", OTHER)
    for name, like in (("own", english), ("alien", OTHER)):
        dev = Bitext(
            source=_write(tmp_path / f"{name}.de", german[:50]),
            target=_write(tmp_path / f"{name}.en", like[:50]),
        )
        mixed = LanguageModelSection(order=2, text=("other.en",), mix=True)
        file = _experiment(tmp_path, name=name, output=f"{name}.model", development=dev, lm=mixed)
        assert main(["train", str(file)]) == 0
    own, alien = (Model.open(tmp_path / f"{name}.model").lms[0] for name in ("own", "alien"))
    assert own.perplexity(english[50:]) < alien.perplexity(english[50:])
    assert alien.perplexity(OTHER[:5]) < own.perplexity(OTHER[:5])
    # All words of all texts are there.
    assert all(word in own for line in [*english, *OTHER] for word in line.split())


def test_what_cannot_be_mixed_is_refused() -> None:
    mixed = LanguageModelSection(mix=True, text=("more.en",))
    with pytest.raises(ConfigError, match=r"\[lm\] mix"):
        check_settings(Experiment(training=Bitext("a", "b"), lm=mixed))
    alone = LanguageModelSection(mix=True)
    with pytest.raises(ConfigError, match=r"\[lm\] mix"):
        check_settings(
            Experiment(training=Bitext("a", "b"), development=Bitext("c", "d"), lm=alone)
        )


def test_a_dictionary_is_learned(tmp_path: Path) -> None:
    entries = ["Esel\tdonkey", "grauer Star\tcataract\t3", "", "Buch\tbook"]
    training = _training(tmp_path, _write(tmp_path / "words.tsv", entries))
    assert main(["train", str(_experiment(tmp_path, training=training))]) == 0
    model = Model.open(tmp_path / "model")
    assert str(model.translate("Esel")) == "donkey"
    assert str(model.translate("grauer Star")) == "cataract"


def test_a_dictionary_tells_the_aligner_what_the_text_cannot(tmp_path: Path) -> None:
    """Two words that always stand together can only be told apart by a dictionary."""
    source = ["kalto miret"] * 20
    target = ["walk sing"] * 10 + ["sing walk"] * 10
    training = Bitext(
        source=_write(tmp_path / "two.de", source),
        target=_write(tmp_path / "two.en", target),
        dictionary=_write(tmp_path / "words.tsv", ["kalto\twalk\t50", "miret\tsing\t50"]),
    )
    file = _experiment(tmp_path, training=training)
    assert main(["train", str(file)]) == 0
    (links,) = (tmp_path / "work").glob("alignment-*/links.txt")
    lines = links.read_text().splitlines()
    assert lines[:10] == ["0-0 1-1"] * 10
    assert lines[10:20] == ["0-1 1-0"] * 10


def test_a_dictionary_that_cannot_be_used_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ConfigError, match="treelets"):
        check_settings(
            Experiment(
                training=Bitext("a", "b", trees="t", dictionary="c"),
                grammar=extraction_options(kind="treelet"),
            )
        )
    training = _training(tmp_path, _write(tmp_path / "words.tsv", ["Esel donkey"]))
    assert main(["train", str(_experiment(tmp_path, training=training))]) != 0
    assert "words.tsv:1: expected source TAB target" in capsys.readouterr().err


def _two_kinds() -> tuple[list[str], list[str], list[str]]:
    """A large text of two kinds of lines, of which kind each is, and a small text of the first kind."""
    chance = random.Random(5)
    kinds = {
        "a": ["the", "court", "decides", "on", "the", "law", "today"],
        "b": ["we", "like", "warm", "milk", "in", "the", "evening"],
    }

    def line(kind: str) -> str:
        return " ".join(chance.choices(kinds[kind], k=7))

    order = [chance.choice("ab") for _ in range(400)]
    return [line(kind) for kind in order], order, [line("a") for _ in range(60)]


def test_lines_like_a_small_text_are_chosen() -> None:
    large, order, small = _two_kinds()
    differences = cross_entropy_differences(lambda: large, small)
    chosen = nearest(differences, 150)
    assert chosen == sorted(chosen)
    assert sum(order[n] == "a" for n in chosen) > 0.97 * len(chosen)


def test_differences_are_those_of_two_models() -> None:
    large, _, small = _two_kinds()
    small += [" ".join(large)] * 2  # it has all words
    one = LanguageModel.train(small, LMOptions(order=2))
    places = [(2 * k + 1) * len(large) // (2 * len(small)) for k in range(len(small))]
    other = LanguageModel.train([large[n] for n in places], LMOptions(order=2))
    found = dict(zip(large, cross_entropy_differences(lambda: large, small, 2), strict=True))
    for line in large:
        bits = [model.score(line) / np.log10(2) for model in (one, other)]
        assert found[line] == pytest.approx((bits[1] - bits[0]) / (len(line.split()) + 1), rel=1e-4)


def test_the_command_takes_pairs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    large, order, small = _two_kinds()
    files = {"f": large, "e": [line.upper() for line in large], "like": small}
    for name, lines in files.items():
        _write(tmp_path / name, lines)
    arguments = ["select", "--source", str(tmp_path / "f"), "--target", str(tmp_path / "e")]
    arguments += ["--keep", "100", "--output-prefix", str(tmp_path / "out")]
    assert main([*arguments, "--like", str(tmp_path / "like")]) == 0
    taken = (tmp_path / "out.source").read_text().splitlines()
    assert len(taken) == 100
    assert (tmp_path / "out.target").read_text() == "".join(f"{x.upper()}\n" for x in taken)
    _write(tmp_path / "e", large[:-1])
    assert main([*arguments, "--like", str(tmp_path / "like")]) != 0
    assert "it ends before line 400" in capsys.readouterr().err
    del order


def test_an_experiment_has_a_model_of_word_classes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = _experiment(tmp_path, lm=LanguageModelSection(order=2, classes=5))
    assert main(["train", str(file)]) == 0
    model = Model.open(tmp_path / "model")
    assert [lm.scores_classes for lm in model.lms] == [False, True]
    assert 0 < model.weights["lm2"] < model.weights["lm"]
    translation = model.translate("Das Haus ist nicht alt.")
    assert translation.features["lm2"] < 0 and "lm2" in translation.explain()
    capsys.readouterr()
    assert main(["export", str(tmp_path / "model"), str(tmp_path / "moses")]) == 1
    assert "word classes cannot be exported" in capsys.readouterr().err
    assert not (tmp_path / "moses").exists()

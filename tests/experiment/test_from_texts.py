"""``dragoman train --source F --target E``: from two files to a model, an experiment and scores."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

import dragoman
from dragoman.cli.main import main
from dragoman.common.errors import ConfigError, DragomanWarning, FormatError
from dragoman.corpus.document import Sentence
from dragoman.corpus.tmx import write_tmx
from dragoman.experiment.config import read_experiment
from dragoman.experiment.from_texts import NewExperiment, train
from dragoman.experiment.run import ExperimentRun
from dragoman.experiment.survey import BitextFiles
from support.experiment.small_bitext import bitext

COMMAND = ["train", "--source", "text.de", "--target", "text.en", "--threads", "1"]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, lines in zip(("text.de", "text.en"), bitext(), strict=True):
        Path(name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return tmp_path


def here(folder: str = ".") -> list[str]:
    return sorted(path.name for path in Path(folder).iterdir())


def lines(name: str) -> list[str]:
    return Path(name).read_text(encoding="utf-8").splitlines()


def test_two_files_become_a_model(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND, "--dry-run"]) == 0
    said = capsys.readouterr()
    assert "languages: de to en (guessed" in said.err and "100 pairs, raw text" in said.err
    assert "de-en.toml would be written and run" in said.out
    assert here() == ["text.de", "text.en"]

    assert main(COMMAND) == 0
    said = capsys.readouterr()
    stages = [line.split(":")[0] for line in said.err.splitlines() if line.startswith("[")]
    assert stages[0] == "[1/8] corpus" and stages[-1] == "[8/8] evaluation" and len(stages) == 8
    assert "bleu: nrefs:1|case:mixed|eff:no|tok:13a" in said.out
    assert "The model is in de-en.model" in said.out
    assert "dragoman translate de-en.model" in said.out

    parts = {name: lines(f"de-en.data/{name}.de") for name in ("train", "dev", "test")}
    assert {name: len(part) for name, part in parts.items()} == {"train": 60, "dev": 20, "test": 20}
    assert sorted(line for part in parts.values() for line in part) == sorted(lines("text.de"))
    experiment = read_experiment("de-en.toml")
    assert experiment.preprocessing.tokenize and experiment.preprocessing.truecase
    translated = dragoman.load("de-en.model").translate("Das Haus ist nicht alt.")
    assert translated.text == "The house is not old."
    assert "translate de-en.model --evidence" in said.out
    assert dragoman.load("de-en.model").evidence(translated).phrases
    unseen = dragoman.load("de-en.model").translate("Das Tierbild ist nicht 1.234,5.")
    assert unseen.text == "The animal picture is not 1,234.5."

    assert main(COMMAND) == 0
    assert capsys.readouterr().err.count("done before") == 8
    with Path("de-en.toml").open("a", encoding="utf-8") as out:
        out.write("\n[lm]\norder = 3\n")
    assert main(COMMAND) == 1
    assert "'dragoman train de-en.toml' runs it" in capsys.readouterr().err
    assert main(["train", "de-en.toml", "--dry-run"]) == 0
    assert "run   language-model: order changed from 5 to 3" in capsys.readouterr().out


def test_the_same_from_python_with_progress() -> None:
    seen: list[tuple[int, int]] = []
    outcome = train("text.de", "text.en", output="x.model", progress=lambda *at: seen.append(at))
    assert seen[0] == (0, 8) and seen[-1] == (8, 8) and seen == sorted(seen)
    assert outcome.scores["test"]["bleu"]["score"] > 50
    assert str(outcome.open().translate("Ist das Buch auch gut?")) == "Is the book good, too?"
    assert Path("x.toml").is_file() and Path("x.data").is_dir() and Path("x.work").is_dir()


def test_a_callback_stops_the_work_and_it_is_resumed() -> None:
    class StopError(Exception):
        pass

    def stop(done: int, total: int) -> None:
        if done == 3:
            raise StopError

    with pytest.raises(StopError):
        train("text.de", "text.en", progress=stop)
    assert not Path("de-en.model").exists()
    outcome = train("text.de", "text.en")
    assert "corpus" not in outcome.ran and "evaluation" in outcome.ran


def test_one_file_of_pairs() -> None:
    german, english = bitext()
    pairs = [
        Sentence(g, (e,), f"doc{i // 5}")
        for i, (g, e) in enumerate(zip(german, english, strict=True))
    ]
    write_tmx("memory.tmx", pairs, "de", "en")
    Path("pairs.tsv").write_text(
        "".join(f"{p.source}\t{p.target}\n" for p in pairs), encoding="utf-8"
    )
    for name, known in (("memory.tmx", 20), ("pairs.tsv", 0)):
        found = NewExperiment.of(BitextFiles(Path(name))).survey
        assert (found.languages, found.pairs, found.documents) == (("de", "en"), 100, known)
    assert main(["train", "memory.tmx", "--dry-run"]) == 0
    parts = NewExperiment.of(BitextFiles(Path("memory.tmx"))).survey.parts
    assert all(len(set(parts[i : i + 5])) == 1 for i in range(0, 100, 5))


def test_a_memory_tells_its_languages(capsys: pytest.CaptureFixture[str]) -> None:
    german, english = bitext()
    pairs = [Sentence(g, (e,)) for g, e in zip(german, english, strict=True)]
    write_tmx("memory.tmx", pairs, "hsb", "en-GB")
    assert main(["train", "memory.tmx", "--dry-run"]) == 0
    assert "languages: hsb to en (as the memory says; " in capsys.readouterr().err
    write_tmx("memory.tmx", pairs, "xx", "en")  # a code that says nothing
    assert main(["train", "memory.tmx", "--dry-run"]) == 0
    assert "languages: de to en (guessed; " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--source text.de", "where is the other language (--target)?"),
        ("--source text.de --target text.de", "text.de is both source and target"),
        ("--target text.en", "--target needs --source"),
        ("", "expected two texts, a file of pairs, or an experiment's TOML file"),
        ("text.de", "expected its translation beside it (dragoman train SOURCE TARGET)"),
        ("text.de text.en text.de", "expected at most two texts"),
        ("text.de x.toml", "x.toml: experiments and texts do not go together"),
        ("text.de text.en --source text.de", "which of them is the source text?"),
        ("text.de text.en --target text.en", "which of them is the translation?"),
        ("x.toml --source text.de", "an experiment says itself what it reads and writes"),
        ("--source text.de --target text.en --languages deutsch", "two languages such as de-en"),
        ("--source text.de --target text.en --languages xx-en", "there is no language 'xx'"),
        ("--source text.de --target text.en --languages ger-en", "did you mean 'de'?"),
        ("--source text.de --target none", "none"),
        ("--source text.de --target short", "short has 99 lines"),
        ("--source few --target few2", "expected at least 60 sentence pairs, found 2"),
        ("--source numbers --target text.en", "numbers: the language cannot be told"),
        ("--source text.de --target text.en --output text.de", "text.de"),
    ],
)
def test_what_cannot_be_trained(
    options: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("short").write_text("a\n" * 99)
    Path("few").write_text("a\nb\n")
    Path("few2").write_text("a\nb\n")
    Path("numbers").write_text("1 2 3\n" * 100)
    before = here()
    assert main(["train", *options.split()]) == 1
    said = capsys.readouterr().err
    assert told in said and said.count("\n") == 1
    assert here() == before


@pytest.mark.parametrize("inputs", ["text.de text.en", "text.de --target text.en"])
def test_texts_need_no_options(inputs: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", *inputs.split(), "--dry-run"]) == 0
    said = capsys.readouterr()
    assert "de-en.toml would be written" in said.out and "100 pairs" in said.err


def test_python_says_which_languages_it_guessed() -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with (
        pytest.warns(DragomanWarning, match="languages: de to en .guessed; languages= names"),
        pytest.raises(KeyboardInterrupt),
    ):
        train("text.de", "text.en", progress=stop)
    with warnings.catch_warnings(), pytest.raises(KeyboardInterrupt):
        warnings.simplefilter("error", DragomanWarning)
        train("text.de", "text.en", languages="de-en", progress=stop)


def test_pairs_that_are_held_out_are_not_trained_on() -> None:
    german, english = bitext()
    Path("twice.de").write_text("".join(f"{line}\n" for line in german * 2), encoding="utf-8")
    Path("twice.en").write_text(
        "".join(f" {line} \n" for line in [*english[:-1], "", *english]), encoding="utf-8"
    )
    new = NewExperiment.of(BitextFiles(Path("twice.de"), Path("twice.en")), "t.model")
    new.prepare()
    parts = {name: lines(f"t.data/{name}.de") for name in ("train", "dev", "test")}
    assert not set(parts["train"]) & {*parts["dev"], *parts["test"]}
    assert json.loads(Path("t.data/made.json").read_text())["sizes"] == {
        name: len(part) for name, part in parts.items()
    }
    told = [line for line in new.survey.lines() if "left to train on" in line]
    assert f", {len(parts['train'])} are left to train on" in told[0]
    assert all(lines("t.data/train.en"))


def test_spellings_and_compounds_are_those_of_the_source() -> None:
    for source, target, split in (("text.de", "text.en", True), ("text.en", "text.de", False)):
        path = NewExperiment.of(BitextFiles(Path(source), Path(target))).prepare()
        experiment = read_experiment(path)
        assert experiment.preprocessing.split_compounds == split
        assert experiment.preprocessing.unite_spellings == split
        assert experiment.unseen.numbers and experiment.unseen.forms and experiment.unseen.names


def test_small_texts_are_aligned_by_the_beginnings_of_words_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where both languages are known to differ in the endings of words."""

    def beginnings(languages: tuple[str, str]) -> int:
        files = BitextFiles(Path("text.de"), Path("text.en"), languages=languages)
        path = NewExperiment.of(files, f"{'-'.join(languages)}.{len(here())}").prepare()
        alignment = read_experiment(path).alignment
        assert alignment.symmetrize == ("supported" if alignment.beginnings else None)
        return alignment.beginnings

    assert beginnings(("de", "en")) == beginnings(("fr", "es")) == 4
    for other in (("de", "ja"), ("ar", "en")):
        assert beginnings(other) == 0
    monkeypatch.setattr("dragoman.experiment.from_texts.LARGE", 61)  # more than are left
    assert beginnings(("de", "en")) == 4
    monkeypatch.setattr("dragoman.experiment.from_texts.LARGE", 60)
    assert beginnings(("de", "en")) == 0


def test_a_text_of_few_pairs_again_and_again_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.de").write_text("das haus\nein buch\n" * 200, encoding="utf-8")
    Path("a.en").write_text("the house\na book\n" * 200, encoding="utf-8")
    assert main(["train", "a.de", "a.en", "--output", "few"]) == 1
    assert "a.de: nothing is left to train on" in capsys.readouterr().err
    assert here() == ["a.de", "a.en", "text.de", "text.en"]


def spoil(name: str, *numbers: int) -> None:
    rows = Path(name).read_bytes().split(b"\n")
    for number in numbers:
        rows[number] = b"gr\xfcn"
    Path(name).write_bytes(b"\n".join(rows))


@pytest.mark.parametrize("docs", [None, Path("text.docs")])
def test_a_few_bad_lines_are_left_out(docs: Path | None) -> None:
    Path("text.docs").write_text("".join(f"d{number // 5}\n" for number in range(100)))
    before = NewExperiment.of(BitextFiles(Path("text.de"), Path("text.en"), docs))
    place = before.survey.parts.index(0)
    spoil("text.en", place)
    told = rf"^1 pairs are left out.*text\.en:{place + 1}: expected UTF-8"
    with pytest.warns(DragomanWarning, match=told):
        new = NewExperiment.of(BitextFiles(Path("text.de"), Path("text.en"), docs))
    new.prepare()
    assert new.survey.documents == before.survey.documents
    assert new.survey.count(0) == before.survey.count(0) - 1
    kept = [line for n, line in enumerate(bitext()[0]) if new.survey.parts[n] == 0]
    assert lines("de-en.data/train.de") == [line.strip() for line in kept]
    assert lines("de-en.data/bad.txt")[0].startswith(f"text.en:{place + 1}: ")
    spoil("text.de", place + 1, place + 2)
    with pytest.raises(FormatError, match=rf"text\.en:{place + 1}: .*3 of 100 lines are bad"):
        NewExperiment.of(BitextFiles(Path("text.de"), Path("text.en"), docs))


def test_other_data_is_not_overwritten() -> None:
    Path("de-en.data").mkdir()
    Path("de-en.data/mine").write_text("precious")
    with pytest.raises(ConfigError, match=r"de-en\.data holds something else"):
        NewExperiment.of(BitextFiles(Path("text.de"), Path("text.en"))).prepare()
    assert here("de-en.data") == ["mine"] and not Path("de-en.toml").exists()


def test_interrupted_it_says_how_to_resume() -> None:
    code = (
        "import os, signal; from dragoman.cli.main import main; import dragoman.experiment.stages as s\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # it may be ignored here
        "make = s.StageStore._make\n"
        "def stop(self, stage):\n"
        "    if stage.name == 'rules': os.kill(os.getpid(), signal.SIGINT)\n"
        "    make(self, stage)\n"
        "s.StageStore._make = stop\n"
        f"raise SystemExit(main({COMMAND!r}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 128 + signal.SIGINT
    assert "To go on:\n  dragoman train de-en.toml\n" in done.stderr
    assert main(["train", "de-en.toml", "--threads", "1"]) == 0


def test_dry_run_tells_how_many_iterations_are_kept(capsys: pytest.CaptureFixture[str]) -> None:
    path = NewExperiment.of(BitextFiles(Path("text.de"), Path("text.en"))).prepare()
    run = ExperimentRun(path)
    scratch = run.store.scratch(run.recipe.runs[0]) / "run1"
    scratch.mkdir(parents=True)
    for number in (1, 2, 4):
        (scratch / f"{number:03d}.json").write_text("{}")
    assert main([*COMMAND, "--dry-run"]) == 0
    assert "run   tuning: it goes on after 2 of at most 10 iterations" in capsys.readouterr().out


def test_any_name_will_do() -> None:
    name = 'new/my "best" über.model'
    path = NewExperiment.of(BitextFiles(Path("text.de"), Path("text.en")), name).prepare()
    ExperimentRun(path).check()
    assert read_experiment(path).output == 'my "best" über.model'

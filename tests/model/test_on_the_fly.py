"""Models that look their rules up: any text, in any company, and pairs added later."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from dragoman.align import Aligner, AlignOptions
from dragoman.cli.main import main
from dragoman.common.errors import ConfigError
from dragoman.corpus.preparation import TextPreparation
from dragoman.grammar import (
    AlignedBitext,
    GappedLookupOptions,
    OnTheFlyRules,
    RuleTable,
    SuffixGrammar,
)
from dragoman.io import finished_directory
from dragoman.io.artifact import Artifact
from dragoman.io.files import read_lines
from dragoman.lm import LanguageModel
from dragoman.lm.estimation import LMOptions
from dragoman.model import Model, Translation
from dragoman.model.store.additions import ADDED
from dragoman.model.store.stored_model import KIND, StoredModel
from dragoman.search import Input, SearchOptions
from support.model.handful import make_model
from support.sample_corpus import sample_directory

NEW = [("zorbl gnarf", "wibble frotz"), ("gnarf zorbl", "frotz wibble")] * 3
"""Words that the sample world does not have."""


@pytest.fixture(scope="module")
def texts() -> tuple[list[str], list[str], list[str]]:
    place = sample_directory(600, 10, 60)
    source, target, test = (
        list(read_lines(place / name)) for name in ("train.qar", "train.qot", "test.qar")
    )
    return source, target, test


@pytest.fixture(scope="module")
def saved(
    texts: tuple[list[str], list[str], list[str]], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    source, target, _ = texts
    aligner = Aligner.train(source, target, AlignOptions(schedule="joint-ibm1:3,joint-hmm:3"))
    links = aligner.align().text().splitlines()
    grammar = SuffixGrammar.build(AlignedBitext.encode(source, target, links))
    lm = LanguageModel.train(target, LMOptions(order=3))
    rules = OnTheFlyRules(grammar, GappedLookupOptions(sample=30))
    options = SearchOptions(pop_limit=200)
    model = Model(rules, [lm], options=options, text=TextPreparation(lowercase=True))
    model.aligner = aligner
    model.papers["notes.txt"] = "kept"
    path = tmp_path_factory.mktemp("models") / "model"
    model.save(path)
    return path


@pytest.fixture
def path(saved: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(saved, tmp_path / "model"))


def shown(translation: Translation) -> object:
    """All of it but the numbers of the rules, which are those of a table that was made for the occasion."""
    steps = [
        (s.source_spans, s.target_positions, s.target, s.alignment, s.features, s.score)
        for s in translation.derivation.steps
    ]
    best = [(entry.text, entry.score, entry.features) for entry in translation.nbest]
    return translation.text, translation.score, translation.features, steps, best


def test_translations_do_not_depend_on_batches_threads_and_cache(
    saved: Path, texts: tuple[list[str], list[str], list[str]]
) -> None:
    lines = texts[2]
    model = Model.open(saved)
    together = [shown(t) for t in model.translate(lines, nbest=5, threads=2)]
    assert [shown(t) for t in model.translate(lines, nbest=5)] == together  # from the cache
    fresh = Model.open(saved)
    assert [shown(fresh.translate(line, nbest=5)) for line in lines] == together
    backwards = [shown(t) for t in Model.open(saved).translate(lines[::-1], nbest=5, threads=3)]
    assert backwards[::-1] == together
    inputs = [Input(model.text.source.words(line)) for line in lines]
    fixed = model.for_sentences(inputs)
    assert isinstance(fixed.rules, RuleTable)
    assert fixed.weights == model.weights
    assert fixed.feature_names == model.feature_names
    assert [shown(t) for t in fixed.translate(inputs, nbest=5)] == together


def test_several_threads_may_translate_with_one_model(
    saved: Path, texts: tuple[list[str], list[str], list[str]]
) -> None:
    model, lines = Model.open(saved), texts[2][:20]
    found: dict[int, list[str]] = {}

    def work(number: int) -> None:
        found[number] = [model.translate(line).text for line in lines]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found[0] == found[1] == found[2] == [t.text for t in model.translate(lines)]


def test_progress_counts_all_batches(
    saved: Path, texts: tuple[list[str], list[str], list[str]]
) -> None:
    seen: list[tuple[int, int]] = []
    lines = (texts[2] * 2)[:70]
    Model.open(saved).translate(lines, progress=lambda done, total: seen.append((done, total)))
    assert {total for _, total in seen} == {70}
    assert seen[-1] == (70, 70)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_added_pairs_take_effect_and_survive(path: Path) -> None:
    model = Model.open(path)
    text = "Zorbl gnarf"  # raw text: the model lowercases
    assert model.translate(text).text == "zorbl gnarf"
    before = len(model.rules)
    result = model.add([*NEW, ("", "nothing")])
    assert (result.added, result.left_out, result.total) == (6, 1, before + 6)
    assert model.translate(text).text == "wibble frotz"
    again = Model.open(path)
    assert shown(again.translate(text)) == shown(model.translate(text))
    assert again.artifact is not None
    assert again.artifact.text("notes.txt") == "kept"
    assert again.artifact.text(ADDED) == "".join(f"{f}\t{e}\n" for f, e in NEW)
    again.add(NEW[:1])
    assert len(Model.open(path).rules) == before + 7


def test_additions_in_memory_stay_there(path: Path, tmp_path: Path) -> None:
    model = Model.open(path)
    model.add(NEW, save=False)
    assert model.translate("zorbl gnarf").text == "wibble frotz"
    assert Model.open(path).translate("zorbl gnarf").text == "zorbl gnarf"
    model.save(tmp_path / "other")
    assert Model.open(tmp_path / "other").translate("zorbl gnarf").text == "wibble frotz"


def test_added_pairs_stay_known_as_such_wherever_the_model_is_saved(
    path: Path, tmp_path: Path
) -> None:
    """Training again adds them to the new model; so no command may forget them."""
    Model.open(path).add(NEW[:2])
    model = Model.open(path)
    model.save(tmp_path / "second")
    model.add(NEW[2:])
    model.save(path)
    expected = "".join(f"{f}\t{e}\n" for f, e in NEW)
    assert Artifact.open(path, kind=KIND).text(ADDED) == expected
    second = Artifact.open(tmp_path / "second", kind=KIND).text(ADDED)
    assert second == "".join(f"{f}\t{e}\n" for f, e in NEW[:2])
    for name in ("f", "e"):
        (tmp_path / name).write_text("zorbl gnarf\n" * 3)
    command = ["tune", str(path), "--output", str(path), "--iterations", "1"]
    command += ["--source", str(tmp_path / "f"), "--reference", str(tmp_path / "e")]
    assert main(command) == 0
    assert Artifact.open(path, kind=KIND).text(ADDED) == expected


def test_links_can_be_given(path: Path) -> None:
    model = Model.open(path)
    model.aligner = None
    with pytest.raises(ConfigError, match="no aligner"):
        model.add(NEW, save=False)
    with pytest.raises(ConfigError, match="line of links"):
        model.add(NEW, links=["0-0"], save=False)
    model.add(NEW[:1], links=["0-1 1-0"], save=False)
    assert model.translate("gnarf").text == "wibble"


def test_the_command(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "f").write_text("".join(f"{f}\n" for f, _ in NEW))
    (tmp_path / "e").write_text("".join(f"{e}\n" for _, e in NEW))
    files = ["--source", str(tmp_path / "f"), "--target", str(tmp_path / "e")]
    assert main(["update", str(path), *files]) == 0
    assert "6 sentence pairs added; it knows 606 now" in capsys.readouterr().err
    assert Model.open(path).translate("zorbl").text == "wibble"
    (tmp_path / "e").write_text("one line\n")
    assert main(["update", str(path), *files]) == 1
    assert "the same number of lines" in capsys.readouterr().err
    make_model().save(tmp_path / "fixed")
    assert (
        main(["update", str(tmp_path / "fixed"), *files[:2], "--target", str(tmp_path / "f")]) == 1
    )
    assert "fixed table" in capsys.readouterr().err
    assert len(Model.open(path).rules) == 606


def test_an_update_that_fails_leaves_the_model_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    model = Model.open(path)
    with monkeypatch.context() as patched:
        patched.setattr(finished_directory, "replace_directory", fail)
        with pytest.raises(KeyboardInterrupt):
            model.add(NEW)
    assert model.translate("zorbl").text == Model.open(path).translate("zorbl").text == "zorbl"
    assert sorted(p.name for p in path.parent.iterdir()) == ["model"]


def test_killed_or_side_by_side_updates_lose_nothing(path: Path) -> None:
    """Some processes add a pair each, all at once, and some of them are killed."""
    code = "import sys; from dragoman import load; load(sys.argv[1]).add([tuple(sys.argv[2:4])])"
    generator, processes = random.Random(5), []
    for number in range(6):
        pair = [f"zorbl{number}", f"wibble{number}"]
        processes.append(subprocess.Popen([sys.executable, "-c", code, str(path), *pair]))
    time.sleep(generator.uniform(0.5, 1.5))
    for process in processes[:3]:
        process.send_signal(signal.SIGKILL)
    done = [number for number, process in enumerate(processes) if process.wait() == 0]
    assert set(done) >= {3, 4, 5}
    model = Model.open(path)
    for number in done:
        assert model.translate(f"zorbl{number}").text == f"wibble{number}"
    known = [n for n in range(6) if model.translate(f"zorbl{n}").text == f"wibble{n}"]
    assert len(model.rules) == 600 + len(known)
    load_code = "import sys; from dragoman import load; load(sys.argv[1]).add([('a', 'b')])"
    subprocess.run([sys.executable, "-c", load_code, str(path)], check=True, env=dict(os.environ))
    assert [p.name for p in path.parent.iterdir() if p.name.startswith(".")] == []


def test_a_model_that_grows_while_it_is_opened(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its description was read, and then another process added a pair."""
    read, pairs = StoredModel.read, [("zorbl", "wibble")]

    def slowly(artifact: Artifact) -> StoredModel:
        if pairs:
            pair = pairs.pop()  # adding opens the model too
            Model.open(path).add([pair])
        return read(artifact)

    monkeypatch.setattr(StoredModel, "read", slowly)
    model = Model.open(path)
    assert len(model.rules) == 601
    assert model.translate("zorbl").text == "wibble"


def test_components_are_linked_not_copied(path: Path) -> None:
    before = {p.relative_to(path): p.stat().st_ino for p in path.rglob("*.npy")}
    Model.open(path).add(NEW)
    after = {p.relative_to(path): p.stat().st_ino for p in path.rglob("*.npy")}
    assert all(after[name] == inode for name, inode in before.items())
    parts = {name.parts[1] for name in after if name.parts[0] == "rules"}
    segments = {"segment1", "segment2"}
    assert parts == segments | {f"{name}.counts" for name in segments} | {"gapped", "frequent"}


def test_export_wants_a_text(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", str(path), str(tmp_path / "moses")]) == 1
    assert "name a text" in capsys.readouterr().err
    (tmp_path / "text").write_text("zorbl\n")
    assert (
        main(["export", str(path), str(tmp_path / "moses"), "--for", str(tmp_path / "text")]) == 0
    )
    assert (tmp_path / "moses" / "phrase-table.gz").is_file()

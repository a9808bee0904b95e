"""Pairs that are left out of a model's text, put back, and recorded."""

from __future__ import annotations

import json
from errno import ENOSPC
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.cli.main import main
from dragoman.common.errors import ConfigError, ModelError
from dragoman.grammar import (
    AlignedBitext,
    GappedLookupOptions,
    HierarchicalLookupOptions,
    OnTheFlyRules,
    PhraseLookupOptions,
    SuffixGrammar,
)
from dragoman.grammar.options import LookupOptions
from dragoman.grammar.text_pair import NO_PAIR, TextPair
from dragoman.model import Model
from dragoman.model.store.additions import Pair, read_added
from dragoman.model.store.changes import Journal, places_of
from support.examples import examples
from support.grammar.brute_force import Sentence
from support.grammar.random_corpora import bitext, corpora
from support.serve.learning_model import SOURCE, TARGET, save_learning_model

OPTIONS: list[LookupOptions] = [
    PhraseLookupOptions(),
    PhraseLookupOptions(sample=0),
    GappedLookupOptions(gaps="both"),
    HierarchicalLookupOptions(),
]
SENTENCE = "das haus ist neu"


def rules_of(grammar: SuffixGrammar, options: LookupOptions) -> list[str]:
    words = [word for _ in range(2) for word in "abcab"]
    return sorted(map(str, OnTheFlyRules(grammar, options).rules_for([words])))


@settings(max_examples=examples(60), deadline=None)
@given(corpora(), st.data(), st.sampled_from(OPTIONS))
def test_a_text_without_a_pair_teaches_what_it_would_if_it_had_never_had_it(
    corpus: list[Sentence], data: st.DataObject, options: LookupOptions
) -> None:
    whole = SuffixGrammar.build(bitext(corpus))
    out = data.draw(st.sets(st.integers(0, len(corpus) - 1), max_size=len(corpus) - 1))
    less = whole.replaced(dict.fromkeys(out, NO_PAIR))
    left = SuffixGrammar.build(bitext([one for n, one in enumerate(corpus) if n not in out]))
    assert rules_of(less, options) == rules_of(left, options)
    pairs = {n: OnTheFlyRules(whole).indexed()[0].pair(n) for n in out}
    again = less.replaced(pairs).segments[0].arrays
    for name, values in whole.segments[0].arrays.items():
        assert (again[name] == values).all(), name


def test_changes_of_one_step_are_made_together_or_not_at_all(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = Model.open(path)
    with pytest.raises(ConfigError), model.changing_text() as text:
        text.leave_out(lines_with("neu"))
        text.leave_out([99])
    with monkeypatch.context() as patch:

        def full(*_: object) -> None:
            raise OSError("No space left on device")

        patch.setattr(Model, "save", full)
        with pytest.raises(OSError, match="No space"), model.changing_text() as text:
            text.leave_out(lines_with("neu"))
            text.add([Pair("neu", "novel")])
    for one in (model, Model.open(path)):
        assert str(one.translate(SENTENCE)) == "the house is new" and not one.journal.changes
    with model.changing_text(who="Ann") as text:
        text.leave_out(lines_with("neu"))
        text.add([Pair("neu", "novel")] * 3)
    for one in (model, Model.open(path)):
        assert str(one.translate(SENTENCE)) == "the house is novel"
        assert [change.what for change in one.journal.changes] == ["left out", "added"]


def test_segments_keep_their_numbers() -> None:
    one, two = (AlignedBitext.encode([f] * 8, [e] * 8, ["0-0"] * 8) for f, e in ("ax", "by"))
    grammar = SuffixGrammar.build(one).add(["b"], ["y"], ["0-0"])
    assert len(grammar.segments) == 2 and len(two.source) == 8
    less = grammar.replaced({8: NO_PAIR})
    assert less.segments[0] is grammar.segments[0] and len(less) == 9
    assert less.extract(["b"]).native is not None and not list(map(str, less.extract(["b"])))
    with pytest.raises(ConfigError, match="from 1 to 9, got 10"):
        grammar.replaced({9: NO_PAIR})
    with pytest.raises(ConfigError, match="the text has no word 'nosuch'"):
        grammar.replaced({0: TextPair(("nosuch",), ("x",), "0-0")})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    save_learning_model(tmp_path / "model")
    return tmp_path / "model"


def lines_with(text: str) -> list[int]:
    return [n for n, line in enumerate(SOURCE, 1) if text in line.split()]


def test_what_is_left_out_is_unlearned_and_comes_back(path: Path) -> None:
    model = Model.open(path)
    before = str(model.translate(SENTENCE))
    assert before == "the house is new"
    change = model.leave_out(lines_with("neu"), who="Ann")
    assert (change.pairs[0].line, " ".join(change.pairs[0].source)) == (2, "das buch ist neu")
    found = model.translate(SENTENCE)
    assert "neu" in str(found) and len(model.rules.growing or ()) == len(SOURCE)
    assert str(Model.open(path).translate(SENTENCE)) == str(found)
    with pytest.raises(ConfigError, match="pair 2 is left out already"):
        model.leave_out([2])
    with pytest.raises(ConfigError, match=f"from 1 to {len(SOURCE)}, got 99"):
        model.leave_out([99])
    assert model.undo(who="Bob").what == "left out"
    assert str(Model.open(path).translate(SENTENCE)) == before
    journal = Model.open(path).journal.changes
    assert [(one.number, one.who, one.what, one.undoes) for one in journal] == [
        (1, "Ann", "left out", None),
        (2, "Bob", "taken back", 1),
    ]
    with pytest.raises(ConfigError, match="no change to take back"):
        model.undo()


def test_additions_are_taken_back_one_change_at_a_time(path: Path) -> None:
    model = Model.open(path)
    model.add([("zwerg", "dwarf"), ("", "empty")], who="Ann")
    model.add([("zwerg", "gnome")] * 3, who="Bob")
    assert str(model.translate("zwerg")) == "gnome"
    model.undo()
    assert str(model.translate("zwerg")) == "dwarf"
    assert model.artifact is not None
    assert [one.target for one in read_added(Model.open(path).artifact or model.artifact)] == [
        "dwarf"
    ]
    model.undo()
    assert str(model.translate("zwerg")) == "zwerg"
    assert [one.undoes for one in model.journal.changes] == [None, None, 2, 1]


def test_a_full_disk_leaves_neither_half_of_a_change(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = Model.open(path)
    saves = []

    def save(self: Model, place: Path) -> None:
        saves.append(place)
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(Model, "save", save)
    with pytest.raises(OSError, match="No space left"), model.changing_text() as text:
        text.leave_out([2])
        text.add([Pair("zwerg", "dwarf")])
    assert len(saves) == 1
    assert not model.journal.changes and not Model.open(path).journal.changes
    assert str(model.translate(SENTENCE)) == "the house is new"


def test_without_saving_nothing_changes_on_disk(path: Path) -> None:
    model = Model.open(path)
    model.leave_out(lines_with("neu"), save=False)
    assert "neu" in str(model.translate(SENTENCE))
    assert not Model.open(path).journal.changes


def test_another_text_is_left_the_same_pairs_out(path: Path) -> None:
    model = Model.open(path)
    model.leave_out([2, 7])
    save_learning_model(path.parent / "other")
    fresh = Model.open(path.parent / "other")
    rules = fresh.rules.growing
    assert rules is not None
    assert places_of(rules, model.journal.left_out()) == [2, 7]
    with fresh.changing_text() as text:
        assert text.leave_out_again(model.journal.left_out()) == 2
    assert len(fresh.journal.left_out()) == 2


@pytest.mark.parametrize(
    "wrong", ["x", "{}", '{"number": 2, "when": "", "who": "", "what": "added"}']
)
def test_a_damaged_journal_is_named(wrong: str) -> None:
    with pytest.raises(ModelError, match="a journal"):
        Journal.parse(wrong, "a journal")


def test_the_command(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(path.parent)
    Path("f").write_text("zwerg\n")
    Path("e").write_text("dwarf\n")
    assert main(["update", "model", "--source", "f", "--target", "e", "--who", "Ann"]) == 0
    assert main(["update", "model", "--leave-out", "2", "7", "--who", "Bob"]) == 0
    assert "2: das buch ist neu = the book is new" in capsys.readouterr().err
    revision = ["--leave-out", "1", "--source", "f", "--target", "e", "--who", "Eve"]
    assert main(["update", "model", *revision]) == 0
    said = capsys.readouterr().err
    assert "left out by Eve" in said and "added by Eve" in said
    assert main(["update", "model", "--undo"]) == main(["update", "model", "--undo"]) == 0
    assert main(["update", "model", "--undo", "--who", ""]) == 0
    assert main(["update", "model", "--journal"]) == 0
    said = capsys.readouterr().out
    assert "added by Ann" in said and "left out by Bob" in said and "taken back: change 2" in said
    for wrong in ([], ["--undo", "--journal"], ["--undo", "--leave-out", "1"]):
        assert main(["update", "model", *wrong]) == 1
        assert "expected --source (with --target), --leave-out or both" in capsys.readouterr().err
    for wrong in (["--source", "f"], ["--undo", "--alignment", "f"], ["--undo", "--target", "f"]):
        assert main(["update", "model", *wrong]) == 1
        assert "go together" in capsys.readouterr().err
    assert main(["update", "model", "--undo", "--who", "a\nb"]) == 1
    assert "printable" in capsys.readouterr().err


def test_a_model_trained_again_leaves_the_same_out(tmp_path: Path) -> None:
    from dragoman.experiment.run import _carry_over

    for name in ("old", "new"):
        save_learning_model(tmp_path / name)
    Model.open(tmp_path / "old").leave_out(lines_with("neu"))
    model = Model.open(tmp_path / "new")
    _carry_over(model, tmp_path / "old")
    assert "neu" in str(model.translate(SENTENCE))
    assert len(TARGET) == len(SOURCE) and json.loads(model.papers["changes.jsonl"])["number"] == 1

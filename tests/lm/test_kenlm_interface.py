"""``dragoman.kenlm``: the names of KenLM's module, with scores by the definition, and KenLM's own where it is there."""

from __future__ import annotations

import copy
import os
import pickle
import random
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from dragoman import kenlm as ours
from dragoman.common.errors import ModelError
from dragoman.lm import LanguageModel
from support.lm.backoff import BackoffModel, random_model


def _model(path: Path, seed: int) -> tuple[BackoffModel, ours.Model, random.Random]:
    rng = random.Random(seed)
    expected = random_model(rng, rng.randint(2, 5), closed=True)
    expected.write(path / "m.arpa")
    return expected, ours.Model(str(path / "m.arpa")), rng


def _walk(module: ModuleType, model: Any, words: list[str], bos: bool) -> list[float]:
    """The scores of words, by the two states that programs for KenLM take turns with."""
    before, after = module.State(), module.State()
    (model.BeginSentenceWrite if bos else model.NullContextWrite)(before)
    scores = []
    for word in words:
        scores.append(model.BaseScore(before, word, after))
        before, after = after, before
    return scores


@pytest.mark.parametrize("seed", range(10))
def test_scores_are_those_of_the_definition(tmp_path: Path, seed: int) -> None:
    expected, model, rng = _model(tmp_path, seed)
    assert model.order == expected.order
    for _ in range(20):
        words = [rng.choice("abcdxy") for _ in range(rng.randint(0, 12))]
        text = " ".join(words)
        score = expected.sentence(words)
        assert model.score(text) == pytest.approx(score, abs=1e-4)
        assert model.perplexity(text.encode()) == pytest.approx(
            10 ** (-score / (len(words) + 1)), rel=1e-4
        )
        assert [unknown for _, _, unknown in model.full_scores(text, eos=False)] == [
            word not in model for word in words
        ]
        history = [expected.word(("<s>", *words[:i]), word) for i, word in enumerate(words)]
        assert _walk(ours, model, words, bos=True) == pytest.approx(history, abs=1e-5)


@pytest.mark.parametrize("seed", range(10))
def test_all_is_as_in_kenlm(tmp_path: Path, seed: int) -> None:
    theirs = pytest.importorskip("kenlm")
    _, model, rng = _model(tmp_path, seed)
    other = theirs.Model(str(tmp_path / "m.arpa"))
    assert (model.order, model.path) == (other.order, os.fsdecode(other.path))
    for _ in range(20):
        words = [rng.choice(["a", "b", "c", "x", "a\u00a0b"]) for _ in range(rng.randint(0, 9))]
        text, bos, eos = "\t ".join(words), rng.random() < 0.5, rng.random() < 0.5
        assert model.score(text, bos, eos) == pytest.approx(other.score(text, bos, eos), abs=1e-5)
        assert model.perplexity(text) == pytest.approx(other.perplexity(text), rel=1e-5)
        found = list(model.full_scores(text, bos=bos, eos=eos))
        wanted = list(other.full_scores(text, bos=bos, eos=eos))
        assert [facts for _, *facts in found] == [facts for _, *facts in wanted]
        assert [score for score, *_ in found] == pytest.approx([s for s, *_ in wanted], abs=1e-5)
        assert _walk(ours, model, words, bos) == pytest.approx(
            _walk(theirs, other, words, bos), abs=1e-5
        )
        asked = [*words, "<unk>", "<s>", "</s>"]
        assert [word in model for word in asked] == [word in other for word in asked]


def test_states_are_values(tmp_path: Path) -> None:
    _, model, _ = _model(tmp_path, 1)
    first, second = ours.State(), ours.State()
    model.BeginSentenceWrite(first)
    model.BeginSentenceWrite(second)
    assert first == second and hash(first) == hash(second)
    kept = copy.deepcopy(first)
    full = model.BaseFullScore(first, b"a", first)
    assert kept == second == copy.copy(kept)
    assert (full.log_prob, full.ngram_length, full.oov) == next(model.full_scores("a"))
    null = ours.State()
    model.NullContextWrite(null)
    assert model.BaseScore(ours.State(), "a", second) == model.BaseScore(null, "a", second)
    assert null != kept


def test_binaries_configuration_and_pickle(tmp_path: Path) -> None:
    _, model, _ = _model(tmp_path, 2)
    LanguageModel.open(tmp_path / "m.arpa").save(tmp_path / "m.lm")
    config = ours.Config()
    config.load_method = ours.LoadMethod.LAZY
    config.arpa_complain = ours.ARPALoadComplain.NONE
    binary = ours.LanguageModel(tmp_path / "m.lm", config)
    assert binary.score("a b c") == model.score("a b c")
    assert pickle.loads(pickle.dumps(binary)).score("a b c") == model.score("a b c")


def test_a_binary_of_kenlm_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "m.binary"
    file.write_bytes(b"mmap lm http://kheafield.com/code format version 5\n\0" + bytes(200))
    with pytest.raises(
        ModelError, match=r"m\.binary: this is a binary of KenLM, .* give the ARPA file"
    ):
        ours.Model(file)


def test_the_unknown_word_is_in_no_model_and_bytes_may_be_any(tmp_path: Path) -> None:
    """As in KenLM: ``<unk>`` has no place of its own, and bytes that are no text are unknown."""
    _, model, _ = _model(tmp_path, 0)
    assert "<s>" in model and "<unk>" not in model
    assert b"\xff" not in model
    assert model.score(b"a \xff b") == model.score("a <unk> b")
    assert [unknown for *_, unknown in model.full_scores(b"\xff", eos=False)] == [True]

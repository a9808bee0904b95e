"""The dependency parser and its tagger, trained on the sample world."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dragoman.common.errors import FormatError, ModelError
from dragoman.corpus.conllu import read_conllu
from dragoman.corpus.dependency import ROOT, DependencyTree
from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.parse.attachment import score_attachment
from dragoman.parse.dependency_parser import (
    DependencyParser,
)
from dragoman.parse.learning import TrainingPass
from dragoman.parse.training import ParserTraining, TaggerTraining
from support.sample_corpus import sample_sentences

QUICK = ParserTraining(iterations=4, beam=4, folds=2, tagger=TaggerTraining(iterations=3, beam=2))


def _trees(pairs: int, seed: int = 1) -> list[DependencyTree]:
    return [sentence.source_tree for sentence in sample_sentences(pairs, seed)]


@pytest.fixture(scope="module")
def parser() -> DependencyParser:
    return DependencyParser.train(_trees(400), QUICK)


def test_it_learns_the_sample_world(parser: DependencyParser) -> None:
    gold = _trees(500)[400:]
    scores = score_attachment(gold, parser.parse([tree.words for tree in gold]))
    assert scores.las > 85
    assert scores.percent(scores.upos) > 95


def test_every_sentence_has_one_tree_over_its_words(parser: DependencyParser) -> None:
    sentences = [[], ["unheard"], ["wholly", "unheard", "of", "!", "\u00a0", "日本"] * 20]
    empty, single, long = parser.parse(sentences)
    assert empty == DependencyTree((), ())
    assert single.heads == (ROOT,)
    assert list(long.words) == sentences[2]
    assert len(long.roots) == 1 and long.is_projective()


def test_a_saved_parser_is_the_same(parser: DependencyParser, tmp_path: Path) -> None:
    parser.save(tmp_path / "p")
    opened = DependencyParser.open(tmp_path / "p")
    words = [tree.words for tree in _trees(500)[350:]]
    assert opened.parse(words) == parser.parse(words)
    assert repr(opened) == repr(parser)


def test_results_do_not_depend_on_threads(parser: DependencyParser) -> None:
    words = [tree.words for tree in _trees(500)[350:]]
    assert parser.parse(words, threads=5) == parser.parse(words)


def test_a_seed_decides_everything(tmp_path: Path) -> None:
    digests = []
    for number, seed in enumerate((1, 1, 2)):
        DependencyParser.train(_trees(60), replace(QUICK, seed=seed)).save(tmp_path / f"{number}")
        manifest = Artifact.open(tmp_path / f"{number}", DependencyParser.KIND).manifest
        digests.append({name: facts["sha256"] for name, facts in manifest["files"].items()})
    assert digests[0] == digests[1]
    assert digests[0] != digests[2]


def test_crossing_arcs_and_several_roots_train() -> None:
    crossing = DependencyTree(
        ("a", "b", "c", "d"),
        (2, 3, ROOT, 2),
        tags=("A", "B", "C", "D"),
        labels=("x", "y", "r", "z"),
    )
    assert not crossing.is_projective()
    roots = replace(crossing, heads=(ROOT, ROOT, ROOT, 2), labels=("r", "r", "r", "z"))
    alone = DependencyTree(("a",), (ROOT,), tags=("A",), labels=("r",))
    for trees in ([crossing], [crossing, roots], [alone]):
        (tree,) = DependencyParser.train(trees * 10, QUICK).parse([("a", "b", "c", "d")])
        assert len(tree) == 4
    assert DependencyParser.train([roots] * 10, QUICK).parse([roots.words])[0].heads == roots.heads


def test_training_can_be_watched_and_stopped() -> None:
    seen: list[TrainingPass] = []

    def stop(iteration: TrainingPass) -> None:
        seen.append(iteration)
        if iteration.stage == "parser":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        DependencyParser.train(_trees(30), QUICK, on_pass=stop)
    assert [(i.stage, i.number, i.total) for i in seen] == [
        *[("tagger", n, 3) for n in (1, 2, 3)],
        *[("tags for the parser", n, 2) for n in (1, 2)],
        ("parser", 1, 4),
    ]
    assert [i.sentences for i in seen] == [30, 30, 30, 15, 15, 30]
    assert all(0 <= i.right <= i.sentences for i in seen)


def test_training_says_what_is_missing() -> None:
    with pytest.raises(FormatError, match="found none"):
        DependencyParser.train([DependencyTree((), ())])
    with pytest.raises(FormatError, match="sentence 2: training needs tags and labels"):
        DependencyParser.train([*_trees(1), DependencyTree(("a",), (ROOT,))])


def _changed(parser: DependencyParser, place: Path, name: str, values: np.ndarray) -> Path:
    """A copy of the parser with another array, whole as an artifact."""
    parser.save(place / "whole")
    whole = Artifact.open(place / "whole", DependencyParser.KIND)
    with ArtifactWriter(place / "changed", DependencyParser.KIND) as out:
        out.settings.update(whole.settings)
        for file in whole.manifest["files"]:
            stem = file.removesuffix(".npy")
            out.array(stem, values if stem == name else whole.array(stem))
    return place / "changed"


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("parser.rows", np.zeros(3, np.int16)),
        ("parser.rows", np.zeros(3, np.float32)),
        ("parser.slots", np.zeros((2, 2), np.uint64)),
        ("parser.label_uses", np.zeros(2, np.uint8)),
        ("parser.label_uses", np.full(1000, 3, np.uint8)),
        ("tagger.tags", np.full(9, 60000, np.uint16)),
        ("tagger.offsets", np.zeros(0, np.uint32)),
    ],
)
def test_a_model_with_wrong_arrays_is_refused(
    parser: DependencyParser, tmp_path: Path, name: str, values: np.ndarray
) -> None:
    with pytest.raises(ModelError, match="changed"):
        DependencyParser.open(_changed(parser, tmp_path, name, values))


def test_a_damaged_model_is_refused(parser: DependencyParser, tmp_path: Path) -> None:
    parser.save(tmp_path / "p")
    settings = (tmp_path / "p" / "model.toml").read_text()
    for wrong in ("beam = 0", 'beam = "wide"', "bean = 4"):
        (tmp_path / "p" / "model.toml").write_text(settings.replace("\nbeam = 4", f"\n{wrong}"))
        with pytest.raises(ModelError, match="settings are not sound"):
            DependencyParser.open(tmp_path / "p")
    (tmp_path / "p" / "model.toml").write_text(settings.replace('"root"', ""))
    with pytest.raises(ModelError):
        DependencyParser.open(tmp_path / "p")
    (tmp_path / "p" / "model.toml").write_text(settings)
    file = tmp_path / "p" / "parser.rows.npy"
    file.write_bytes(file.read_bytes()[:-2])
    with pytest.raises(ModelError, match="bytes"):
        DependencyParser.open(tmp_path / "p")


def test_english_ewt_in_small(shared_data: Path) -> None:
    banks = shared_data / "treebanks"
    gold = list(read_conllu(banks / "en_ewt-ud-dev.conllu.xz"))
    parser = DependencyParser.train(gold[:600], QUICK)
    tested = gold[600:800]
    scores = score_attachment(tested, parser.parse([tree.words for tree in tested]))
    assert scores.las > 50

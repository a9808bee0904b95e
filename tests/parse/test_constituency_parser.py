"""The constituency parser, from Python and from the command line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dragoman.cli.main import main
from dragoman.common.errors import FormatError, ModelError
from dragoman.corpus.constituency import ConstituencyTree, read_tree_lines, write_trees
from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.parse.brackets import score_brackets
from dragoman.parse.constituency_parser import (
    ConstituencyParser,
)
from dragoman.parse.training import ConstituencyTraining, TaggerTraining
from support.sample_corpus import sample_sentences

QUICK = ConstituencyTraining(
    iterations=3, beam=4, folds=2, parsers=3, tagger=TaggerTraining(iterations=3, beam=2)
)


def _trees(pairs: int) -> list[ConstituencyTree]:
    return [sentence.target_tree for sentence in sample_sentences(pairs)]


@pytest.fixture(scope="module")
def parser() -> ConstituencyParser:
    return ConstituencyParser.train(_trees(120), QUICK)


def test_it_learns_a_small_grammar(parser: ConstituencyParser) -> None:
    gold = _trees(160)[120:]
    parsed = parser.parse([tree.words() for tree in gold])
    scores = score_brackets(gold, [tree for tree in parsed if tree is not None])
    assert scores.sentences == 40 and scores.f1 > 80


def test_trees_are_over_the_words_given_whatever_they_are(parser: ConstituencyParser) -> None:
    sentences: list[list[str]] = [[], ["x"], ["(", ")", "|"], ["never", "seen"] * 60, []]
    trees = parser.parse(sentences)
    assert [list(tree.words()) if tree else [] for tree in trees] == sentences
    assert trees[0] is None and trees[1] is not None and trees[1].label == "TOP"


def test_results_do_not_depend_on_threads_or_company(parser: ConstituencyParser) -> None:
    sentences = [tree.words() for tree in _trees(30)]
    one = parser.parse(sentences)
    assert parser.parse(sentences, threads=3) == one
    assert [parser.parse([words])[0] for words in sentences] == one


def test_saved_and_opened(parser: ConstituencyParser, tmp_path: Path) -> None:
    parser.save(tmp_path / "p")
    again = ConstituencyParser.open(tmp_path / "p")
    sentences = [tree.words() for tree in _trees(20)]
    assert again.parse(sentences) == parser.parse(sentences)
    ConstituencyParser.train(_trees(120), QUICK).save(tmp_path / "q")
    same = (
        Artifact.open(tmp_path / "p", ConstituencyParser.KIND),
        Artifact.open(tmp_path / "q", ConstituencyParser.KIND),
    )
    assert same[0].settings == same[1].settings
    for name in ("parser.rows", "parser2.rows", "parser3.rows", "tagger.rows"):
        assert (same[0].array(name) == same[1].array(name)).all()


def test_an_unsound_model_is_refused(parser: ConstituencyParser, tmp_path: Path) -> None:
    parser.save(tmp_path / "p")
    sound = Artifact.open(tmp_path / "p", ConstituencyParser.KIND)
    with ArtifactWriter(tmp_path / "q", ConstituencyParser.KIND) as out:
        out.settings.update(sound.settings)
        for file in (tmp_path / "p").glob("*.npy"):
            values = sound.array(file.stem)
            out.array(file.stem, values[:-1] if file.stem == "parser.punctuation" else values)
    with pytest.raises(ModelError, match="do not fit"):
        ConstituencyParser.open(tmp_path / "q")


def test_one_parser_alone_is_a_model_too(tmp_path: Path) -> None:
    """Models that were made before parsers voted say nothing of their number."""
    one = ConstituencyParser.train(_trees(40), replace(QUICK, parsers=1))
    one.save(tmp_path / "p")
    sound = Artifact.open(tmp_path / "p", ConstituencyParser.KIND)
    with ArtifactWriter(tmp_path / "q", ConstituencyParser.KIND) as out:
        out.settings.update({k: v for k, v in sound.settings.items() if k != "parsers"})
        for file in (tmp_path / "p").glob("*.npy"):
            out.array(file.stem, sound.array(file.stem))
    sentences = [tree.words() for tree in _trees(20)]
    assert ConstituencyParser.open(tmp_path / "q").parse(sentences) == one.parse(sentences)


def test_training_says_what_is_missing() -> None:
    with pytest.raises(FormatError, match="found none"):
        ConstituencyParser.train([])


def test_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trees = _trees(90)
    write_trees(tmp_path / "train", trees[:70])
    write_trees(tmp_path / "test", trees[70:])
    lines = [" ".join(tree.words()) for tree in trees[70:]]
    (tmp_path / "text").write_text("\n".join([*lines, "", "x"]) + "\n")
    place = ["train", f"{tmp_path}/train", "--output", f"{tmp_path}/p"]
    assert main(["parse", *place]) == 1
    assert "add --constituency" in capsys.readouterr().err
    options = ["--constituency", "--iterations", "2", "--beam", "2", "--output", f"{tmp_path}/p"]
    assert main(["parse", "train", f"{tmp_path}/train", *options]) == 0
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "70 trees to train from"
    assert told[-2].startswith("parser 5 of 5, 2 of 2: ") and "trained in" in told[-1]
    assert main(["parse", "test", f"{tmp_path}/p", f"{tmp_path}/test"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in out[:4]] == ["tags", "recall", "precision", "F1"]
    given = ["apply", f"{tmp_path}/p", "--input", f"{tmp_path}/text"]
    assert main(["parse", *given, "--output", f"{tmp_path}/out"]) == 0
    found = list(read_tree_lines(tmp_path / "out"))
    assert [" ".join(t.words()) if t else "" for t in found] == [*lines, "", "x"]
    assert main(["parse", *given, "--format", "tags"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("x|")
    assert main(["parse", *given, "--format", "conllu"]) == 1
    assert "is a constituency parser: expected --format trees or tags" in capsys.readouterr().err

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.cli.main import main
from dragoman.common.errors import FormatError, ModelError
from dragoman.corpus.conllu import read_conllu, write_conllu
from dragoman.corpus.dependency import DependencyTree
from dragoman.parse.parsers import open_parser

pytest.importorskip("ufal.udpipe")
from dragoman.parse.udpipe_parser import UDPipeParser, UDPipeTraining, train_udpipe

NOUNS = ["dog", "cat", "house", "child", "bird", "tree"]
VERBS = ["sees", "hears", "likes", "finds"]
FAST = "hidden_layer=20;embedding_form=10;embedding_upostag=8;embedding_feats=0"


def _treebank() -> list[DependencyTree]:
    return [
        DependencyTree(
            ("the", a, v, "a", b, "."),
            (1, 2, -1, 4, 2, 2),
            tags=("DET", "NOUN", "VERB", "DET", "NOUN", "PUNCT"),
            labels=("det", "nsubj", "root", "det", "obj", "punct"),
        )
        for a in NOUNS
        for b in NOUNS
        for v in VERBS
    ]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("udpipe")
    write_conllu(place / "toy.conllu.gz", _treebank())
    arguments = ["--iterations", "3", "--parser-options", FAST, "--output", f"{place}/toy.udpipe"]
    assert main(["parse", "train", f"{place}/toy.conllu.gz", "--udpipe", *arguments]) == 0
    return place / "toy.udpipe"


def test_a_trained_parser_has_learnt_its_treebank(model: Path) -> None:
    parser = open_parser(model)
    empty, tree = parser.parse([[], ["the", "bird", "likes", "a", "house", "."]])
    assert empty == DependencyTree((), ())
    assert tree.tags == ("DET", "NOUN", "VERB", "DET", "NOUN", "PUNCT")
    right = sum(
        parsed.heads == gold.heads
        for parsed, gold in zip(
            parser.parse([t.words for t in _treebank()]), _treebank(), strict=True
        )
    )
    assert right > 0.9 * len(_treebank())


def test_the_verb_keeps_lines_and_documents(model: Path, tmp_path: Path) -> None:
    (tmp_path / "t").write_text("the dog sees a cat .\n\nodd \u3000 tokens\n")
    (tmp_path / "d").write_text("a\na\nb\n")
    files = ["--input", f"{tmp_path}/t", "--docs", f"{tmp_path}/d", "--output", f"{tmp_path}/o"]
    assert main(["parse", "apply", str(model), *files]) == 0
    trees = list(read_conllu(tmp_path / "o"))
    assert [len(tree) for tree in trees] == [6, 0, 3]
    assert [tree.document for tree in trees] == ["a", "a", "b"]
    assert [tree.sentence_id for tree in trees] == ["1", "2", "3"]


@pytest.mark.parametrize("content", [b"", b"hello", b"\x13morphodita_parsito" * 50])
def test_what_is_no_model_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "m").write_bytes(content)
    with pytest.raises(ModelError, match="expected a UDPipe model"):
        UDPipeParser(tmp_path / "m")
    with pytest.raises(FileNotFoundError):
        UDPipeParser(tmp_path / "none")


def test_a_truncated_model_is_refused(model: Path, tmp_path: Path) -> None:
    data = model.read_bytes()
    for size in (10, len(data) // 3, len(data) - 5):
        (tmp_path / "m").write_bytes(data[:size])
        with pytest.raises(ModelError):
            UDPipeParser(tmp_path / "m")


def test_training_says_what_is_missing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(FormatError, match="found none"):
        train_udpipe([], UDPipeTraining())
    (tmp_path / "t").write_text("1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n")
    given = ["train", f"{tmp_path}/t", "--udpipe"]
    assert main(["parse", *given, "--output", f"{tmp_path}/m"]) == 1
    error = capfd.readouterr().err
    assert (
        error == f"dragoman: {tmp_path}/t: sentence 1: training needs universal tags and labels\n"
    )
    assert not (tmp_path / "m").exists()

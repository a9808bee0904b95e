"""``dragoman parse`` with our own parser and tagger."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.cli.main import main
from dragoman.corpus.conllu import read_conllu, write_conllu
from dragoman.parse.tagged_text import format_tagged
from dragoman.parse.tags import tags_of
from support.sample_corpus import sample_sentences

TRAINING = ["--iterations", "2", "--beam", "2"]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A treebank, a text to parse, a parser and a tagger."""
    folder = tmp_path_factory.mktemp("parse")
    trees = [sentence.source_tree for sentence in sample_sentences(150)]
    write_conllu(folder / "train.conllu", trees[:120])
    write_conllu(folder / "test.conllu", trees[120:])
    lines = [format_tagged(tree.words, tags_of(tree)) for tree in trees]
    (folder / "train.pos").write_text("\n".join(lines[:120]) + "\n")
    (folder / "test.pos").write_text("\n".join(lines[120:]) + "\n")
    (folder / "text").write_text("\n".join(" ".join(t.words) for t in trees[120:]) + "\n\n")
    for name, options in (("parser", []), ("tagger", ["--tagger"])):
        source = "train.conllu" if name == "parser" else "train.pos"
        where = ["train", f"{folder}/{source}", "--output", f"{folder}/{name}"]
        assert main(["parse", *where, *options, *TRAINING]) == 0
    return folder


def test_a_parser_writes_conllu_or_tags(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["apply", f"{place}/parser", "--input", f"{place}/text"]
    assert main(["parse", *given, "--output", f"{place}/out.conllu"]) == 0
    trees = list(read_conllu(place / "out.conllu"))
    assert [len(tree) for tree in trees][-1] == 0 and len(trees) == 31
    assert all(tree.labels and tree.tags for tree in trees[:-1])
    assert main(["parse", *given, "--format", "tags", "--threads", "2"]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert lines[0] == format_tagged(trees[0].words, tags_of(trees[0]))


def test_a_tagger_writes_tags_or_conllu(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["apply", f"{place}/tagger", "--input", f"{place}/text"]
    assert main(["parse", *given]) == 0
    lines = capsys.readouterr().out.split("\n")
    words = (place / "text").read_text().split("\n")
    assert [[t.rpartition("|")[0] for t in line.split()] for line in lines[:31]] == [
        line.split() for line in words[:31]
    ]
    assert main(["parse", *given, "--format", "conllu"]) == 0
    rows = capsys.readouterr().out.split("\n")
    assert rows[2].split("\t")[1] == words[0].split()[0]
    assert sum(row.startswith("# sent_id") for row in rows) == 31


def test_how_good_a_model_is(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["parse", "test", f"{place}/parser", f"{place}/test.conllu"]) == 0
    out = capsys.readouterr().out
    assert [line.split()[0] for line in out.splitlines()[:4]] == ["UPOS", "XPOS", "UAS", "LAS"]
    assert main(["parse", "test", f"{place}/tagger", f"{place}/test.pos"]) == 0
    assert float(capsys.readouterr().out.split()[1].rstrip("%")) > 80


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["train", "{p}/train.conllu", "--output", "-"], "expected the place of a model"),
        (["train", "{p}/train.conllu", "--output", "{p}"], "would replace a directory"),
        (["train", "{p}/train.conllu", "--output", "{p}/text"], "there is a file in the place"),
        (["train", "{p}/none", "--output", "{p}/new"], "{p}/none: No such file"),
        (["train", "{p}/text", "--output", "{p}/new"], "{p}/text:1: sentence 1: expected 10"),
        (["train", "{p}/text", "--tagger", "--output", "{p}/new"], "{p}/text:1: expected word|"),
        (["train", "{p}/a", "--output", "{p}/new", "--parser-options", "a=1"], "add --udpipe"),
        (["apply", "{p}"], "there is no model.toml"),
        (["apply", "{p}/none"], "{p}/none: No such file"),
        (["test", "{p}/parser", "{p}/text"], "expected 10 columns"),
    ],
)
def test_what_cannot_be_done_is_told(
    place: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    assert main(["parse", *[a.replace("{p}", str(place)) for a in arguments]]) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and complaint.replace("{p}", str(place)) in error
    assert not (place / "new").exists()


def test_sentences_without_labels_do_not_train(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "t").write_text("1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n")
    assert main(["parse", "train", f"{tmp_path}/t", "--output", f"{tmp_path}/m"]) == 1
    error = capsys.readouterr().err
    assert error.endswith(f"dragoman: {tmp_path}/t: sentence 1: training needs tags and labels\n")
    assert not (tmp_path / "m").exists()

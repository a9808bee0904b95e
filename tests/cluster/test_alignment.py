"""An aligner that was trained on a sample, applied by every engine: the links that one machine makes."""

from __future__ import annotations

from pathlib import Path

import pytest

import dragoman.cluster.alignment as alignment
from dragoman.align import Aligner, AlignOptions, write_links
from dragoman.cli.main import main
from dragoman.cluster import ClusterOptions, OneMachine, align_files, opened
from dragoman.common.errors import ConfigError, FormatError, ModelError
from dragoman.corpus.integers import IntegerCorpus
from dragoman.io.artifact import Artifact
from support.sample_corpus import sample_directory
from support.spark import spark_server

PAIRS = 600
OPTIONS = AlignOptions(sample=200, symmetrize="grow-diag-final-and")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two texts, an aligner that a third of them trained, and its links for all of them."""
    place = tmp_path_factory.mktemp("aligned")
    world = sample_directory(PAIRS)
    for name in ("train.qar", "train.qot"):
        (place / name).write_bytes((world / name).read_bytes())
    source, target = (
        IntegerCorpus.build(place / name[6:], place / name) for name in ("train.qar", "train.qot")
    )
    aligner = Aligner.train(source, target, OPTIONS)
    aligner.save(place / "aligner")
    write_links(place / "links", aligner.align(source, target))
    return place


@pytest.mark.parametrize("chunk", [2000, 37])
@pytest.mark.parametrize("where", ["one machine", "spark", "spark with a shared directory"])
def test_links_are_those_of_the_aligner(
    place: Path, tmp_path: Path, where: str, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alignment, "CHUNK", chunk)
    texts = place / "aligner", place / "train.qar", place / "train.qot"
    if where == "one machine":
        align_files(OneMachine(2), *texts, tmp_path / "links")
    else:
        shared = str(tmp_path / "shared") if "shared" in where else None
        with (
            spark_server() as url,
            opened(ClusterOptions(spark=url, shared=shared)) as engine,
        ):
            align_files(engine, *texts, tmp_path / "links")
    assert (tmp_path / "links").read_bytes() == (place / "links").read_bytes()


def test_a_sample_is_spread_over_the_text_and_brings_its_words_alone(place: Path) -> None:
    lines = [f"word{number} end" for number in range(10)]
    aligner = Aligner.train(lines, lines, AlignOptions(sample=3))
    words = aligner.vocabularies[0]
    assert [words.word(k) for k in range(len(words))] == ["word0", "end", "word3", "word6"]
    whole = Aligner.train(lines, lines, AlignOptions(sample=10))
    assert len(whole.vocabularies[0]) == 11
    with pytest.raises(ConfigError, match="trained on a sample"):
        aligner.align()


def test_the_command_aligns_the_whole_text(place: Path, tmp_path: Path) -> None:
    texts = ["--source", str(place / "train.qar"), "--target", str(place / "train.qot")]
    settings = ["--sample", "200", "--symmetrize", "grow-diag-final-and"]
    assert main(["align", "train", *texts, *settings, "--output", str(tmp_path / "links")]) == 0
    assert (tmp_path / "links").read_bytes() == (place / "links").read_bytes()


def test_texts_of_different_lengths_are_refused(place: Path, tmp_path: Path) -> None:
    (tmp_path / "short").write_text("one line\n")
    with pytest.raises(FormatError, match=r"599|600"):
        align_files(
            OneMachine(), place / "aligner", place / "train.qar", tmp_path / "short", tmp_path / "l"
        )
    assert not (tmp_path / "l").exists()


def test_another_aligner_in_its_place_is_noticed(place: Path) -> None:
    chunk = b"\x92\x00\x90"
    right = Artifact.open(place / "aligner").fingerprint()
    assert alignment.linked(str(place / "aligner"), right, chunk) == b""
    with pytest.raises(ModelError, match="another aligner is there"):
        alignment.linked(str(place / "aligner"), "wrong", chunk)

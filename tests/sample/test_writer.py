from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.cli.main import main
from dragoman.corpus.conllu import read_conllu
from dragoman.corpus.constituency import read_tree_lines
from dragoman.corpus.pharaoh import read_pharaoh
from dragoman.sample import INVENTED, LABELS, LANGUAGES
from dragoman.sample.writer import PARTS, suffixes
from support.sample_corpus import sample_directory


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("languages", LANGUAGES)
def test_the_files_are_in_step(languages: str) -> None:
    place = sample_directory(300, 40, 50, languages=languages)
    codes = languages.split("-")
    for part, size in zip(PARTS, (300, 40, 50), strict=True):
        source = [line.split() for line in lines(place / f"{part}.{codes[0]}")]
        target = [line.split() for line in lines(place / f"{part}.{codes[1]}")]
        docs = lines(place / f"{part}.docs")
        conllu = list(read_conllu(place / f"{part}.conllu"))
        trees = list(read_tree_lines(place / f"{part}.trees"))
        assert len(source) == len(target) == size
        assert [list(tree.words) for tree in conllu] == source
        assert [tree.document for tree in conllu] == docs
        assert [list(tree.words()) for tree in trees if tree is not None] == target
        for alignment, f, e in zip(
            read_pharaoh(place / f"{part}.align"), source, target, strict=True
        ):
            alignment.check(len(f), len(e))
        for code, text in zip(codes, (source, target), strict=True):
            tags = [line.split() for line in lines(place / f"{part}.{code}.pos")]
            assert [len(row) for row in tags] == [len(row) for row in text]
        table = [line.split("\t") for line in lines(place / f"{part}.phenomena.tsv")]
        assert table[0] == list(LABELS)
        assert len(table) == size + 1


def test_parts_share_no_sentences() -> None:
    place = sample_directory(300, 40, 50)
    texts = [set(lines(place / f"{part}.qar")) for part in PARTS]
    assert not texts[0] & texts[1]
    assert not texts[0] & texts[2]
    assert not texts[1] & texts[2]


@pytest.mark.parametrize("languages", LANGUAGES)
def test_the_command_is_deterministic_and_may_be_repeated(tmp_path: Path, languages: str) -> None:
    sizes = ["--pairs", "30", "--dev", "5", "--test", "5", "--languages", languages]
    for name in ("a", "b", "a"):
        assert main(["sample", str(tmp_path / name), *sizes, "--seed", "4"]) == 0
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a", "b"]
    names = {f"{part}.{suffix}" for part in PARTS for suffix in suffixes(languages)}
    assert {p.name for p in (tmp_path / "a").iterdir()} == names
    for name in names:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_phenomena_are_chosen_on_the_command_line(tmp_path: Path) -> None:
    sizes = ["--pairs", "60", "--dev", "0", "--test", "0"]
    assert main(["sample", str(tmp_path / "a"), *sizes, "--only", "verb-final"]) == 0
    assert main(["sample", str(tmp_path / "b"), *sizes, "--without", "verb-final", "cohesion"]) == 0
    column = LABELS.index("verb-final")

    def count(name: str) -> int:
        rows = lines(tmp_path / name / "train.phenomena.tsv")[1:]
        return sum(int(row.split("\t")[column]) for row in rows)

    assert count("a") > 0
    assert count("b") == 0


def test_one_pair_of_languages_takes_the_place_of_the_other(tmp_path: Path) -> None:
    sizes = ["--pairs", "5", "--dev", "5", "--test", "5"]
    for languages in (INVENTED, "de-en"):
        assert main(["sample", str(tmp_path / "a"), *sizes, "--languages", languages]) == 0
    names = {path.name for path in (tmp_path / "a").iterdir()}
    assert names == {f"{part}.{suffix}" for part in PARTS for suffix in suffixes("de-en")}


def test_other_peoples_directories_are_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "thesis.tex").write_text("x")
    assert main(["sample", str(tmp_path), "--pairs", "5"]) == 1
    assert "holds other files" in capsys.readouterr().err
    assert [p.name for p in tmp_path.iterdir()] == ["thesis.tex"]


def test_misuse_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sample", str(tmp_path / "a"), "--pairs", "-1"]) == 2
    assert main(["sample", str(tmp_path / "a"), "--only", "magic"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2
    assert not (tmp_path / "a").exists()

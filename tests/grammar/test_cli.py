from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.cli.main import main
from dragoman.grammar import RuleTable, read_lexical_file, read_moses


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    (tmp_path / "f").write_text("das haus\ndas buch\n")
    (tmp_path / "e").write_text("the house\nthe book\n")
    (tmp_path / "a").write_text("0-0 1-1\n0-0 1-1\n")
    names = {"--source": "f", "--target": "e", "--alignment": "a", "--output": "out"}
    return [word for option, name in names.items() for word in (option, str(tmp_path / name))]


def test_writes_a_rule_table(files: list[str], tmp_path: Path) -> None:
    assert main(["extract", *files, "--reordering", "hier", "--limit-memory", "1K"]) == 0
    table = RuleTable.open(tmp_path / "out")
    assert [rule.target for rule in table.lookup("das haus")] == ["the house"]
    assert table.has_reordering
    assert table.settings["extraction"]["reordering"] == "hier"


def test_writes_moses_files(files: list[str], tmp_path: Path) -> None:
    assert main(["extract", *files, "--format", "moses", "--max-length", "1"]) == 0
    out = tmp_path / "out"
    table = read_moses(out / "phrase-table.gz", out / "reordering-table.gz")
    assert {(rule.source, rule.target) for rule in table} == {
        ("das", "the"),
        ("haus", "house"),
        ("buch", "book"),
    }
    assert read_lexical_file(out / "lex.f2e")["the", "das"] == 1.0


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--prune-significance", "high"], 2),
        (["--max-length", "0"], 2),
        (["--max-length", "1000"], 2),
        (["--limit-memory", "lots"], 2),
        (["--top", "-1"], 2),
    ],
)
def test_misuse_leaves_nothing(
    files: list[str],
    options: list[str],
    code: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["extract", *files, *options]) == code
    assert not (tmp_path / "out").exists()
    assert capsys.readouterr().err.count("\n") == 1


def test_a_bad_link_is_named(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a").write_text("0-0\n0-7\n")
    assert main(["extract", *files]) == 1
    assert f"{tmp_path / 'a'}:2: the link 0-7" in capsys.readouterr().err


def test_gaps_for_a_text_by_suffix_array(files: list[str], tmp_path: Path) -> None:
    (tmp_path / "f").write_text("das alte haus\ndas buch\n")
    (tmp_path / "e").write_text("the old house\nthe book\n")
    (tmp_path / "a").write_text("0-0 1-1 2-2\n0-0 1-1\n")
    (tmp_path / "test").write_text("das neue haus\n\n")
    place = str(tmp_path / "index")
    chosen = ["--gaps", "both", "--for", str(tmp_path / "test"), "--suffix-array", place]
    assert main(["extract", *files, *chosen]) == 0
    expected = {("das", "the"), ("haus", "house"), ("das … haus", "the … house")}
    assert {(r.source, r.target) for r in RuleTable.open(tmp_path / "out")} == expected
    assert main(["extract", *chosen, "--output", str(tmp_path / "again"), "--sample", "0"]) == 0
    assert {(r.source, r.target) for r in RuleTable.open(tmp_path / "again")} == expected
    assert main(["extract", "--suffix-array", place, "--output", str(tmp_path / "all")]) == 0
    found = {(r.source, r.target) for r in RuleTable.open(tmp_path / "all")}
    assert ("das buch", "the book") in found
    assert not any("…" in source for source, _ in found)


@pytest.mark.parametrize(
    "options",
    [
        ["--format", "moses"],
        ["--sample", "-1"],
        ["--max-length", "200"],
        ["--for", "no-such-file"],
    ],
)
def test_misuse_with_gaps_leaves_nothing(
    files: list[str], options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["extract", *files, "--gaps", "source", *options]) == (2 if "-1" in options else 1)
    assert not (tmp_path / "out").exists()
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("options", [[], ["--gaps", "both"]])
def test_missing_files_are_asked_for(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["extract", "--output", str(tmp_path / "out"), *options]) == 1
    assert "expected --source, --target and --alignment" in capsys.readouterr().err


def test_a_table_with_gaps(files: list[str], tmp_path: Path) -> None:
    (tmp_path / "f").write_text("das alte haus\n" * 2)
    (tmp_path / "e").write_text("the old house\n" * 2)
    (tmp_path / "a").write_text("0-0 1-1 2-2\n" * 2)
    assert main(["extract", *files, "--gaps", "both"]) == 0
    table = RuleTable.open(tmp_path / "out")
    assert ("das … haus", "the … house") in {(rule.source, rule.target) for rule in table}
    assert table.gaps == "both"
    again = [str(tmp_path / "again") if part == str(tmp_path / "out") else part for part in files]
    assert main(["extract", *again, "--gaps", "both", "--least-with-gaps", "3"]) == 0
    assert not any("…" in rule.source for rule in RuleTable.open(tmp_path / "again"))

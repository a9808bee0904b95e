from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.cli.main import main
from dragoman.corpus.cleaning import Cleaner, CleanOptions, clean_files

sides = st.lists(st.sampled_from(["a", "bb", "x" * 30]), max_size=6).map(" ".join)


@given(st.lists(st.tuples(sides, sides), max_size=12), st.booleans())
def test_keeps_exactly_what_the_definition_says(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[str, str]], dedupe: bool
) -> None:
    place = tmp_path_factory.mktemp("clean")
    ids = [f"d{i // 3}" for i in range(len(pairs))]
    for name, lines in zip("std", ([p[0] for p in pairs], [p[1] for p in pairs], ids), strict=True):
        (place / name).write_text("".join(f"{line}\n" for line in lines))
    options = CleanOptions(2, 5, 2.0, longest_word=20, deduplicate=dedupe)
    inputs = [place / name for name in "std"]
    outputs = [place / f"{name}.out" for name in "std"]
    report = clean_files(inputs, outputs, options)
    expected = []
    for (source, target), name in zip(pairs, ids, strict=True):
        n, m = len(source.split()), len(target.split())
        good = 2 <= n <= 5 and 2 <= m <= 5 and n <= 2 * m and m <= 2 * n
        good = good and "x" not in source + target
        if good and not (dedupe and any((source, target) == e[:2] for e in expected)):
            expected.append((source, target, name))
    assert report.kept == len(expected)
    assert report.kept + sum(report.dropped.values()) == len(pairs)
    assert list(zip(*(p.read_text().splitlines() for p in outputs), strict=True)) == expected


def test_reasons() -> None:
    cleaner = Cleaner(CleanOptions(2, 4, 2.0, deduplicate=True))
    assert cleaner.fault(["a b", ""]) == "empty"
    assert cleaner.fault(["a b", "a"]) == "too short"
    assert cleaner.fault(["a b c d e", "a b c"]) == "too long"
    assert Cleaner(CleanOptions(max_ratio=2)).fault(["a b c", "a"]) == "too unequal"
    assert cleaner.fault(["a b", "c d"]) is None
    assert cleaner.fault(["a b", "c d"]) == "duplicate"


def test_the_command(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "s").write_text("eins zwei\n\ndrei\x00 vier\n")
    (tmp_path / "t").write_text("one two\nx\nthree four\n")
    (tmp_path / "d").write_text("d1\nd1\nd2\n")
    (tmp_path / "a").write_text("0-0\n\n1-1\n")
    arguments = [
        "--source",
        f"{tmp_path}/s",
        "--target",
        f"{tmp_path}/t",
        "--docs",
        f"{tmp_path}/d",
    ]
    assert (
        main(["clean", *arguments, "--extra", f"{tmp_path}/a", "--output-prefix", f"{tmp_path}/o"])
        == 0
    )
    out, err = capfd.readouterr()
    assert out == ""
    assert err == "kept 2 of 3 pairs; dropped: empty 1\n"
    assert (tmp_path / "o.source").read_text() == "eins zwei\ndrei vier\n"
    assert (tmp_path / "o.docs").read_text() == "d1\nd2\n"
    assert (tmp_path / "o.extra1").read_text() == "0-0\n1-1\n"


def test_failure_leaves_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "s").write_text("eins\nzwei\n")
    (tmp_path / "t").write_text("one\n")
    arguments = ["--source", f"{tmp_path}/s", "--target", f"{tmp_path}/t"]
    assert main(["clean", *arguments, "--output-prefix", f"{tmp_path}/o"]) == 1
    assert "has 2 lines" in capfd.readouterr().err
    assert sorted(p.name for p in tmp_path.iterdir()) == ["s", "t"]
    (tmp_path / "o.source").write_text("x\n")
    clash = ["--source", f"{tmp_path}/o.source", "--output-prefix", f"{tmp_path}/o"]
    assert main(["clean", *clash]) == 1
    assert "both input and output" in capfd.readouterr().err

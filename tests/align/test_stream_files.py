"""``dragoman align --stream``: compressed texts, journals, killed runs, lines that cannot be aligned."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from dragoman.align import Aligner
from dragoman.align.chunk_journal import ChunkJournal
from dragoman.cli.main import main
from dragoman.common.errors import ConfigError
from dragoman.io.files import open_output, read_lines

WORDS = {"das": "the", "haus": "house", "buch": "book", "ist": "is", "klein": "small", "é": "ê"}
PAIRS = 60


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A saved aligner, texts, and the links that they have in one piece."""
    place = tmp_path_factory.mktemp("stream")
    generator = np.random.default_rng(2)
    source = [
        " ".join(generator.choice(list(WORDS), generator.integers(0, 7))) for _ in range(PAIRS)
    ]
    target = [" ".join(WORDS[word] for word in line.split()) for line in source]
    aligner = Aligner.train(source, target)
    aligner.save(place / "aligner")
    for name, lines in (("source", source), ("target", target)):
        for suffix in ("", ".gz", ".zst"):
            with open_output(place / f"{name}{suffix}") as out:
                out.writelines(f"{line}\n" for line in lines)
    with open_output(place / "pairs") as out:
        out.writelines(f"{s}\t{t}\n" for s, t in zip(source, target, strict=True))
    links = aligner.align(source, target, probabilities=True)
    (place / "links").write_text(links.text())
    (place / "probabilities").write_text(links.probabilities_text())
    return place


def stream(place: Path, *more: object, texts: str = "") -> list[str]:
    sides = [f"--{side}={place / side}{texts}" for side in ("source", "target")]
    return ["align", "stream", str(place / "aligner"), *sides, *map(str, more)]


def text(path: Path) -> str:
    return "".join(f"{line}\n" for line in read_lines(path))


@pytest.mark.parametrize("suffix", ["", ".gz", ".bz2", ".xz", ".zst"])
@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_compressed_texts_and_outputs(
    place: Path, tmp_path: Path, suffix: str, chunk: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same text for any chunks, threads and compression, with a journal and without."""
    expected = (place / "links").read_text()
    outputs = ("--output", tmp_path / f"l{suffix}", "--probabilities", tmp_path / f"p{suffix}")
    for number, extra in enumerate(((), ("--journal", tmp_path / "journal"))):
        packed = (".gz", ".zst")[number]
        threads = ("--threads", number + 1, "--chunk", chunk)
        assert main(stream(place, *outputs, *threads, *extra, texts=packed)) == 0
        assert text(tmp_path / f"l{suffix}") == expected
        assert text(tmp_path / f"p{suffix}") == (place / "probabilities").read_text()
    assert len((tmp_path / "journal").read_text().splitlines()) == 1 + -(-PAIRS // chunk)
    assert main(stream(place, "--chunk", chunk)) == 0
    assert capsys.readouterr().out == expected


def test_the_saved_aligner_as_model_and_pairs_in_one_file(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["align", "stream", str(place / "aligner")]
    assert main([*command, "--pairs", str(place / "pairs")]) == 0
    assert capsys.readouterr().out == (place / "links").read_text()
    sides = ["--source", str(place / "source"), "--target", str(place / "target")]
    assert main(["align", "apply", str(place / "aligner"), *sides]) == 0
    assert capsys.readouterr().out == (place / "links").read_text()


@pytest.mark.parametrize("suffix", ["", ".zst", ".gz"])
def test_a_run_goes_on_after_any_record(place: Path, tmp_path: Path, suffix: str) -> None:
    """Whatever a killed run wrote after its last record: nothing is lost, nothing is there twice."""
    outputs = [tmp_path / f"links{suffix}", tmp_path / f"p{suffix}", tmp_path / "bad"]
    names = ("--output", "--probabilities", "--skip-bad")
    options = [x for pair in zip(names, outputs, strict=True) for x in pair]
    command = stream(place, *options, "--chunk", 9, "--journal", tmp_path / "journal")
    assert main(command) == 0
    whole = [path.read_bytes() for path in outputs]
    assert text(outputs[0]) == (place / "links").read_text() and whole[2] == b""
    records = (tmp_path / "journal").read_bytes().splitlines(keepends=True)
    for end in range(len(records) + 1):
        for half in (b"", records[min(end, len(records) - 1)][:15]):
            (tmp_path / "journal").write_bytes(b"".join(records[:end]) + half)
            for path, data in zip(outputs, whole, strict=True):
                path.write_bytes(data[: 1 + len(data) * 2 // 3] if end < 4 else data + b"half")
            assert main(command) == 0
            assert [path.read_bytes() for path in outputs] == whole


def test_a_killed_run_goes_on(place: Path, tmp_path: Path) -> None:
    """Killed while it waits for more input; then the same command gets the whole input."""
    journal, output = tmp_path / "journal", tmp_path / "links.zst"
    arguments = ["--journal", journal, "--chunk", 4, "--output", output, "--pairs", "-"]
    command = [sys.executable, "-m", "dragoman", "align", "stream"]
    command += [str(place / "aligner"), *map(str, arguments)]
    lines = (place / "pairs").read_bytes().splitlines(keepends=True)
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(b"".join(lines[:45]))
        process.stdin.flush()
        while process.poll() is None and (
            not journal.exists() or len(journal.read_bytes().splitlines()) < 5
        ):
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    assert output.read_bytes() != b"" and text(output) != (place / "links").read_text()
    done = subprocess.run(command, input=b"".join(lines), capture_output=True)
    assert done.returncode == 0 and b"going on after" in done.stderr
    assert text(output) == (place / "links").read_text()
    again = subprocess.run(command, input=b"".join([*lines, lines[0]]), capture_output=True)
    assert again.returncode == 0
    first = (place / "links").read_text().splitlines(keepends=True)[0]
    assert text(output) == (place / "links").read_text() + first


def test_a_line_is_answered_while_the_input_pauses(place: Path) -> None:
    command = [sys.executable, "-m", "dragoman", "align", "stream", "--pairs", "-"]
    command += [str(place / "aligner")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        for _ in range(3):
            process.stdin.write(b"das haus\tthe house\n")
            process.stdin.flush()
            assert process.stdout.readline() == b"0-0 1-1\n"


def test_what_a_journal_does_not_go_on_with(
    place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another aligner, text, setting or output than the journal's is refused with a sentence."""
    for name in ("source", "target"):
        (tmp_path / name).write_bytes((place / name).read_bytes())
    options = ["--chunk", "9", "--journal", tmp_path / "journal"]
    command = stream(place, "--output", tmp_path / "links", *options)
    texts = [f"--{side}={tmp_path / side}" for side in ("source", "target")]
    command[3:5] = texts
    assert main(command) == 0
    links = (tmp_path / "links").read_bytes()

    def refused(arguments: list[str], why: str) -> None:
        assert main(arguments) == 1
        assert why in capsys.readouterr().err
        assert (tmp_path / "links").read_bytes() == links

    refused([*command, "--threshold", "0.3"], "records a run with other threshold")
    other = [x.replace(str(place / "aligner"), str(tmp_path / "other")) for x in command]
    Aligner.train(["a"], ["b"]).save(tmp_path / "other")
    refused(other, "records a run with other aligner")
    refused([*command, f"--pairs={place / 'pairs'}"], "leave out --source and --target")
    (tmp_path / "source").write_text("changed\n" * PAIRS)
    refused(command, "are not those that the journal has recorded")
    (tmp_path / "source").write_bytes((place / "source").read_bytes())
    header = (tmp_path / "journal").read_text().splitlines()[0]
    (tmp_path / "links").write_bytes(links[:-5])
    links = links[:-5]
    refused(command, "remove the journal to begin anew")
    for damaged, why in (
        ("{}", "journal:1: expected a journal of alignment"),
        ("no json", "journal:1: expected a journal of alignment"),
        (f"{header}\n[]", "journal:2: expected a journal of alignment"),
        (f'{header}\n{{"pairs": -1, "checksums": [], "sizes": []}}', "journal:2: expected the rec"),
        (f'{header}\n{{"pairs": 1, "checksums": [], "sizes": []}}', "journal:2: expected the rec"),
        (f'{header}\n{{"pairs": 1, "checksums": [], "sizes": [0, 0]}}', "with more outputs"),
    ):
        (tmp_path / "journal").write_text(f"{damaged}\n")
        refused(command, why)


def test_one_process_writes_an_output(tmp_path: Path) -> None:
    with (
        ChunkJournal(tmp_path / "journal", {}, [tmp_path / "links"]),
        pytest.raises(ConfigError, match="another process is writing it"),
        ChunkJournal(tmp_path / "other", {}, [tmp_path / "links"]),
    ):
        pass


@pytest.mark.parametrize("journal", [False, True])
def test_lines_that_cannot_be_aligned(
    place: Path,
    tmp_path: Path,
    journal: bool,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They end the run with file and line, after the links before them; or are skipped and reported."""
    monkeypatch.setenv("DRAGOMAN_MAX_LINE", "100")
    good = b"das haus\tthe house\n"
    lines = [good, b"das \xff\tthe\n", good, b"no tab\n", b"x" * 500 + b"\n", good]
    lines += [b"haus " * 10 + b"\t" + b"house " * 6 + b"\n", b"\t\n", b"x" * 500]
    (tmp_path / "pairs").write_bytes(b"".join(lines))
    command = ["align", "stream", str(place / "aligner"), f"--pairs={tmp_path / 'pairs'}"]
    command += ["--output", str(tmp_path / "links"), "--largest-pair", "59", "--chunk", "1"]
    if journal:
        command += ["--journal", str(tmp_path / "journal")]
    assert main(command) == 1
    assert "pairs:2: expected UTF-8 text, found the byte 0xff" in capsys.readouterr().err
    if not journal:
        assert main([x for x in command if x not in ("--output", str(tmp_path / "links"))]) == 1
        assert capsys.readouterr().out == "0-0 1-1\n"
    assert main([*command, "--skip-bad", str(tmp_path / "bad")]) == 0
    assert "5 pairs have no links" in capsys.readouterr().err
    links = "0-0 1-1\n"
    assert (tmp_path / "links").read_text() == f"{links}\n{links}\n\n{links}\n\n\n"
    report = [line.split("\t") for line in (tmp_path / "bad").read_text().splitlines()]
    assert [number for number, _ in report] == ["2", "4", "5", "7", "9"]
    reasons = ("0xff", "found 0 tabs", "longer than 100 bytes", "has 10 and 6 words", "longer than")
    for (number, reason), part in zip(report, reasons, strict=True):
        assert part in reason and f"pairs:{number}: " in reason


def test_texts_of_different_lengths(
    place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "short").write_text("das haus\n")
    command = ["align", "stream", str(place / "aligner"), f"--source={tmp_path / 'short'}"]
    assert main([*command, f"--target={place / 'target'}"]) == 1
    assert f"short has 1 lines, {place / 'target'} has {PAIRS} lines" in capsys.readouterr().err


def test_options_that_do_not_go_together(
    place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "out")
    base = stream(place, "--output", out)
    for command, why in (
        ([x for x in base if "target" not in x], "expected --source and --target, or --pairs"),
        (
            ["align", "stream", "x", "--source", "-", "--target", "-"],
            "only one of --source",
        ),
        (stream(place, "--journal", out), "expected an output that is a file, found <stdout>"),
        ([*base, "--journal", out], "must be different files"),
        ([*base, "--probabilities", str(place / "source")], "must be different files"),
        (["align", "train", "--no-links", "--source=x", "--target=y"], "--no-links needs --save"),
        (
            [
                "align",
                "train",
                f"--source={place / 'source'}",
                f"--target={place / 'target'}",
                "--lowercase",
            ],
            "give --no-links too",
        ),
    ):
        assert main(command) == 1, command
        assert why in capsys.readouterr().err
    assert not Path(out).exists()


def test_training_alone_with_a_preparation(
    place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "s").write_text("Das Haus.\nDas Buch.\nHaus!\n" * 3)
    (tmp_path / "t").write_text("The house.\nThe book.\nHouse!\n" * 3)
    texts = ["--source", str(tmp_path / "s"), "--target", str(tmp_path / "t")]
    saved = ["--save", str(tmp_path / "saved")]
    prepared = ["--tokenize", "--lowercase", "--source-language", "de"]
    assert main(["align", "train", "--no-links", *texts, *saved, *prepared]) == 0
    assert capsys.readouterr().out == ""
    aligner = Aligner.open(tmp_path / "saved")
    assert aligner.text.lowercase and aligner.text.source_language == "de"
    assert main(["align", "stream", str(tmp_path / "saved"), *texts]) == 0
    assert capsys.readouterr().out == "0-0 1-1\n0-0 1-1\n0-0\n" * 3
    assert main(["align", "apply", str(tmp_path / "saved"), *texts]) == 1
    assert "use dragoman align stream" in capsys.readouterr().err

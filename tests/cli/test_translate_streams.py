"""``dragoman translate`` as a co-process: every line is answered before the next one is sent."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from support.model.handful import make_model

PATIENCE = 120
"""Seconds after which the program is taken to wait for more input."""
LINES = ["das haus ist klein", "das ist das haus", "", "klein ist das haus"]


@pytest.fixture
def model(tmp_path: Path) -> Path:
    make_model().save(tmp_path / "model")
    return tmp_path / "model"


def start(model: Path, *options: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "dragoman", "translate", str(model), *options]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
    )


def answer(process: subprocess.Popen[bytes]) -> str:
    assert process.stdout is not None
    line = b""
    while not line.endswith(b"\n"):
        ready, _, _ = select.select([process.stdout], [], [], PATIENCE)
        assert ready, "the program waits for more input"
        piece = os.read(process.stdout.fileno(), 1 << 16)
        assert piece, process.stderr.read() if process.stderr else ""
        line += piece
    return line.decode()


def converse(process: subprocess.Popen[bytes], lines: list[str]) -> list[str]:
    assert process.stdin is not None
    answers = []
    for line in lines:
        process.stdin.write(f"{line}\n".encode())
        answers.append(answer(process))
    process.stdin.close()
    assert process.wait(PATIENCE) == 0
    return answers


def test_every_line_is_answered_at_once(model: Path, tmp_path: Path) -> None:
    answers = converse(start(model), LINES)
    assert answers == ["the house is small\n", "that is the house\n", "\n", "the house is small\n"]
    (tmp_path / "in").write_text("".join(f"{line}\n" for line in LINES))
    at_once = start(model, "--input", str(tmp_path / "in")).communicate()[0].decode()
    assert at_once == "".join(answers)


def test_files_beside_the_input_do_not_stop_the_stream(model: Path, tmp_path: Path) -> None:
    (tmp_path / "terms").write_text("haus\tcottage\n")
    (tmp_path / "docs").write_text("a\na\nb\n")
    (tmp_path / "demands").write_text("2\t0\ttranslation\tthis\n")
    lines = [line for line in LINES if line]
    rows = "".join(
        "".join(
            f"{i}\t{word}\t_\t_\t_\t_\t{min(i - 1, 1)}\tdep\t_\t_\n"
            for i, word in enumerate(line.split(), 1)
        )
        + "\n"
        for line in lines
    )
    (tmp_path / "trees").write_text(rows)
    beside = {"--terms": "terms", "--docs": "docs", "--constraints": "demands", "--conllu": "trees"}
    options = [part for name, file in beside.items() for part in (name, str(tmp_path / file))]
    answers = converse(start(model, *options), lines)
    assert answers[:2] == ["the cottage is small\n", "this is the cottage\n"]


def test_what_came_before_a_bad_line_is_still_answered(model: Path) -> None:
    process = start(model)
    out, errors = process.communicate(b"das haus\n\xff\ndas haus\n", timeout=PATIENCE)
    assert out == b"the house\n"
    assert errors.startswith(b"dragoman: <stdin>:2: expected UTF-8") and errors.count(b"\n") == 1
    assert process.returncode == 1


def test_an_interrupt_ends_a_waiting_program(model: Path) -> None:
    process = start(model)
    assert process.stdin is not None
    process.stdin.write(b"das haus\n")
    assert answer(process) == "the house\n"
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 130
    assert process.stderr is not None and process.stderr.read() == b"dragoman: interrupted\n"

"""Runs command lines of pages, each command in a fork of a program that has imported all of them already.

A page has many commands, and starting Python for each would take most of the time.

    with Commands() as commands:
        commands.run("dragoman tokenize --language en < raw.en > tok.en", folder)
"""

from __future__ import annotations

import importlib
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parents[2]


class Commands:
    """The program that forks, as a context."""

    def __enter__(self) -> Commands:
        self._server = subprocess.Popen(
            [sys.executable, "-m", "support.docs.commands"],
            cwd=TESTS,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._server.communicate()

    def run(self, line: str, folder: Path) -> tuple[int, str]:
        """The exit code of a line with its pipes and files, and what it said on standard error.

        Args:
            line: What a reader would type.
            folder: Where.
        """
        assert self._server.stdin is not None and self._server.stdout is not None
        self._server.stdin.write(json.dumps([line, str(folder)]) + "\n")
        self._server.stdin.flush()
        code, said = json.loads(self._server.stdout.readline())
        return code, said


def parts(line: str) -> tuple[list[list[str]], dict[str, str]]:
    """The commands of a line and its files: what stands after ``<`` and ``>``.

    Args:
        line: What a reader would type.
    """
    pipeline: list[list[str]] = [[]]
    files: dict[str, str] = {}
    lexer = shlex.shlex(line, posix=True, punctuation_chars="<>|")
    lexer.whitespace_split = True
    lexer.commenters = ""
    words = iter(lexer)
    for word in words:
        if word == "|":
            pipeline.append([])
        elif word in ("<", ">"):
            files[word] = next(words)
        else:
            pipeline[-1].append(word)
    return pipeline, files


def _serve() -> None:
    from dragoman.cli.commands import COMMANDS

    for command in COMMANDS.values():
        importlib.import_module(command.module)
    for request in sys.stdin:
        line, folder = json.loads(request)
        print(json.dumps(_run(line, folder)), flush=True)


def _run(line: str, folder: str) -> tuple[int, str]:
    pipeline, files = parts(line)
    read, write = os.pipe()
    given = os.open(Path(folder, files["<"]) if "<" in files else os.devnull, os.O_RDONLY)
    children = []
    for number, words in enumerate(pipeline):
        if number + 1 < len(pipeline):
            after, out = os.pipe()
        else:
            name = Path(folder, files[">"]) if ">" in files else os.devnull
            after, out = -1, os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        child = os.fork()
        if child == 0:
            _command(words, folder, (given, out, write))
        children.append(child)
        os.close(given)
        os.close(out)
        given = after
    os.close(write)
    with os.fdopen(read, encoding="utf-8") as pipe:
        said = pipe.read()
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    return max(codes, key=abs), said


def _command(words: list[str], folder: str, files: tuple[int, ...]) -> None:
    code = 70
    try:
        from dragoman.cli.main import main

        for number, file in enumerate(files):
            os.dup2(file, number)
        os.closerange(3, 64)
        sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w", buffering=1)  # noqa: SIM115
        os.chdir(folder)
        code = main(words[1:])
        sys.stdout.flush()
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else 1
    finally:
        os._exit(code)


FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
PROGRAMS = ("dragoman", "python", "make", "pip", "git", "curl", "sail")


def command_lines(text: str) -> list[str]:
    """The command lines of a page: lines of its blocks that begin with the name of a program.

    Args:
        text: The page.
    """
    blocks = [body for kind, body in FENCE.findall(text) if kind in ("", "sh")]
    blocks += re.findall(r"(?:^    .*\n)+", FENCE.sub("", text), re.MULTILINE)
    lines = [line.strip() for one in blocks for line in re.sub(r"\\\n\s*", "", one).splitlines()]
    begins = tuple(f"{name} " for name in PROGRAMS)
    return [re.split(r" +#", line)[0] for line in lines if line.startswith(begins)]


def python_blocks(text: str) -> list[str]:
    """The blocks of a page that are Python.

    Args:
        text: The page.
    """
    return [body for kind, body in FENCE.findall(text) if kind == "python"]


if __name__ == "__main__":
    _serve()

"""kill -9 of the servers at a random moment, while clients are at work."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from random import Random
from subprocess import Popen
from threading import Thread
from typing import Any
from urllib.request import Request, urlopen

from dragoman.judge.journal import JudgementJournal
from faults.commands import Workshop

CLIENTS = 3


@contextmanager
def killed_server(process: Popen[str]) -> Iterator[str]:
    """The address that a server says it listens at; afterwards it is dead."""
    with process:
        try:
            assert process.stderr is not None
            said = ""
            for line in process.stderr:
                said += line
                if found := re.search(r"http://127\.0\.0\.1:[0-9]+/", line):
                    yield found[0]
                    return
            raise AssertionError(f"the server does not listen: {said}")
        finally:
            process.kill()


def post(address: str, value: Any) -> Any:
    """Send JSON and return the answer."""
    request = Request(address, json.dumps(value).encode(), {"Content-Type": "application/json"})
    with urlopen(request, timeout=60) as answer:
        return json.load(answer)


def _ask(address: str, name: str) -> Any:
    with urlopen(f"{address}question?annotator={name}", timeout=60) as asked:
        return json.load(asked)


def kill_judge(workshop: Workshop, random: Random) -> None:
    """Every answer that was acknowledged is in the journal, and the campaign can go on."""
    folder = workshop.folder()
    words = [
        *(
            "judge",
            "ask",
            "world/dev.qar",
            "world/dev.qot",
            "--reference",
            "world/dev.qot",
            "--page",
        ),
        *("--journal", "out/journal", "--port", "0", "--shortest", "1", "--longest", "1000"),
    ]
    acknowledged: list[tuple[str, int]] = []

    def answer(address: str, name: str) -> None:
        try:
            question = _ask(address, name)
            while "sentence" in question:
                number = question["sentence"]
                given = {"annotator": name, "sentence": number, "choice": "left"}
                question = post(f"{address}answer", given)
                acknowledged.append((name, number))
        except (OSError, ValueError, HTTPException):
            return  # the server was killed

    with killed_server(workshop.start_words(words, folder)) as address:
        names = [f"annotator{number}" for number in range(CLIENTS)]
        clients = [Thread(target=answer, args=(address, name)) for name in names]
        for client in clients:
            client.start()
        time.sleep(random.uniform(0, 0.3))
    for client in clients:
        client.join()
    kept = JudgementJournal.open(folder / "out" / "journal").judgements
    lost = [one for one in acknowledged if one not in kept]
    assert not lost, f"judge: answers {lost} were acknowledged and are lost"
    with killed_server(workshop.start_words(words, folder)) as address:
        _ask(address, "annotator0")
    shutil.rmtree(folder)


def kill_serve(workshop: Workshop, random: Random) -> None:
    """A server that was killed in the midst of requests leaves its model as it was and starts again."""
    folder = workshop.folder()
    words = ["serve", "model", "--port", "0", "--languages", "qar-qot", "--threads", "1"]
    lines = (workshop.inputs / "world" / "test.qar").read_text(encoding="utf-8").splitlines()
    asked = {"q": lines, "source": "qar", "target": "qot"}
    before = _files(workshop)

    def ask(address: str) -> None:
        try:
            while True:
                post(f"{address}translate", asked)
        except (OSError, ValueError, HTTPException):
            return  # the server was killed

    with killed_server(workshop.start_words(words, folder)) as address:
        first = post(f"{address}translate", asked)
        clients = [Thread(target=ask, args=(address,)) for _ in range(CLIENTS)]
        for client in clients:
            client.start()
        time.sleep(random.uniform(0, 0.3))
    for client in clients:
        client.join()
    assert _files(workshop) == before, "serve: the model was changed"
    with killed_server(workshop.start_words(words, folder)) as address:
        assert post(f"{address}translate", asked) == first, "serve: another answer"
    shutil.rmtree(folder)


def _files(workshop: Workshop) -> dict[str, bytes]:
    files = (path for path in (workshop.inputs / "model").rglob("*") if path.is_file())
    return {str(path): path.read_bytes() for path in files}


SERVERS = {"judge": kill_judge, "serve": kill_serve}

"""Many processes and a server add pairs to one model at once and are killed: nothing that was acknowledged is lost."""

from __future__ import annotations

import re
import shutil
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path
from random import Random
from signal import SIGKILL

from dragoman.model import Model
from faults.commands import Workshop, litter
from faults.servers import killed_server, post

MODEL = "out/model"
WORD = re.compile(r"w\d+t\d+f")


def many_writers(
    workshop: Workshop, random: Random, writers: int = 8, turns: int = 3, clients: int = 3
) -> None:
    """Every acknowledged pair is there once, the others at most once; all of them can be taken back.

    A writer adds one pair a turn, and its name and the turn are the pair's words. About a third of the turns are killed
    at a random moment. Meanwhile clients send their pairs to a server of the same model, which is killed too.

    Args:
        workshop: Where it is done.
        random: Draws who is killed, and when.
        writers: How many processes are at work at once.
        turns: How often each adds a pair.
        clients: How many clients the server has.
    """
    folder = workshop.folder("update")
    before = _text(folder / MODEL)
    plans = [
        [random.uniform(0.0, 1.0) if random.random() < 0.3 else None for _ in range(turns)]
        for _ in range(writers)
    ]
    acknowledged: list[str] = []
    served = ["serve", MODEL, "--suggestions", "--languages", "qar-qot", "--port", "0"]
    with (
        ThreadPoolExecutor(writers + clients) as pool,
        killed_server(workshop.start_words(served, folder)) as address,
    ):
        names = [f"w{number}" for number in range(writers)]
        sent = [
            pool.submit(_suggest, address, f"w{writers + number}", 4 * turns)
            for number in range(clients)
        ]
        for done in pool.map(lambda name, plan: _write(workshop, folder, name, plan), names, plans):
            acknowledged += done
    acknowledged += [word for one in sent for word in one.result()]
    acknowledged += _write(workshop, folder, f"w{writers + clients}", [None])  # tidies up
    _check(folder, acknowledged)
    model = Model.open(folder / MODEL)
    for _ in model.journal.changes:
        model.undo()
    assert _text(folder / MODEL) == before, "update: what was taken back is not as it was"
    shutil.rmtree(folder)


def _write(workshop: Workshop, folder: Path, name: str, plan: list[float | None]) -> list[str]:
    """Return what was acknowledged."""
    done = []
    for turn, moment in enumerate(plan):
        word = f"{name}t{turn}"
        for side in ("f", "e"):
            (folder / f"{word}.{side}").write_text(f"{word}{side}\n", encoding="utf-8")
        (folder / f"{word}.a").write_text("0-0\n", encoding="utf-8")
        words = ["update", MODEL, "--source", f"{word}.f", "--target", f"{word}.e"]
        with workshop.start_words([*words, "--alignment", f"{word}.a"], folder) as process:
            if moment is not None:
                time.sleep(moment)
                process.kill()
            said = process.communicate()[1]
            if process.returncode == 0:
                done.append(word)
            assert process.returncode in (0, -SIGKILL), f"update: {said}"
    return done


def _suggest(address: str, name: str, turns: int) -> list[str]:
    """Return what the server acknowledged until it was killed."""
    done: list[str] = []
    for turn in range(turns):
        word = f"{name}t{turn}"
        pair = {"q": f"{word}f", "s": f"{word}e", "source": "qar", "target": "qot"}
        try:
            answer = post(f"{address}suggest", pair)
        except (OSError, ValueError, HTTPException):
            break
        assert answer == {"success": True}, answer
        done.append(word)
    return done


def _check(folder: Path, acknowledged: list[str]) -> None:
    """Compare the text and the journal with what was acknowledged."""
    found = Counter(source for source, _ in _text(folder / MODEL) if WORD.fullmatch(source))
    wrong = {word: found[f"{word}f"] for word in acknowledged if found[f"{word}f"] != 1}
    assert not wrong, f"update: acknowledged, and there so often: {wrong}"
    assert max(found.values(), default=0) <= 1, f"update: there more than once: {found}"
    changes = Model.open(folder / MODEL).journal.changes
    changed = [" ".join(pair.source) for one in changes for pair in one.pairs]
    assert sorted(changed) == sorted(found), "update: the journal has other changes than the text"
    assert not litter(folder), f"update: left behind {litter(folder)}"


def _text(place: Path) -> Counter[tuple[str, str]]:
    """Return the pairs of a model's text."""
    rules = Model.open(place).rules.growing
    assert rules is not None
    pairs = (part.pair(line) for part in rules.indexed() for line in range(len(part)))
    return Counter((" ".join(one.source), " ".join(one.target)) for one in pairs if one.source)

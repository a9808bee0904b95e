"""Corrections of users, and models replaced while they are served."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from dragoman.common.errors import ConfigError
from dragoman.model import Model
from dragoman.model.store.additions import read_added
from dragoman.serve.model_updates import ChangingModels
from dragoman.serve.systems import System, Systems
from support.model.handful import make_model
from support.serve.learning_model import save_learning_model
from support.serve.running import Client, running
from support.small_disk import small_disk

PAIR = {"source": "de", "target": "en"}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    save_learning_model(tmp_path / "model")
    return tmp_path / "model"


def translated(client: Client, text: str) -> str:
    return str(client.post("/translate", {"q": text, **PAIR}).json["translatedText"])


def test_a_correction_is_known_at_once_and_stays(place: Path) -> None:
    with running(Systems.open([str(place)]), suggestions=True) as client:
        assert client.get("/frontend/settings").json["suggestions"] is True
        assert translated(client, "zwerg") == "zwerg"
        suggestion = {"q": "zwerg", "s": "dwarf", **PAIR}
        answer = client.post("/suggest", suggestion)
        assert (answer.status, answer.json) == (200, {"success": True})
        assert translated(client, "zwerg") == "dwarf"
        assert client.form("/suggest", **{**suggestion, "s": "gnome"}).status == 200
        assert "dragoman_suggestions_total 2" in client.get("/metrics").body.decode()
    again = Model.open(place)
    assert again.artifact is not None
    assert [one.target for one in read_added(again.artifact)] == ["dwarf", "gnome"]


@pytest.mark.parametrize("room", [0, 100, 3000, 1 << 30])
def test_a_full_disk_is_told_and_loses_nothing(place: Path, room: int) -> None:
    """What is not on disk was not accepted, is not known afterwards, and the next correction is taken again."""
    with running(Systems.open([str(place)]), suggestions=True, reload_seconds=0.05) as client:
        assert client.post("/suggest", {"q": "zwerg", "s": "dwarf", **PAIR}).status == 200
        with small_disk(room):
            answer = client.post("/suggest", {"q": "riese", "s": "giant", **PAIR})
        taken = answer.status == 200
        assert taken or answer.json == {"error": "the change could not be written to disk"}
        assert taken or answer.status == 500
        assert taken == (room == 1 << 30)
        assert translated(client, "zwerg") == "dwarf"
        assert translated(client, "riese") == ("giant" if taken else "riese")
        assert client.post("/suggest", {"q": "elfe", "s": "elf", **PAIR}).status == 200
    again = Model.open(place)
    assert again.artifact is not None
    wanted = ["dwarf", "giant", "elf"] if taken else ["dwarf", "elf"]
    assert [one.target for one in read_added(again.artifact)] == wanted


def test_corrections_are_refused_unless_they_are_allowed(client: Client, place: Path) -> None:
    assert client.get("/frontend/settings").json["suggestions"] is False
    answer = client.post("/suggest", {"q": "das", "s": "this", **PAIR})
    assert (answer.status, answer.json) == (
        403,
        {"error": "Suggestions are disabled on this server."},
    )
    fixed = Systems([System("small", make_model(), "de", "en")])
    with pytest.raises(ConfigError, match="no model can take suggestions"):
        ChangingModels(fixed, suggestions=True, reload_seconds=0)
    both = Systems([System("small", make_model(), "fr", "en"), *Systems.open([str(place)]).all])
    with running(both, suggestions=True, max_characters=100) as other:
        wrong = {"q": "das", "s": "this", "source": "fr", "target": "en"}
        assert other.post("/suggest", wrong).status == 400
        for bad in ({"s": " \n"}, {"q": ""}, {"s": "x" * 200}, {"target": "xx"}, {"s": None}):
            assert other.post("/suggest", {"q": "das", "s": "this", **PAIR, **bad}).status == 400


def test_a_model_that_was_replaced_is_served(place: Path) -> None:
    with running(Systems.open([str(place)]), reload_seconds=0.05) as client:
        answers: list[int] = []
        end = threading.Event()

        def ask() -> None:
            while not end.is_set():
                answers.append(client.post("/translate", {"q": "das haus", **PAIR}).status)

        thread = threading.Thread(target=ask)
        thread.start()
        Model.open(place).add([("zwerg", "dwarf")])
        limit = time.monotonic() + 60
        while translated(client, "zwerg") != "dwarf" and time.monotonic() < limit:
            time.sleep(0.05)
        end.set()
        thread.join()
        assert translated(client, "zwerg") == "dwarf"
        assert set(answers) == {200}


def test_a_damaged_model_is_not_taken(place: Path) -> None:
    systems = Systems.open([str(place)])
    changing = ChangingModels(systems, suggestions=False, reload_seconds=0)
    before = systems.all
    assert changing.reload() == []
    (place / "model.toml").write_text("nonsense [", encoding="utf-8")
    assert changing.reload() == []
    assert systems.all == before


@pytest.mark.parametrize("moment", [0.0, 0.03, 0.1])
def test_nothing_that_was_accepted_is_lost_by_a_kill(place: Path, moment: float) -> None:
    """Corrections are sent until the server is killed; all that it acknowledged are in the model, which is whole."""
    command = [
        sys.executable,
        "-m",
        "dragoman",
        "serve",
        str(place),
        "--port",
        "0",
        "--suggestions",
    ]
    accepted: list[str] = []
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        address = ""
        while not address:
            found = re.search(r"http://127\.0\.0\.1:[0-9]+/", process.stderr.readline())
            address = found[0] if found else ""
        killer = threading.Timer(60, process.kill)
        try:
            for number in range(50):
                value = {"q": f"zwerg{number}", "s": f"dwarf{number}", **PAIR}
                body = json.dumps(value).encode()
                kind = {"Content-Type": "application/json"}
                with urlopen(Request(f"{address}suggest", body, kind), timeout=60) as answer:
                    assert json.load(answer) == {"success": True}
                accepted.append(value["s"])
                if number == 1:
                    killer = threading.Timer(moment, process.send_signal, [signal.SIGKILL])
                    killer.start()
        except OSError:
            pass
        killer.cancel()
        process.kill()
    model = Model.open(place)
    assert model.artifact is not None
    kept = [one.target for one in read_added(model.artifact)]
    assert len(accepted) >= 2
    assert kept[: len(accepted)] == accepted
    assert len(kept) <= len(accepted) + 1
    assert str(model.translate("zwerg0")) == "dwarf0"

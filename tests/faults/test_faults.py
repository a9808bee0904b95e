"""A few full disks and kills of every command; ``make faults TRIALS=50`` runs many."""

from __future__ import annotations

from random import Random

import pytest

from faults.commands import COMMANDS, Workshop
from faults.disk import can_mount, full_disk, small_disk
from faults.kill import kill
from faults.servers import kill_judge, kill_serve
from faults.threads import run
from faults.writers import many_writers

DEAR = {name for name in COMMANDS if name.startswith("train")} | {"tune", "parse-train"}
"""Whose kills and full disks are tested elsewhere, or only in the long run."""


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    return Workshop(tmp_path_factory.mktemp("faults") / "workshop", forks=True)


@pytest.mark.parametrize("command", [command for command in COMMANDS if command not in DEAR])
def test_a_full_disk_is_told_and_leaves_nothing(workshop: Workshop, command: str) -> None:
    full_disk(workshop, command, Random(1))


@pytest.mark.skipif(not can_mount(), reason="a file system cannot be mounted")
@pytest.mark.parametrize("command", ["align-save", "export", "cohesion", "document", "revise"])
def test_a_small_disk_is_told_and_keeps_nothing(workshop: Workshop, command: str) -> None:
    small_disk(workshop, command, Random(2))


@pytest.mark.parametrize("command", ["lm-binary", "extract-moses", "import"])
def test_what_is_killed_starts_anew(workshop: Workshop, command: str) -> None:
    kill(workshop, command, Random(2))


def test_threads_get_what_one_gets_alone() -> None:
    assert run(1.0) >= 8


def test_a_killed_judge_has_every_answer_that_it_acknowledged(workshop: Workshop) -> None:
    kill_judge(workshop, Random(3))


def test_a_killed_server_starts_again_and_answers_alike(workshop: Workshop) -> None:
    kill_serve(workshop, Random(4))


def test_what_many_writers_added_is_there_once(workshop: Workshop) -> None:
    many_writers(workshop, Random(5), writers=4, turns=1)

"""A few full disks and kills of every verb; ``make faults TRIALS=50`` runs many."""

from __future__ import annotations

from random import Random

import pytest

from faults.disk import full_disk
from faults.kill import kill
from faults.verbs import VERBS, Workshop

DEAR = {"train", "tune", "parse-train"}
"""Whose kills and full disks are tested elsewhere, or only in the long run."""


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    return Workshop(tmp_path_factory.mktemp("faults") / "workshop")


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb not in DEAR])
def test_a_full_disk_is_told_and_leaves_nothing(workshop: Workshop, verb: str) -> None:
    full_disk(workshop, verb, Random(1))


@pytest.mark.parametrize("verb", ["lm-binary", "extract-moses"])
def test_what_is_killed_starts_anew(workshop: Workshop, verb: str) -> None:
    kill(workshop, verb, Random(2))

"""A disk that is full at a random byte: no file of the verb's process can become larger than a limit."""

from __future__ import annotations

import resource
import shutil
from random import Random

from faults.verbs import OUT, Workshop, half_written, litter, results


def full_disk(workshop: Workshop, verb: str, random: Random) -> None:
    """Runs a verb on a disk that is full at some moment.

    It fails with one sentence that does not blame an input and leaves nothing, or, if its files are small enough, it
    succeeds. Afterwards, with room, it gives what it always gives.
    """
    sound = workshop.sound(verb)
    largest = max(map(len, sound.values()))
    limit = min(int(2 ** random.uniform(0, largest.bit_length())), largest)
    room, before = workshop.room(verb), workshop.before(verb)
    code, said = workshop.run(verb, room, lambda: _limit(limit))
    where = f"{verb} with files up to {limit} bytes"
    left = results(room)
    if code == 0:
        assert left == sound, f"{where}: it succeeded with other results"
        shutil.rmtree(room)
        return
    assert code == 1, f"{where}: exit code {code}: {said}"
    assert "Traceback" not in said and said.count("dragoman: ") == 1, f"{where}: {said}"
    assert "File too large" in said, f"{where}: {said}"
    strange = half_written(left, before, before or sound)
    assert not strange, f"{where}: left behind {strange}"
    assert not litter(room), f"{where}: left behind {litter(room)}"
    code, said = workshop.run(verb, room)
    assert code == 0, f"{where}, then again: {said}"
    assert results(room) == sound, f"{where}: other results afterwards below {OUT}"
    shutil.rmtree(room)


def _limit(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

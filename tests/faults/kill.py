"""kill -9 at a random moment of a verb."""

from __future__ import annotations

import shutil
import subprocess
from contextlib import suppress
from random import Random

from faults.commands import Workshop, half_written, litter, results


def kill(workshop: Workshop, verb: str, random: Random) -> None:
    """Kills a verb somewhere between its start and its end, then runs it again: the results are what they always are.

    What stands in the place of the output after the kill is whole or not there.
    """
    sound = workshop.sound(verb)
    room, before = workshop.room(verb), workshop.before(verb)
    lasts = workshop.lasts(verb)
    moment = random.uniform(0.1, 1.0) * lasts
    with workshop.start(verb, room) as process:
        with suppress(subprocess.TimeoutExpired):
            process.wait(moment)
        process.kill()
        process.communicate()
    where = f"{verb} killed after {moment:.2f} of {lasts:.2f} seconds"
    left = {name: data for name, data in results(room).items() if "/." not in name}
    strange = half_written(left, before, sound)
    assert not strange, f"{where}: half-written {strange}"
    if not before or left == before:  # what was changed already is not changed once more
        code, said = workshop.run(verb, room)
        assert code == 0, f"{where}, then again: {said}"
        assert results(room) == sound, f"{where}: other results afterwards"
        assert not litter(room), f"{where}: left behind {litter(room)}"
    shutil.rmtree(room)

"""kill -9 at a random moment of a command."""

from __future__ import annotations

import shutil
import subprocess
from contextlib import suppress
from random import Random

from faults.commands import Workshop, half_written, litter, results


def kill(workshop: Workshop, command: str, random: Random) -> None:
    """Kills a command between its start and its end, then runs it again: the results are what they always are.

    What stands in the place of the output after the kill is whole or not there.
    """
    sound = workshop.sound(command)
    folder, before = workshop.folder(command), workshop.before(command)
    lasts = workshop.lasts(command)
    moment = random.uniform(0.1, 1.0) * lasts
    with workshop.start(command, folder) as process:
        with suppress(subprocess.TimeoutExpired):
            process.wait(moment)
        process.kill()
        process.communicate()
    where = f"{command} killed after {moment:.2f} of {lasts:.2f} seconds"
    left = {name: data for name, data in results(folder).items() if "/." not in name}
    strange = half_written(left, before, sound)
    assert not strange, f"{where}: half-written {strange}"
    if not before or left == before:  # what was changed already is not changed once more
        code, said = workshop.run(command, folder)
        assert code == 0, f"{where}, then again: {said}"
        assert results(folder) == sound, f"{where}: other results afterwards"
        assert not litter(folder), f"{where}: left behind {litter(folder)}"
    shutil.rmtree(folder)

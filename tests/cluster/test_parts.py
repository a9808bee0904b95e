"""Files of tasks: a task that runs again mends what a machine that failed has left."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.cluster.parts import read_part, write_part
from dragoman.common.errors import ModelError


@pytest.mark.parametrize("left", [b"", b"what is left", b"what was written, and more"])
def test_a_second_run_of_a_task_mends_a_part(tmp_path: Path, left: bytes) -> None:
    name = write_part(tmp_path, "rules", 3, b"what was written")
    (tmp_path / name).write_bytes(left)
    with pytest.raises(ModelError, match="damaged; run the same again"):
        read_part(tmp_path, name)
    assert write_part(tmp_path, "rules", 3, b"what was written") == name
    assert read_part(tmp_path, name) == b"what was written"
    assert [one.name for one in tmp_path.iterdir()] == [name]

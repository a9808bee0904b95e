"""What has a fallback for other systems works there: with byte locks, without directories that can be opened."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from dragoman.io.system import flag, is_own, lock, read_at, write_at

TESTS = Path(__file__).parents[1]
WORK = """
    import os, sys
    from pathlib import Path
    from support.io.windows import become_windows, locked
    become_windows()

    from dragoman.common.errors import ConfigError
    from dragoman.io import directory_swap, line_journal, system
    from dragoman.io.files import open_output
    from dragoman.io.locks import locked_directory, locked_file
    directory_swap._exchange = lambda *_: False
    assert not system.WHOLE_LOCKS and system.flag("O_DIRECTORY") == 0 and system.is_own(12345)

    os.chdir(sys.argv[1])
    for text in ("one", "two"):
        with open_output("text") as out:
            out.write(text)
        line_journal.append(Path("journal"), text)
    assert Path("text").read_text() == "two"
    assert line_journal.read(Path("journal")) == [b"one", b"two"]

    from dragoman.align import Aligner
    from dragoman.model import Model
    from support.model.handful import make_model
    from support.serve.learning_model import save_learning_model
    make_model().save("model")
    make_model().save("model")
    save_learning_model(Path("learning"))
    model = Model.open("learning")
    assert model.add([("der zwerg", "the dwarf")]).added == 1
    del model
    assert "der zwerg" in Path("learning/added.tsv").read_text()

    from dragoman.cli.main import main
    Path("a").write_text("das haus\\n" * 5)
    Path("b").write_text("the house\\n" * 5)
    assert main("align train --source a --target b --save aligner --no-links".split()) == 0
    stream = "align stream aligner --source a --target b --output links --journal j".split()
    assert main(stream) == 0 and main(stream) == 0
    assert Path("links").read_text() == "0-0 1-1\\n" * 5
    assert main(["translate", "model", "--input", "a", "--output", "c"]) == 0
    assert set(locked) == {system._FAR}
    left = [path.name for path in Path().rglob("*") if ".tmp" in path.name or ".old" in path.name]
    assert left == [], left
    print("done")
"""


def test_models_and_texts_are_written_without_locks_of_unix(tmp_path: Path) -> None:
    command = [sys.executable, "-c", textwrap.dedent(WORK), str(tmp_path)]
    done = subprocess.run(command, cwd=TESTS, capture_output=True, text=True, check=False)
    assert done.stdout.endswith("done\n"), done.stderr


def test_a_locked_file_is_not_locked_again(tmp_path: Path) -> None:
    first, second = (os.open(tmp_path / "file", os.O_RDWR | os.O_CREAT) for _ in range(2))
    lock(first)
    with pytest.raises(BlockingIOError):
        lock(second, wait=False)
    os.close(first)
    lock(second, wait=False)
    assert write_at(second, b"abc", 2) == 3
    assert read_at(second, 9, 1) == b"\0abc"
    os.close(second)
    assert flag("O_NONE") == 0 and is_own(os.geteuid()) and not is_own(os.geteuid() + 1)

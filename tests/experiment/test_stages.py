from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from dragoman.common.errors import ConfigError
from dragoman.experiment.stages import LOCKS, Inputs, Stage, StageStore


def nothing(settings: None, output: Path, inputs: Inputs) -> None:
    pass


class Recipe:
    """text -> upper -> count: two stages that write down when they ran."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.runs: list[str] = []
        self.fail = ""
        (root / "in.txt").write_text("one two\n")

    def stages(self, *, times: int = 1, letters: bool = False) -> Stage:
        files = {"text": self.root / "in.txt"}
        first = Stage("upper", "written large", self._upper, {"times": times}, files)
        return Stage(
            "count", "counted", self._count, {"letters": letters}, upstream={"upper": first}
        )

    def _upper(self, settings: dict[str, int], output: Path, inputs: Inputs) -> None:
        self._ran("upper", output)
        (output / "text").write_text(inputs["text"].read_text().upper() * settings["times"])

    def _count(self, settings: dict[str, bool], output: Path, inputs: Inputs) -> None:
        self._ran("count", output)
        text = (inputs["upper"] / "text").read_text()
        (output / "n").write_text(str(len(text) if settings["letters"] else len(text.split())))

    def _ran(self, name: str, output: Path) -> None:
        self.runs.append(name)
        (output / "half").write_text("written")
        if self.fail == name:
            raise KeyboardInterrupt
        (output / "half").unlink()


@pytest.fixture
def recipe(tmp_path: Path) -> Recipe:
    return Recipe(tmp_path)


@pytest.fixture
def store(tmp_path: Path) -> StageStore:
    return StageStore(tmp_path / "work")


def test_a_second_run_does_nothing(recipe: Recipe, store: StageStore) -> None:
    assert (store.run(recipe.stages()) / "n").read_text() == "2"
    store.run(recipe.stages())
    assert recipe.runs == ["upper", "count"]


def test_a_missing_file_of_the_last_stage_is_told_before_the_first_runs(
    recipe: Recipe, store: StageStore
) -> None:
    last = replace(recipe.stages(), files={"more": recipe.root / "absent.txt"})
    with pytest.raises(ConfigError, match=r"absent\.txt: no such file"):
        store.run(last)
    assert recipe.runs == []


def test_a_changed_setting_runs_only_what_depends_on_it(recipe: Recipe, store: StageStore) -> None:
    store.run(recipe.stages())
    assert (store.run(recipe.stages(letters=True)) / "n").read_text() == "8"
    assert recipe.runs == ["upper", "count", "count"]


def test_a_changed_file_runs_everything_and_going_back_nothing(
    recipe: Recipe, tmp_path: Path
) -> None:
    StageStore(tmp_path / "work").run(recipe.stages())
    (recipe.root / "in.txt").write_text("one two three\n")
    StageStore(tmp_path / "work").run(recipe.stages())
    (recipe.root / "in.txt").write_text("one two\n")
    StageStore(tmp_path / "work").run(recipe.stages())
    assert recipe.runs == ["upper", "count"] * 2


def test_an_interrupted_stage_leaves_nothing_and_resumes(recipe: Recipe, store: StageStore) -> None:
    recipe.fail = "count"
    with pytest.raises(KeyboardInterrupt):
        store.run(recipe.stages())
    left = [p.name.split("-")[0] for p in store.directory.iterdir() if p.name != LOCKS]
    assert left == ["upper"]
    recipe.fail = ""
    store.run(recipe.stages())
    assert recipe.runs == ["upper", "count", "count"]


def test_what_a_killed_run_left_is_swept_away(recipe: Recipe, store: StageStore) -> None:
    stage = recipe.stages()
    litter = store.path(stage).with_name(f".{store.path(stage).name}.0123456789abcdef.tmp")
    litter.mkdir(parents=True)
    (litter / "half").write_text("x")
    result = store.run(stage)
    assert sorted(p.name for p in result.iterdir()) == ["n", "stage.json"]
    assert not litter.exists()


def test_links_in_the_place_of_our_directories_are_not_followed(
    recipe: Recipe, store: StageStore, tmp_path: Path
) -> None:
    def keeps(settings: None, output: Path, inputs: Inputs) -> None:
        (inputs["scratch"] / "run").write_text("x")
        (output / "text").write_text("x")

    other = tmp_path / "other"
    other.mkdir()
    (other / "kept").write_text("kept")
    stage = Stage("keeps", "kept", keeps, scratch=True)
    store.directory.mkdir()
    final = store.path(stage)
    (store.directory / f".{final.name}.scratch").symlink_to(other)
    store.run(stage)
    (store.directory / f".{final.name}.scratch").symlink_to(other)
    store.run(stage)
    assert [path.name for path in other.iterdir()] == ["kept"]
    assert {path.name for path in store.directory.iterdir()} == {LOCKS, final.name}


def test_the_key_of_a_stage_that_many_need_is_made_once(store: StageStore) -> None:
    """Every stage needs the one before it twice: asked each time, the first would be asked 2**60 times."""
    stage = Stage("first", "done", nothing)
    for _ in range(60):
        stage = Stage("next", "done", nothing, upstream={"a": stage, "b": stage})
    assert len(store.key(stage)) == 16


def test_explain_names_the_reason(recipe: Recipe, tmp_path: Path) -> None:
    store = StageStore(tmp_path / "work")
    first = [(v.stage, v.runs, v.reason) for v in store.explain(recipe.stages(), {})]
    assert first == [("upper", True, "it has not run yet"), ("count", True, "it has not run yet")]
    store.run(recipe.stages())
    earlier = store.remember(recipe.stages())
    assert not any(v.runs for v in store.explain(recipe.stages(), earlier))
    changed = store.explain(recipe.stages(times=2), earlier)
    assert [v.reason for v in changed] == ["times changed from 1 to 2", "upper runs again"]
    (recipe.root / "in.txt").write_text("other\n")
    fresh = StageStore(tmp_path / "work").explain(recipe.stages(), earlier)
    assert fresh[0].reason == "the file 'text' changed"


def test_a_missing_file_is_one_clear_sentence(recipe: Recipe, store: StageStore) -> None:
    (recipe.root / "in.txt").unlink()
    with pytest.raises(ConfigError, match=r"in\.txt: no such file"):
        store.run(recipe.stages())


def test_scratch_outlives_an_interrupted_run_and_goes_with_success(store: StageStore) -> None:
    def action(settings: None, output: Path, inputs: Inputs) -> None:
        diary = inputs["scratch"] / "diary"
        lines = diary.read_text() if diary.exists() else ""
        diary.write_text(lines + "x")
        if not lines:
            raise KeyboardInterrupt
        (output / "lines").write_text(diary.read_text())

    stage = Stage("long", "done", action, scratch=True)
    with pytest.raises(KeyboardInterrupt):
        store.run(stage)
    assert (store.run(stage) / "lines").read_text() == "xx"
    assert not list(store.directory.glob(".*.scratch"))


def test_scratch_that_a_run_left_when_it_was_killed_at_its_end_is_removed(
    store: StageStore,
) -> None:
    stage = Stage("long", "done", nothing, scratch=True)
    store.run(stage)
    store.scratch(stage).mkdir()  # as if it was killed between the last two steps
    (store.scratch(stage) / "diary").write_text("x")
    store.run(stage)
    assert not store.scratch(stage).exists()


def test_waiting_for_another_run_is_told(
    recipe: Recipe, store: StageStore, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "dragoman")
    entered, may_end = threading.Event(), threading.Event()
    slow = recipe.stages().upstream["upper"]

    def waits(settings: dict[str, int], output: Path, inputs: Inputs) -> None:
        entered.set()
        assert may_end.wait(60)
        slow.action(settings, output, inputs)

    first = threading.Thread(target=store.run, args=(replace(slow, action=waits),))
    first.start()
    assert entered.wait(60)
    heard: list[tuple[str, bool]] = []
    other = StageStore(store.directory)
    second = threading.Thread(
        target=other.run, args=(slow, lambda stage, runs: heard.append((stage.name, runs)))
    )
    second.start()
    while not caplog.messages:
        assert second.is_alive()
    may_end.set()
    first.join()
    second.join()
    waiting = f"upper: another run in {store.directory} is doing this; waiting for it"
    assert caplog.messages == [waiting]
    assert recipe.runs == ["upper"] and heard == [("upper", False)]

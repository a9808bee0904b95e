"""Stages: work whose result is kept under the hash of everything it depends on.

A stage has a name, settings, input files and upstream stages; its *key* is the hash of these (files by content). Its
result is a directory ``WORK/NAME-KEY``, renamed into place when complete. So a second run finds it done, a changed
setting re-runs only what depends on it, a run that was killed resumes with the first stage that has no result, and
experiments that share a work directory share stages. ``StageStore.explain`` says why a stage would run.

    store = StageStore("work")
    align = Stage("align", "words aligned", run_aligner, AlignOptions(), files={"source": "a.de"})
    directory = store.run(align)

The action gets the settings that the key is made of, and no others: what it does not get it cannot read.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import partial
from pathlib import Path
from typing import Any

from dragoman.common.errors import ConfigError
from dragoman.common.progress import say
from dragoman.common.version import __version__
from dragoman.io.finished_directory import digest, finished_directory, rename
from dragoman.io.locks import locked_file
from dragoman.io.temporary import remove

RECORD = "stage.json"
LOCKS = ".locks"
KEY_LENGTH = 16

Inputs = Mapping[str, Path]


@dataclass(frozen=True)
class Stage:
    """One step of an experiment; ``action(settings, output, inputs)`` fills the directory ``output``."""

    name: str
    did: str
    """What it has done, in words, once it is done."""
    action: Callable[[Any, Path, Inputs], None]
    """Gets its settings, its output directory and, by name, its input files and the directories of its upstream
    stages."""
    settings: Any = None
    """Settings, a dataclass of such, or a table."""
    files: Mapping[str, Path] = field(default_factory=dict)
    upstream: Mapping[str, Stage] = field(default_factory=dict)
    version: int = 1
    """Raise it when the stage's code changes what it makes."""
    scratch: bool = False
    """The stage gets one more input, the directory ``scratch``, which outlives a killed run."""

    def order(self) -> Iterator[Stage]:
        """This stage and all before it, each once, upstream first."""
        seen: set[int] = set()

        def visit(stage: Stage) -> Iterator[Stage]:
            if id(stage) in seen:
                return
            seen.add(id(stage))
            for before in stage.upstream.values():
                yield from visit(before)
            yield stage

        return visit(self)


@dataclass(frozen=True)
class Verdict:
    """What would happen to a stage, and why."""

    stage: str
    runs: bool
    reason: str


class StageStore:
    """A directory of finished stages that any number of experiments share."""

    def __init__(self, directory: str | os.PathLike[str]) -> None:
        self.directory = Path(directory)
        self._digests: dict[Path, str] = {}
        self._keys: dict[int, tuple[Stage, str]] = {}
        """By the identity of a stage, which is kept so that no other can have it."""

    def facts(self, stage: Stage) -> dict[str, Any]:
        """All that the stage's result depends on."""
        return {
            "stage": stage.name,
            "version": [__version__, stage.version],
            "settings": json.loads(json.dumps(facts_of(stage.settings) or {}, sort_keys=True)),
            "files": {name: self._digest(path) for name, path in sorted(stage.files.items())},
            "upstream": {name: self.key(before) for name, before in sorted(stage.upstream.items())},
        }

    def key(self, stage: Stage) -> str:
        """The hash of the stage's facts; made once, or stages would ask again and again for those before them."""
        if id(stage) not in self._keys:
            text = json.dumps(self.facts(stage), sort_keys=True)
            self._keys[id(stage)] = stage, hashlib.sha256(text.encode()).hexdigest()[:KEY_LENGTH]
        return self._keys[id(stage)][1]

    def path(self, stage: Stage) -> Path:
        """Where the stage's result is, or will be."""
        return self.directory / f"{stage.name}-{self.key(stage)}"

    def scratch(self, stage: Stage) -> Path:
        """Where a stage that has not finished keeps what it has so far."""
        final = self.path(stage)
        return final.with_name(f".{final.name}.scratch")

    def done(self, stage: Stage) -> bool:
        """Whether the result is there."""
        return (self.path(stage) / RECORD).is_file()

    def run(self, stage: Stage, announce: Callable[[Stage, bool], None] | None = None) -> Path:
        """Makes the stage's result, and before it those of its upstream stages, unless they are there."""
        self.key(stage)  # a file of the last stage that is missing is told before the first begins
        for step in stage.order():
            if self.done(step):
                self._forget_scratch(step)
                if announce:
                    announce(step, False)
                continue
            lock = self.directory / LOCKS / self.path(step).name
            with locked_file(lock, partial(self._say_waiting, step)):
                if self.done(step):  # another run made it while we waited
                    if announce:
                        announce(step, False)
                    continue
                if announce:
                    announce(step, True)
                self._make(step)
        return self.path(stage)

    def explain(self, stage: Stage, earlier: Mapping[str, Any]) -> list[Verdict]:
        """For each stage whether it would run and why; ``earlier`` is what ``remember`` returned before."""
        verdicts = []
        stale: set[str] = set()
        for step in stage.order():
            if self.done(step):
                verdicts.append(Verdict(step.name, False, "its result is there"))
                continue
            stale.add(step.name)
            verdicts.append(Verdict(step.name, True, self._reason(step, earlier, stale)))
        return verdicts

    def remember(self, stage: Stage) -> dict[str, Any]:
        """The facts of all stages, to be kept for a later ``explain``."""
        return {step.name: self.facts(step) for step in stage.order()}

    def _reason(self, stage: Stage, earlier: Mapping[str, Any], stale: set[str]) -> str:
        before = earlier.get(stage.name)
        if before is None:
            return "it has not run yet"
        now = self.facts(stage)
        changes = [
            f"the file '{name}' changed"
            for name, digest in now["files"].items()
            if before["files"].get(name) != digest
        ]
        changes += _differences(before["settings"], now["settings"])
        changes += [f"{b.name} runs again" for b in stage.upstream.values() if b.name in stale]
        if before["version"] != now["version"]:
            changes.append("the program changed")
        return ", ".join(changes) or "its result is gone"

    def _make(self, stage: Stage) -> None:
        final = self.path(stage)
        inputs = dict(stage.files)
        inputs.update((name, self.path(before)) for name, before in stage.upstream.items())
        scratch = self.scratch(stage)
        if stage.scratch:
            if scratch.is_symlink() or not scratch.is_dir():
                remove(scratch)
                scratch.mkdir()
            inputs["scratch"] = scratch
        with finished_directory(final, rename) as output:
            stage.action(stage.settings, output, inputs)
            record = json.dumps(self.facts(stage), indent=1, sort_keys=True)
            (output / RECORD).write_text(record, encoding="utf-8")
        self._forget_scratch(stage)

    def _forget_scratch(self, stage: Stage) -> None:
        """When the result is there; a run that was killed just then left it for the next."""
        if stage.scratch:
            remove(self.scratch(stage))

    def _say_waiting(self, stage: Stage) -> None:
        say(f"{stage.name}: another run in {self.directory} is doing this; waiting for it")

    def _digest(self, path: Path) -> str:
        if path not in self._digests:
            try:
                self._digests[path] = digest(path)
            except FileNotFoundError:
                raise ConfigError(f"{path}: no such file") from None
            except IsADirectoryError:
                raise ConfigError(f"{path}: expected a file, found a directory") from None
        return self._digests[path]


def facts_of(settings: object) -> Any:
    """Return all that an action can read in its settings, in JSON's types.

    Args:
        settings: Settings, a dataclass, a table, a sequence or a plain value.
    """
    if is_dataclass(settings):
        return {one.name: facts_of(getattr(settings, one.name)) for one in fields(settings)}
    if isinstance(settings, Mapping):
        return {name: facts_of(value) for name, value in settings.items()}
    if isinstance(settings, (list, tuple)):
        return [facts_of(value) for value in settings]
    return settings


def are_facts(value: object) -> bool:
    """Whether this is what ``remember`` returns."""
    return isinstance(value, dict) and all(
        isinstance(facts, dict)
        and all(isinstance(facts.get(name), dict) for name in ("files", "settings"))
        and "version" in facts
        for facts in value.values()
    )


def _differences(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """What changed, in words; of a table of settings, only those that changed."""
    found: list[str] = []
    for name in sorted(set(before) | set(now)):
        old, new = before.get(name), now.get(name)
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            found += _differences(old, new)
        elif old != new:
            found.append(f"{name} changed from {old!r} to {new!r}")
    return found

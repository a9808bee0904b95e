"""The texts of a paper: the lines that it asks for, cut from the user's files or from the sample world.

They are written to ``data/NAME-KEY`` of the output, where KEY is the hash of what is asked for and of the files' sizes
and times. What is there already is used again; a changed file is cut again.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from dragoman.common.errors import ConfigError
from dragoman.common.progress import progress
from dragoman.corpus.conllu import format_conllu, read_conllu
from dragoman.experiment.config import Bitext
from dragoman.io.compression import MAGIC
from dragoman.io.files import open_output, read_lines
from dragoman.io.finished_directory import finished_directory, rename
from dragoman.parse.tagged_text import read_tagged
from dragoman.parse.tags import Tag
from dragoman.reproduce.paper import Corpus, Part, World
from dragoman.sample import INVENTED, Phenomena, WorldOptions, write_world

TRAIN, DEV, FORCED = "train", "dev", "train+test"


@dataclass(frozen=True)
class Limits:
    """Sentences of each part, at most; 0: all."""

    train: int = 0
    dev: int = 0
    test: int = 0


@dataclass(frozen=True)
class Text:
    """The parts of a corpus as files of their own."""

    directory: Path
    training: dict[str, Bitext]
    """By what a row learns from: ``train`` or ``train+test``."""
    dev: Bitext
    tests: dict[str, Bitext]
    facts: dict[str, Any]
    """Where each part comes from, and how long it is."""


def world_of(world: World, output: Path, train: int = 0) -> Path:
    """Return the folder of a sample world, which is written unless it is there.

    Args:
        world: How much of it, and what is planted.
        output: Where results go.
        train: Training pairs, at most; 0: as the paper's preset says.
    """
    pairs = min(train or world.train, world.train)
    facts = msgspec.to_builtins(world) | {"train": pairs}
    place = output / "data" / f"world-{_key(facts)}"
    if not place.is_dir():
        planted = Phenomena().only(*world.only) if world.only else Phenomena()
        planted = replace(planted, term=world.term, cue=world.cue)
        options = WorldOptions(pairs, world.dev, world.test, world.seed, planted, INVENTED)
        with progress("sample world"):
            write_world(place, options)
    return place


def prepare(corpus: Corpus, root: Path, output: Path, limits: Limits, forced: bool) -> Text:
    """Return the parts of a corpus, which are cut unless they are there.

    Args:
        corpus: What is asked for.
        root: The folder that its files are in.
        output: Where results go.
        limits: Sentences of each part, at most.
        forced: Whether some row learns from the test sets too.
    """
    parts = {TRAIN: (corpus.train, limits.train), DEV: (corpus.dev, limits.dev)}
    parts |= {one.name: (one, limits.test) for one in corpus.tests}
    cut = [_Cut(name, part, root, most) for name, (part, most) in parts.items()]
    place = output / "data" / f"{corpus.name}-{_key([one.facts() for one in cut])}"
    if not place.is_dir():
        with finished_directory(place, rename) as made:
            counts = {one.name: one.write(made) for one in cut}
            (made / "lines.json").write_text(json.dumps(counts), encoding="utf-8")
    counts = json.loads((place / "lines.json").read_text(encoding="utf-8"))
    bitexts = {one.name: one.bitext(place) for one in cut}
    training = {TRAIN: bitexts[TRAIN]}
    if forced:
        tests = [bitexts[one.name] for one in corpus.tests]
        training[FORCED] = _joined(place, [bitexts[TRAIN], *tests])
    facts = {
        "corpus": corpus.name,
        "about": corpus.about,
        "parts": {one.name: one.asked() | {"sentences": counts[one.name]} for one in cut},
    }
    tests_by_name = {one.name: bitexts[one.name] for one in corpus.tests}
    return Text(place, training, bitexts[DEV], tests_by_name, facts)


def missing_file(corpus: Corpus, root: Path) -> Path | None:
    """Return the first file of a corpus that is not there.

    Args:
        corpus: What is asked for.
        root: The folder that its files are in.
    """
    for part in (corpus.train, corpus.dev, *corpus.tests):
        for name in _names(part):
            if find(root, name) is None:
                return root / name
    return None


def find(root: Path, name: str) -> Path | None:
    """Return a file of the data, which may be compressed.

    Args:
        root: The folder of the data.
        name: Its name without the ending of compression.
    """
    for ending in ("", *MAGIC):
        if (path := root / f"{name}{ending}").is_file():
            return path
    return None


def _names(part: Part) -> list[str]:
    more = (part.docs, part.conllu, part.tags, part.trees)
    return [part.source, *part.targets, *(name for name in more if name)]


def _key(facts: object) -> str:
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:12]


class _Cut:
    """One part: which lines of which files."""

    def __init__(self, name: str, part: Part, root: Path, most: int) -> None:
        self.name, self.part, self.most = name, part, most
        self.files: dict[str, Path] = {}
        for one in _names(part):
            path = find(root, one)
            if path is None:
                raise ConfigError(f"{root / one}: no such file, compressed or not")
            self.files[one] = path

    def asked(self) -> dict[str, Any]:
        """Which lines of which files are asked for."""
        return {"part": msgspec.to_builtins(self.part), "most": self.most}

    def facts(self) -> dict[str, Any]:
        """What the result depends on."""
        stats = {name: path.stat() for name, path in self.files.items()}
        files = {name: [one.st_size, one.st_mtime_ns] for name, one in stats.items()}
        return self.asked() | {"files": files}

    def bitext(self, place: Path) -> Bitext:
        """The files that were written."""
        targets = [str(place / name) for name in self._targets()]
        optional: dict[str, Any] = {
            kind: str(place / f"{self.name}.{kind}")
            for kind in ("docs", "conllu", "trees")
            if getattr(self.part, kind) or (kind == "conllu" and self.part.tags)
        }
        target = targets[0] if len(targets) == 1 else tuple(targets)
        return Bitext(source=str(place / f"{self.name}.source"), target=target, **optional)

    def write(self, place: Path) -> int:
        """Write the lines; returns how many there are."""
        part, chosen = self.part, self._chosen()
        sources = [part.source, *part.targets, *(name for name in (part.docs, part.trees) if name)]
        written = [f"{self.name}.source", *self._targets()]
        written += [f"{self.name}.{kind}" for kind in ("docs", "trees") if getattr(part, kind)]
        for name, result in zip(sources, written, strict=True):
            self._keep(read_lines(self.files[name]), chosen, place / result)
        if part.conllu:
            trees = (format_conllu(t) for t in read_conllu(self.files[part.conllu]))
            self._keep(trees, chosen, place / f"{self.name}.conllu")
        elif part.tags:
            lines = (
                _without_heads(words, tags) for words, tags in read_tagged(self.files[part.tags])
            )
            self._keep(lines, chosen, place / f"{self.name}.conllu")
        return len(chosen)

    def _targets(self) -> list[str]:
        count = len(self.part.targets)
        return [f"{self.name}.target{n if count > 1 else ''}" for n in range(count)]

    def _chosen(self) -> list[int]:
        """The numbers of the lines, from 0."""
        part, chosen, seen = self.part, list[int](), Counter[str]()
        columns = [read_lines(self.files[name]) for name in (part.source, *part.targets)]
        docs: Iterator[str] = iter(lambda: "", None)
        if part.docs:
            docs = read_lines(self.files[part.docs])
        lines = enumerate(zip(docs, *columns, strict=False))
        for number, (document, *sides) in islice(lines, part.first - 1, part.last or None):
            if part.longest and any(not 0 < len(s.split()) <= part.longest for s in sides):
                continue
            if part.per_document and seen[document] >= part.per_document:
                continue
            seen[document] += 1
            chosen.append(number)
            if len(chosen) == self.most:
                break
        if not chosen:
            raise ConfigError(
                f"{self.files[part.source]}: none of its lines is one of those that the paper's preset "
                f"asks for (from line {part.first})"
            )
        return chosen

    def _keep(self, lines: Iterable[str], chosen: list[int], path: Path) -> None:
        wanted, count = set(chosen), 0
        with open_output(path) as out:
            for line in (one for n, one in enumerate(islice(lines, chosen[-1] + 1)) if n in wanted):
                out.write(f"{line}\n")
                count += 1
        if count != len(chosen):
            raise ConfigError(
                f"the files of the part {self.name} must be equally long: {self.files[self.part.source]} "
                f"has a line {chosen[-1] + 1}, and another file of it ends before"
            )


def _without_heads(words: Sequence[str], tags: Sequence[Tag]) -> str:
    """A sentence of CoNLL-U in which every word is a root: where trees are read, heads must not be missing."""
    columns = enumerate(zip(words, tags, strict=True), 1)
    rows = [f"{n}\t{word}\t_\t_\t{tag.xpos}\t_\t0\t_\t_\t_\n" for n, (word, tag) in columns]
    return "".join(rows) or "# empty\n"


def _joined(place: Path, texts: list[Bitext]) -> Bitext:
    """Training text with the test sets after it, each with its first reference."""
    sides = {"source": [t.source for t in texts], "target": [t.targets[0] for t in texts]}
    if all(t.docs for t in texts):
        sides["docs"] = [str(t.docs) for t in texts]
    made = {side: place / f"with-test.{side}" for side in sides}
    for side, paths in sides.items():
        if made[side].is_file():
            continue
        with ExitStack() as stack:
            out = stack.enter_context(open_output(made[side]))
            for path in paths:
                out.writelines(f"{line}\n" for line in read_lines(path))
    files: dict[str, Any] = {side: str(path) for side, path in made.items()}
    return Bitext(**files)

"""Blind pairwise judgements: which sentences are judged, in which order each annotator sees the systems, what was said.

As in Collins et al. 2005 and Cherry 2008 (section 4.3): short sentences whose translations differ, the two systems
unnamed and in random order, equal allowed. Everything random depends on the seed, the annotator and the sentence, so
that a session can be continued. The journal is a text file with one JSON object a line: what is judged, then one line
per judgement, each safely on disk before the next question.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dragoman.common.errors import ConfigError, FormatError

CHOICES = ("left", "right", "equal")


@dataclass(frozen=True)
class Material:
    """What is shown; all lists have one entry per sentence."""

    names: tuple[str, str]
    systems: tuple[list[str], list[str]]
    references: list[str]
    sources: list[str] | None = None
    labels: list[str] | None = None


@dataclass(frozen=True)
class SelectionOptions:
    """Which sentences are judged."""

    count: int = 75
    shortest: int = 10
    longest: int = 25
    """Words of the source (or of the reference, where there is no source)."""
    label: str | None = None
    """Only sentences with this label, such as Cherry's uncohesive ones."""
    seed: int = 1


@dataclass(frozen=True)
class Judgement:
    """An annotator's word on a sentence: the better system (0 or 1), or None for equal."""

    annotator: str
    sentence: int
    winner: int | None


def draw_sentences(material: Material, options: SelectionOptions) -> list[int]:
    """The sentences to judge, in the order in which they are judged."""
    measured = material.sources or material.references
    eligible = [
        number
        for number, (a, b) in enumerate(zip(*material.systems, strict=True))
        if a.split() != b.split()
        and options.shortest <= len(measured[number].split()) <= options.longest
        and (options.label is None or (material.labels or [])[number].strip() == options.label)
    ]
    if not eligible:
        raise ConfigError(
            "no sentence qualifies: the outputs are the same, or all are filtered out"
        )
    order = np.random.default_rng(options.seed).permutation(len(eligible))
    return [eligible[i] for i in order[: options.count]]


def shown_order(seed: int, annotator: str, sentence: int) -> tuple[int, int]:
    """Which system is on the left and which on the right, for this annotator and sentence."""
    digest = hashlib.sha256(f"{seed}\t{annotator}\t{sentence}".encode()).digest()
    return (0, 1) if digest[0] & 1 else (1, 0)


class JudgementJournal:
    """The append-only record of a campaign."""

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        self.path = path
        self.header = header
        self.judgements = {(j.annotator, j.sentence): j for j in _read_judgements(path)}

    @classmethod
    def start(cls, path: Path, material: Material, options: SelectionOptions) -> JudgementJournal:
        """A new journal, or an old one of the same campaign to be continued."""
        texts = json.dumps([material.systems, material.references, material.sources])
        header = {
            "systems": list(material.names),
            **asdict(options),
            "texts": hashlib.sha256(texts.encode()).hexdigest(),
        }
        if path.exists() and path.stat().st_size:
            earlier = _read_header(path)
            changed = sorted(k for k in header | earlier if header.get(k) != earlier.get(k))
            if changed:
                raise ConfigError(
                    f"{path} records a campaign with other {', '.join(changed)}: name another journal"
                )
            _cut_torn_line(path)
        else:
            _append(path, header)
        return cls(path, header)

    @classmethod
    def open(cls, path: Path) -> JudgementJournal:
        """An existing journal, to be reported on."""
        return cls(path, _read_header(path))

    def add(self, judgement: Judgement) -> None:
        """Records a judgement; a later one of the same annotator on the same sentence replaces it."""
        _append(self.path, asdict(judgement))
        self.judgements[judgement.annotator, judgement.sentence] = judgement

    def remaining(self, annotator: str, sentences: list[int]) -> list[int]:
        """The sentences that this annotator has not judged."""
        return [s for s in sentences if (annotator, s) not in self.judgements]


def _append(path: Path, record: dict[str, Any]) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        os.write(handle, (json.dumps(record, ensure_ascii=False) + "\n").encode())
        os.fsync(handle)
    finally:
        os.close(handle)


def _lines(path: Path) -> list[bytes]:
    """Whole lines: one that a crash cut short has no line end and does not count."""
    return path.read_bytes().split(b"\n")[:-1]


def _cut_torn_line(path: Path) -> None:
    whole = sum(len(line) + 1 for line in _lines(path))
    if whole != path.stat().st_size:
        os.truncate(path, whole)


def _read_header(path: Path) -> dict[str, Any]:
    lines = _lines(path)
    try:
        header: dict[str, Any] = json.loads(lines[0])
        if not isinstance(header["systems"], list) or "seed" not in header:
            raise ValueError
    except (ValueError, LookupError, TypeError):
        raise FormatError("expected a journal of judgements", path, 1) from None
    return header


def _read_judgements(path: Path) -> list[Judgement]:
    found = []
    for number, line in enumerate(_lines(path)[1:], 2):
        try:
            record = json.loads(line)
            judgement = Judgement(**record)
            if judgement.winner not in (0, 1, None) or not isinstance(judgement.sentence, int):
                raise ValueError
        except (ValueError, TypeError):
            raise FormatError("expected a judgement", path, number) from None
        found.append(judgement)
    return found

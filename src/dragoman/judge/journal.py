"""The record of a judging campaign: a text file with one JSON object a line.

The first line says what is judged. Every other line is a judgement; it is on disk before it is acknowledged.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from dragoman.common.errors import ConfigError, FormatError
from dragoman.io import line_journal
from dragoman.judge.judgement import Judgement, Material, SelectionOptions


class JudgementJournal:
    """The append-only record of a campaign.

    Args:
        path: The file.
        header: Its first line: what the campaign is about.
    """

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        self.path = path
        self.header = header
        self.judgements = {(j.annotator, j.sentence): j for j in _read_judgements(path)}

    @classmethod
    def start(cls, path: Path, material: Material, options: SelectionOptions) -> JudgementJournal:
        """Return a new journal, or an old one of the same campaign to be continued.

        Args:
            path: The file, which need not be there.
            material: The texts that are compared.
            options: Which sentences are drawn, and how many.
        """
        texts = json.dumps([material.systems, material.references, material.sources])
        header = {
            "systems": list(material.names),
            **asdict(options),
            "texts": hashlib.sha256(texts.encode()).hexdigest(),
        }
        if is_begun(path, _line(header)):
            earlier = _read_header(path)
            changed = sorted(k for k in header | earlier if header.get(k) != earlier.get(k))
            if changed:
                raise ConfigError(
                    f"{path} records a campaign with other {', '.join(changed)}: name another journal"
                )
        else:
            line_journal.append(path, _line(header))
        return cls(path, header)

    @classmethod
    def open(cls, path: Path) -> JudgementJournal:
        """Return an existing journal, to be reported on.

        Args:
            path: The file.
        """
        return cls(path, _read_header(path))

    def add(self, judgement: Judgement) -> None:
        """Record a judgement; a later one of the same annotator on the same sentence replaces it.

        Args:
            judgement: Who judged which sentence, and how.
        """
        line_journal.append(self.path, _line(asdict(judgement)))
        self.judgements[judgement.annotator, judgement.sentence] = judgement

    def remaining(self, annotator: str, sentences: list[int]) -> list[int]:
        """Return the sentences that this annotator has not judged.

        Args:
            annotator: The name of who judges.
            sentences: Numbers of sentences.
        """
        return [s for s in sentences if (annotator, s) not in self.judgements]


def _line(record: dict[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False)


def is_begun(path: Path, header: str) -> bool:
    """Whether there is more in the file than the beginning of this header, which was cut short."""
    try:
        with path.open("rb") as stream:
            there = stream.read(1 << 20)
    except FileNotFoundError:
        return False
    return not header.encode().startswith(there)


def _read_header(path: Path) -> dict[str, Any]:
    try:
        header: dict[str, Any] = json.loads(line_journal.read(path)[0])
        systems = header["systems"]
        if len(systems) != 2 or not all(isinstance(name, str) for name in systems):
            raise ValueError
        if type(header["seed"]) is not int:
            raise ValueError
    except (ValueError, LookupError, TypeError, RecursionError):
        raise FormatError("expected a journal of judgements", path, 1) from None
    return header


def _read_judgements(path: Path) -> list[Judgement]:
    found = []
    for number, line in enumerate(line_journal.read(path)[1:], 2):
        try:
            judgement = Judgement(**json.loads(line))
            if (
                not isinstance(judgement.annotator, str)
                or type(judgement.sentence) is not int
                or (judgement.winner is not None and type(judgement.winner) is not int)
                or judgement.winner not in (0, 1, None)
            ):
                raise ValueError
        except (ValueError, TypeError, RecursionError):
            raise FormatError("expected a judgement", path, number) from None
        found.append(judgement)
    return found

"""A paper's tables from its preset, on the user's text or on the sample world.

    found = reproduce("cherry2008", "out", request=Request(quick=True))
    for made in found.tables:
        print(table_text(made))

Results go below the output folder: ``data`` (the texts), ``work`` (stages, which all papers share), ``PAPER/CORPUS``
(the experiment and the model of every row) and ``PAPER.json`` (the figures).
"""

from __future__ import annotations

import json
import os
import platform
import shlex
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from dragoman.common.errors import ConfigError
from dragoman.common.progress import say
from dragoman.common.version import __version__
from dragoman.experiment.dump import dump
from dragoman.io.files import open_output
from dragoman.reproduce.corpora import Limits, Text, missing_file, prepare, world_of
from dragoman.reproduce.paper import Corpus, Paper, read_paper
from dragoman.reproduce.result import Made
from dragoman.reproduce.study import Request, Study
from dragoman.reproduce.tables import make_table


@dataclass(frozen=True)
class Reproduced:
    """The tables of a paper, and what they were made with."""

    name: str
    paper: Paper
    tables: list[Made]
    facts: dict[str, Any]

    def as_dict(self) -> dict[str, Any]:
        """Return everything as plain data, which JSON can hold."""
        return {
            "paper": self.name,
            "title": self.paper.title,
            "differs": list(self.paper.differs),
            **self.facts,
            "tables": [
                {k: v for k, v in asdict(made).items() if k != "picture"} for made in self.tables
            ],
        }


def reproduce(
    name: str,
    output: str | os.PathLike[str],
    data: str | None = None,
    request: Request | None = None,
) -> Reproduced:
    """Run a paper's rows and make its tables; what is there of an earlier run is used again.

    Args:
        name: The paper: ``cherry2008``, ``bach2009``, ``carreras2009``, ``galley2010`` or ``ture2012``; or
            ``together`` or ``tuners``.
        output: The folder of the results.
        data: The folder of the user's texts (docs/reproduce.md); None: the sample world.
        request: Rows, runs, seed and quickness; None for all rows as the preset says.
    """
    began, request, place = time.monotonic(), request or Request(), Path(output)
    paper = read_paper(name)
    paper.chosen(request.rows)
    tables: list[Made] = []
    facts: dict[str, Any] = {"corpora": []}
    for corpus, text in _texts(paper, place, data, request):
        study = Study(name, paper, corpus, text, place, request)
        study.run()
        for table in paper.tables:
            tables += make_table(study, table)
        own = {"settings": _settings(study), "rows": corpus.rows, "without": list(corpus.without)}
        facts["corpora"].append(text.facts | own)
        facts["seeds"] = list(study.seeds)
    facts |= {
        "rows": {row: paper.rows[row].changes for row in paper.chosen(request.rows, request.quick)},
        "command": _command(name, data is not None, request),
        "quick": request.quick,
        "version": __version__,
        "machine": _machine() | {"threads": request.resources.threads},
        "seconds": round(time.monotonic() - began, 1),
    }
    found = Reproduced(name, paper, tables, facts)
    with open_output(place / f"{name}.json") as out:
        out.write(json.dumps(found.as_dict(), ensure_ascii=False, indent=1) + "\n")
    return found


def _texts(
    paper: Paper, output: Path, data: str | None, request: Request
) -> Iterator[tuple[Corpus, Text]]:
    """The corpora that can be had."""
    quick = paper.quick if request.quick else None
    limits = Limits(quick.train, quick.dev, quick.test) if quick else Limits()
    if request.pairs:
        limits = replace(limits, train=request.pairs)
    forced = any(paper.rows[row].training != "train" for row in paper.chosen(request.rows))
    if data is None:
        world = world_of(paper.world, output, limits.train)
        yield paper.sample, prepare(paper.sample, world, output, limits, forced)
        return
    root = Path(data)
    if not root.is_dir():
        raise ConfigError(f"{root}: no such folder (--data names the folder of your texts)")
    missing = {corpus.name: missing_file(corpus, root) for corpus in paper.corpora}
    if all(missing.values()):
        first = next(iter(missing.values()))
        raise ConfigError(
            f"{first}: no such file, compressed or not; docs/reproduce.md lists the files that --data needs"
        )
    for corpus in paper.corpora:
        if missing[corpus.name]:
            say(f"{corpus.name}: left out, there is no {missing[corpus.name]}")
        else:
            yield corpus, prepare(corpus, root, output, limits, forced)


def _command(name: str, data: bool, request: Request) -> str:
    """What makes the same tables again."""
    words = ["dragoman", "reproduce", name]
    if data:
        words += ["--data", "DIR"]
    if request.rows:
        words += ["--rows", *request.rows]
    for option, value in (("--runs", request.runs), ("--pairs", request.pairs)):
        if value:
            words += [option, str(value)]
    if request.seed != 1:
        words += ["--seed", str(request.seed)]
    if request.quick:
        words.append("--quick")
    if request.settings:
        words += ["--set", *request.settings]
    return shlex.join(words)


def _settings(study: Study) -> str:
    """The experiment that all rows change, with every setting."""
    root = next(name for name, row in study.paper.rows.items() if not row.base)
    return dump(study.experiment(root, study.seeds[0]))


def _machine() -> dict[str, Any]:
    return {
        "system": f"{platform.system()} {platform.release()}",
        "processor": platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
    }

"""A paper as a preset: its settings, its rows, its tables with what it published, and the texts that it is run on.

    paper = read_paper("cherry2008")
    paper.rows["coh"].changes           # {"decoder": {"cohesion": ["coh1"]}}
    paper.tables[1].published           # the figures of the paper

A preset is a TOML file of ``reproduce/papers``. Its ``[settings]`` are tables of an experiment (docs/experiments.md)
and make the row without a base; every other row says which row it is based on and what it changes, and nothing else.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Literal

import msgspec
from msgspec import Struct

from dragoman.common.errors import ConfigError
from dragoman.common.suggest import did_you_mean, one_of

PAPERS = ("cherry2008", "bach2009", "carreras2009", "galley2010", "ture2012")
STUDIES = ("together", "tuners")
"""Comparisons that no paper has: the parts of all of them in one system, and tuners over many seeds."""
PRESETS = (*PAPERS, *STUDIES)

SettingTables = dict[str, dict[str, Any]]
"""Settings by table of an experiment and name."""
Test = Literal["bootstrap", "randomization", "sign"]


class Declared(Struct, frozen=True, forbid_unknown_fields=True):
    """Read from TOML; what is misspelt is refused."""


class Row(Declared, frozen=True):
    """A system: what it changes of another one."""

    about: str
    number: str = ""
    """What the paper's table calls it, if that is a number."""
    base: str = ""
    """The row that it changes; empty for the one that has the paper's settings as they stand."""
    changes: SettingTables = {}
    training: Literal["train", "train+test"] = "train"
    """Whether it also learns from the test sets, as in forced decoding, so that references can be reached."""


class Published(Declared, frozen=True):
    """Figures of the paper for one of its sets."""

    set: str
    """What the paper calls it."""
    beside: str = ""
    """The test set that these figures stand beside, ``CORPUS/SET`` or ``SET``; empty: any."""
    rows: dict[str, tuple[float | str, ...]] = {}
    """By row, or by the name of the figure, in the order of the columns; an empty text where there is none."""


class Table(Declared, frozen=True):
    """A table of the paper, or figures of its text."""

    name: str
    title: str
    kind: str
    """How it is made (``tables/__init__.py``)."""
    where: str = ""
    """Where in the paper it stands."""
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    against: str = ""
    """The row that all others are compared with; empty: each with its base."""
    improvements: tuple[tuple[str, str], ...] = ()
    """Further comparisons, of the first of two rows with the second."""
    tests: tuple[Test, ...] = ("bootstrap",)
    """Tests of significance; the first is the paper's."""
    sets: tuple[str, ...] = ()
    """The test sets; empty: all."""
    published: tuple[Published, ...] = ()
    note: str = ""


class Part(Declared, frozen=True):
    """Lines of some files."""

    source: str
    target: str | tuple[str, ...]
    name: str = ""
    """Of a test set."""
    docs: str = ""
    conllu: str = ""
    """Dependency trees of the source."""
    tags: str = ""
    """Tags of the source, ``word|TAG``, where there are no trees."""
    trees: str = ""
    """Trees of the target."""
    first: int = 1
    last: int = 0
    """The last line; 0: to the end."""
    longest: int = 0
    """The most words of either side; 0: any."""
    per_document: int = 0
    """The most sentences of a document; 0: all."""

    @property
    def targets(self) -> tuple[str, ...]:
        """The target files."""
        return (self.target,) if isinstance(self.target, str) else self.target


class Corpus(Declared, frozen=True):
    """A text with its parts; names of files are relative to the folder of the data."""

    name: str
    about: str
    train: Part
    dev: Part
    tests: tuple[Part, ...]
    settings: SettingTables = {}
    """What is other than the paper's settings because of the text."""
    rows: dict[str, SettingTables] = {}
    """The same for a row, and for those that are based on it."""
    without: tuple[str, ...] = ()
    """Rows that need what this text does not have."""


class World(Declared, frozen=True):
    """How much of the sample world is generated, and what is planted in it."""

    train: int = 8000
    dev: int = 500
    test: int = 1600
    seed: int = 1
    only: tuple[str, ...] = ()
    """Phenomena; empty: all."""
    term: float = 0.28
    cue: float = 0.7


class Quick(Declared, frozen=True):
    """What is smaller and coarser when only the directions are asked for."""

    train: int
    dev: int
    test: int
    """Sentences, at most."""
    rows: tuple[str, ...] = ()
    """The rows that are run; empty: all."""
    settings: SettingTables = {}


class Paper(Declared, frozen=True):
    """The whole file."""

    title: str
    runs: int
    """Runs of tuning for every row."""
    differs: tuple[str, ...]
    """What is not as in the paper, whatever the text; without authors, what a reader of the tables should know."""
    settings: SettingTables
    rows: dict[str, Row]
    tables: tuple[Table, ...]
    world: World
    sample: Corpus
    quick: Quick
    corpora: tuple[Corpus, ...] = ()
    authors: str = ""
    """Empty for a comparison of our own."""
    published: str = ""
    """Where and when."""

    def lineage(self, name: str) -> list[str]:
        """Return the names of a row and of all that it is based on, the row of the paper's settings first.

        Args:
            name: The name of the row.
        """
        base = self.rows[name].base
        return [*(self.lineage(base) if base else ()), name]

    def chosen(self, names: tuple[str, ...], quick: bool = False) -> list[str]:
        """Return the rows to run: those that are named, with those that they are compared with; or all.

        Args:
            names: Names or numbers of rows; empty: all.
            quick: Whether only the directions are asked for.
        """
        if not names:
            wanted = set((quick and self.quick.rows) or self.rows)
            return [name for name in self.rows if name in wanted]
        numbers = {row.number: name for name, row in self.rows.items() if row.number}
        found = {numbers.get(name, name) for name in names}
        for name in names:
            if name not in self.rows and name not in numbers:
                known = [f"{r.number} {n}".strip() for n, r in self.rows.items()]
                raise ConfigError(
                    f"there is no row '{name}'{did_you_mean(name, self.rows)} (there are "
                    f"{', '.join(known)})"
                )
        found |= {self.rows[name].base for name in found if self.rows[name].base}
        found |= {table.against for table in self.tables if found & {*table.rows} and table.against}
        return [name for name in self.rows if name in found]


def preset(name: str) -> str:
    """Return the text of a preset.

    Args:
        name: The name of the paper, ``together`` or ``tuners``.
    """
    if name not in PRESETS:
        raise ConfigError(
            f"there is no paper '{name}'{did_you_mean(name, PRESETS)} (expected {one_of(PRESETS)}; "
            "all: the papers)"
        )
    return files("dragoman.reproduce").joinpath(f"papers/{name}.toml").read_text(encoding="utf-8")


def read_paper(name: str) -> Paper:
    """Return a paper by its name.

    Args:
        name: The name of the paper.
    """
    return msgspec.toml.decode(preset(name), type=Paper)

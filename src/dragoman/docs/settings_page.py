"""The page docs/settings.md: every setting with its default, its values and its sentence of help.

``dragoman config --markdown > docs/settings.md`` writes it; a test fails when the page is not what this makes.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill
from typing import NamedTuple

from dragoman.corpus.cleaning import CleanOptions
from dragoman.experiment.config import Experiment
from dragoman.experiment.dump import summary, table_of, toml
from dragoman.grammar.options import METHODS, SELECTORS, ExtractionOptions, differences
from dragoman.serve.options import ServeOptions
from dragoman.settings.kinds import expected, is_size, may_be_none, size_text
from dragoman.settings.settings import Option, Settings, options
from dragoman.tune.mert import MertOptions
from dragoman.tune.mira import MiraOptions
from dragoman.tune.pro import ProOptions

WIDTH = 120
HEAD = """\
# Settings

Every setting is declared once, in the class that a section names; experiments (TOML), the command line and Python
take the same names and the same values. `dragoman config --dump` prints an experiment with all of them.
This page is made from the declarations: `dragoman config --markdown > docs/settings.md`.

On the command line a setting `max_span` is `--max-span`; a switch `lowercase` is `--lowercase` or `--no-lowercase`;
the items of a list have commas between them, and `none` is the empty list. Sizes are bytes, or text such as `500M`,
`2G` and, of the machine's memory, `50%`.
"""
_COMMANDS = {
    "alignment": "align",
    "lm": "lm build",
    "grammar": "extract",
    "decoder": "translate, phrases, cohesion",
    "chart": "translate",
    "treelet": "translate",
    "tuning": "tune",
}


class Section(NamedTuple):
    """A part of the page."""

    title: str
    settings: type[Settings]
    note: str
    beside: type[Settings] | None = None
    """A class whose settings stand in another section."""


def sections() -> Iterator[Section]:
    """All parts in the order of an experiment's file, then what is not in it."""
    yield Section("Experiment", Experiment, "the top of the file")
    for name, declared in options(Experiment).items():
        inner = table_of(declared.kind)
        if inner is not None and name != "development":
            title = "[training], [development]" if name == "training" else f"[{name}]"
            commands = f", `dragoman {_COMMANDS[name]}`" if name in _COMMANDS else ""
            note = f"experiments{commands}"
            yield Section("[[test]]" if name == "test" else title, inner, note)
            if inner is ExtractionOptions:
                yield from _methods(note)
    yield Section("Cleaning", CleanOptions, "`dragoman clean`")
    yield Section("Server", ServeOptions, "`dragoman serve`")
    for method in (MertOptions, MiraOptions, ProOptions):
        yield Section(method.__name__, method, "Python: `TuneOptions(method_options=...)`")


def _methods(note: str) -> Iterator[Section]:
    """What each method of extraction reads beside what all do."""
    for method in METHODS:
        chosen = " and ".join(differences(METHODS[0], method))
        when = f"with `{chosen}`: {note}" if chosen else note
        yield Section(f"[grammar]: {method.title}", method, when, ExtractionOptions)


def page() -> str:
    """The whole page."""
    return HEAD + "".join(_part(section) for section in sections())


def _part(section: Section) -> str:
    lines = [
        f"\n## {section.title}\n",
        fill(f"{summary(section.settings)} `{_name(section)}`; {section.note}.", WIDTH) + "\n",
    ]
    lines += ["| setting | default | values | what it is |", "| --- | --- | --- | --- |"]
    others = options(section.beside) if section.beside else {}
    for one in options(section.settings).values():
        known = one.name in SELECTORS or others.get(one.name) == one
        if table_of(one.kind) is None and not (others and known):
            cells = [
                f"`{one.name}`",
                default_text(one),
                values_text(one),
                one.help + _where(one, section),
            ]
            lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def _name(section: Section) -> str:
    return f"{section.settings.__module__}.{section.settings.__name__}"


def _where(one: Option, section: Section) -> str:
    """Where a setting is not, and other names of it."""
    notes = []
    if not one.experiment:
        notes.append("not in experiments")
    if not one.command and "dragoman" in section.note:
        notes.append("not on the command line")
    if one.flags:
        notes.append(f"also {', '.join(f'`{flag}`' for flag in one.flags)}")
    return f" ({'; '.join(notes)})" if notes else ""


def default_text(one: Option) -> str:
    """The default as TOML has it."""
    if one.needed:
        return "(must be given)"
    if one.default is None or one.default == {}:
        return "(nothing)"
    return f"`{size_text(one.default)}`" if is_size(one.kind) else f"`{toml(one.default)}`"


def values_text(one: Option) -> str:
    """The values in words."""
    text = expected(one.kind)
    return f"{text}, or nothing" if may_be_none(one.kind) else text

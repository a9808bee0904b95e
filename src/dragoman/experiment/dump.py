"""An experiment as TOML text: bare, to be kept with a model, or with help and with the settings that are not set."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

import tomli_w
from msgspec.inspect import DataclassType

from dragoman.experiment.config import Experiment
from dragoman.grammar.options import SELECTORS, ExtractionOptions
from dragoman.search.common_options import CommonSearchOptions
from dragoman.settings.kinds import Kind, alternatives, expected, is_size, item_of, size_text
from dragoman.settings.settings import Option, Settings, options, plain

WIDTH = 100


def dump(experiment: Experiment, explain: bool = False) -> str:
    """Return the experiment with every setting spelled out; those of rules and searches that were not given are
    comments.

    What ``[decoder]`` gives holds for other decoders too (``experiment/decoding.py``), and other methods of extraction
    have other options, so defaults must not look as if they were given.
    With ``explain``, each setting has its sentence of help above it, and those that are nothing are comments too.
    """
    lines = list(_lines(experiment, (), explain))
    return "\n".join(lines).strip("\n") + "\n"


def _lines(settings: Settings, path: tuple[str, ...], explain: bool) -> Iterator[str]:
    declared = [o for o in options(type(settings)).values() if o.experiment]
    for one in declared:
        if table_of(one.kind) is None and not _is_names(one.default):
            left_open = _may_stay_open(settings, one) and one.name not in settings.given
            yield from _setting(
                _as_chosen(settings, one), getattr(settings, one.name), explain, "# " * left_open
            )
    for one in declared:
        value = getattr(settings, one.name)
        inner = (*path, one.name)
        if _is_names(one.default):
            yield from _header(f"[{'.'.join(inner)}]", one.help, explain)
            yield from (f"{_key(name)} = {toml(item)}" for name, item in value.items())
        elif isinstance(value, Settings):
            yield from _header(f"[{'.'.join(inner)}]", summary(type(value)), explain)
            yield from _lines(value, inner, explain)
        elif isinstance(value, tuple) and table_of(one.kind) is not None:
            for item in value:
                yield from _header(f"[[{'.'.join(inner)}]]", summary(type(item)), explain)
                yield from _lines(item, inner, explain)


def _as_chosen(settings: Settings, one: Option) -> Option:
    """The setting; one that chooses the method of extraction, with the values for all methods."""
    chooses = isinstance(settings, ExtractionOptions) and one.name in SELECTORS
    return options(ExtractionOptions)[one.name] if chooses else one


def _may_stay_open(settings: Settings, one: Option) -> bool:
    """Whether a setting is written as a comment unless it was given."""
    if isinstance(settings, ExtractionOptions):
        return one.name not in SELECTORS
    return isinstance(settings, CommonSearchOptions)


def _setting(one: Option, value: Any, explain: bool, before: str) -> Iterator[str]:
    if explain:
        yield from comment(f"{one.help} {values(one)}".strip())
    if value is not None:
        text = toml(size_text(value)) if is_size(one.kind) else toml(value)
        yield f"{before}{one.name} = {text}"
    elif explain:
        yield f"# {one.name} ="


def _header(title: str, help: str, explain: bool) -> Iterator[str]:
    yield ""
    if explain:
        yield from comment(help)
    yield title


def comment(text: str) -> Iterator[str]:
    """The text as TOML comments."""
    return (f"# {line}" for line in textwrap.wrap(text, WIDTH - 2))


def values(one: Option) -> str:
    """The values that a setting can have, in brackets; empty if its type says it all."""
    text = expected(one.kind)
    return "" if text in ("a text", "true or false", "a list of texts") else f"({text})"


def summary(settings: type[Settings]) -> str:
    """The first sentence of what a class says of itself."""
    return (settings.__doc__ or "").split("\n\n")[0].replace("\n", " ").strip()


def table_of(kind: Kind) -> type[Settings] | None:
    """The settings in the tables that a setting consists of, if it does."""
    for one in alternatives(kind):
        one = item_of(one) or one
        if isinstance(one, DataclassType):
            return one.cls
    return None


def toml(value: Any) -> str:
    """A value in TOML."""
    value = plain(value)
    if isinstance(value, list):
        return f"[{', '.join(toml(one) for one in value)}]"
    return tomli_w.dumps({"x": value}).removeprefix("x = ").rstrip("\n")


def _key(name: str) -> str:
    return tomli_w.dumps({name: 0}).removesuffix(" = 0\n")


def _is_names(default: Any) -> bool:
    """Whether a setting is a table of names that the user chooses."""
    return isinstance(default, dict)

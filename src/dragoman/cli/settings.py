"""Options of the command line made from declared settings (``settings/settings.py``).

add_settings(parser, SearchOptions, "search")            # --stack N, --beam X, --punctuation-walls ...
options = SearchOptions(**given(arguments, SearchOptions))
model.options = overruled(model.options, arguments, SearchOptions)
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from msgspec import inspect

from dragoman.common.errors import ConfigError
from dragoman.common.suggest import one_of
from dragoman.settings.kinds import (
    Kind,
    alternatives,
    choices,
    is_size,
    item_of,
    kind_of,
    length_of,
    limits_text,
    may_be_none,
    parse,
    parse_all,
    size_text,
)
from dragoman.settings.setting_error import SettingError
from dragoman.settings.settings import Option, Settings, options

T = TypeVar("T", bound=Settings)


def add_settings(
    parser: argparse.ArgumentParser,
    settings: type[Settings],
    title: str,
    *,
    also: Mapping[str, type[Settings]] | None = None,
    only: Collection[str] | None = None,
    without: Collection[str] = (),
    defaults: str = "",
) -> None:
    """Adds an option for every setting of a class (or for some), in a group of their own.

    What is not given is left out of the parsed arguments: ``given`` returns the rest. ``defaults`` says where other
    defaults than the declared ones come from. ``also``: classes that may stand in the place of the first, and what
    their options are of; an option that several have takes the values of all, and the class that is used checks them.
    The same goes for the variants of a class.
    """
    group = parser.add_argument_group(f"{title} (default: {defaults})" if defaults else title)
    declared: dict[str, Option] = {}
    for variant in settings.table_classes():
        for name, one in options(variant).items():
            declared[name] = _either(declared[name], one) if name in declared else one
    for owner, other in (also or {}).items():
        for name, one in options(other).items():
            own = _owned(one, owner)
            declared[name] = _either(declared[name], one, own.help) if name in declared else own
    for one in declared.values():
        wanted = one.command and one.name not in without
        if wanted and (only is None or one.name in only):
            _add(group, one, show_default=not defaults)


def given(arguments: argparse.Namespace, settings: type[Settings]) -> dict[str, Any]:
    """The settings that were given, by name."""
    values = vars(arguments)
    return {name: values[name] for name in options(settings) if name in values}


def overruled(current: T, arguments: argparse.Namespace, *settings: type[Settings]) -> T:
    """The present settings (of a model) but for those of some classes that were given; it must have these."""
    chosen: dict[str, Any] = {}
    for one in settings:
        chosen |= given(arguments, one)
    for name in chosen:
        if name not in options(type(current)):
            raise ConfigError(f"{name}: the model's decoder has no such setting")
    return type(current)(
        **{name: getattr(current, name) for name in options(type(current))} | chosen
    )


def _owned(one: Option, owner: str) -> Option:
    """A setting whose help says what it is of."""
    return _with_help(one, f"{owner}: {_begun(one.help)}")


def _with_help(one: Option, text: str) -> Option:
    return replace(one, help=text)


def _either(first: Option, second: Option, help: str = "") -> Option:
    """A setting that two classes have: of the values of both. ``help``: of the second, if it is another one."""
    if help and second.help not in first.help:
        first = _with_help(first, f"{first.help.rstrip('.')}; {help}")
    return replace(first, kind=_kind_of_both(first.kind, second.kind))


def _kind_of_both(one: Kind, other: Kind) -> Kind:
    """The kind of the values of two kinds."""
    if one == other:
        return one
    names, others, item = choices(one), choices(other), item_of(one)
    if names and others:
        return inspect.LiteralType(tuple(dict.fromkeys(names + others)))
    if item and (second := item_of(other)):
        return inspect.VarTupleType(_kind_of_both(item, second))
    firsts, seconds = alternatives(one), alternatives(other)
    if (may_be_none(one) or may_be_none(other)) and len(firsts) == len(seconds) == 1:
        return _kind_of_both(firsts[0], seconds[0])
    if isinstance(one, inspect.IntType) and isinstance(other, inspect.IntType):
        least = [kind.ge for kind in (one, other) if kind.ge is not None]
        most = [kind.le for kind in (one, other) if kind.le is not None]
        return inspect.IntType(
            ge=min(least) if len(least) == 2 else None, le=max(most) if len(most) == 2 else None
        )
    if isinstance(one, inspect.FloatType) and isinstance(other, inspect.IntType):
        return inspect.UnionType((other, one))  # a whole number stays one
    return inspect.UnionType((one, other))


def argument(hint: Any) -> Callable[[str], Any]:
    """What argparse calls a type: reads a value of a type, or says what was expected."""
    kind = hint if isinstance(hint, inspect.Type) else kind_of(hint)

    def read(text: str) -> Any:
        try:
            return parse(kind, text)
        except SettingError as fault:
            raise argparse.ArgumentTypeError(fault.reason) from None

    return read


class ListAction(argparse.Action):
    """Reads a list the way every command does: several words, or the option repeated; or commas, unless it is of files.

    A list of fixed length is given at once.
    """

    def __init__(self, *flags: Any, kind: Kind | None = None, **keywords: Any) -> None:
        super().__init__(*flags, **keywords)
        self.kind = kind

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        """Adds the words to what was given before."""
        words = [values] if isinstance(values, str) else list(values or [])
        try:
            items = tuple(words) if self.kind is None else parse_all(self.kind, words)
        except SettingError as fault:
            raise argparse.ArgumentError(self, fault.reason) from None
        before = getattr(namespace, self.dest, self.default)
        fixed = self.kind is not None and length_of(self.kind) is not None
        fresh = fixed or before is None or before is self.default
        setattr(namespace, self.dest, items if fresh else (*before, *items))


def _add(group: argparse._ArgumentGroup, one: Option, show_default: bool) -> None:
    flags = [f"--{one.name.replace('_', '-')}", *one.flags]
    flags.sort(key=lambda flag: flag.startswith("--"))
    kind = _typed(one.kind)
    keywords: dict[str, Any] = {
        "dest": one.name,
        "default": argparse.SUPPRESS,
        "help": _help(one, kind, show_default),
    }
    if isinstance(kind, inspect.BoolType):
        group.add_argument(*flags, action=argparse.BooleanOptionalAction, **keywords)
    elif item := item_of(kind):
        keywords["metavar"] = metavar(item)
        keywords["nargs"] = length_of(kind) or "+"
        group.add_argument(*flags, action=ListAction, kind=kind, **keywords)
    else:
        group.add_argument(*flags, type=argument(kind), metavar=metavar(kind), **keywords)


def _typed(kind: Kind) -> Kind:
    """The kind of a value that is given, for a setting that may be nothing."""
    kinds = alternatives(kind)
    return kinds[0] if len(kinds) == 1 else inspect.UnionType(kinds)


def metavar(kind: Kind) -> str:
    """What stands for a value in help."""
    if names := choices(kind):
        return "{" + ",".join(names) + "}" if _few(names) else "NAME"
    if isinstance(kind, inspect.UnionType):
        return "|".join(map(metavar, kind.types))
    if is_size(kind):
        return "SIZE"
    return {inspect.IntType: "N", inspect.FloatType: "X"}.get(type(kind), "TEXT")


def _few(names: Collection[str]) -> bool:
    """Whether all names fit where a value is named."""
    return len(names) <= 6


def _help(one: Option, kind: Kind, show_default: bool) -> str:
    text = _begun(one.help.rstrip("."))
    names = choices(item_of(kind) or kind)
    if names and not _few(names):
        text += f"; {one_of(names)}"
    if limits := limits_text(kind):
        text += f"; {limits}"
    if isinstance(kind, inspect.VarTupleType):
        text += "; several with blanks or commas between them, or none"
    if show_default and one.default is not None and not isinstance(kind, inspect.BoolType):
        text += f" (default: {_shown(one)})"
    elif show_default and one.default is True:
        text += " (default)"
    return text.replace("%", "%%")


def _begun(text: str) -> str:
    """A sentence that goes on after something: with a small letter, unless it begins with an abbreviation."""
    return text if text.split()[0].isupper() else text[0].lower() + text[1:]


def _shown(one: Option) -> str:
    if isinstance(one.default, tuple):
        return ",".join(map(str, one.default)) or "none"
    return size_text(one.default) if is_size(one.kind) else str(one.default)

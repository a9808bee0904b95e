"""Settings declared once: name, type, default, range and one sentence of help.

    class SearchOptions(Settings):
        stack: int = option(200, "Hypotheses kept for a number of covered words; 0: all.", least=0)
        search: Literal["stack", "cube"] = option("cube", "The algorithm.")

The declaration gives the Python class (a frozen dataclass whose values are checked), the tables of TOML files
(``from_table``, ``as_table``), the options of the command line (``cli/settings.py``), ``dragoman config --dump`` and
the page ``docs/settings.md``. All accept the same values and name the setting that is wrong.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field
from types import NoneType, UnionType
from typing import (
    Any,
    ClassVar,
    Literal,
    Self,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from dragoman.common.errors import ConfigError
from dragoman.common.suggest import did_you_mean
from dragoman.settings.compound_kinds import Either, Many, Nothing, Table
from dragoman.settings.kinds import LARGEST, Choice, Flag, Kind, Real, Size, Text, Whole, wrong
from dragoman.settings.setting_error import SettingError

T = TypeVar("T")
_KEY = "option"


@dataclass(frozen=True)
class Terms:
    """The parts of a declaration besides name, type and default."""

    help: str
    least: float | None = None
    most: float | None = None
    above: float | None = None
    below: float | None = None
    size: bool = False
    """Whether it is a number of bytes, which may be written as 2G."""
    flags: tuple[str, ...] = ()
    """More spellings on the command line."""
    experiment: bool = True
    """Whether experiments (TOML files) have it. They lack settings that do not change results."""
    command: bool = True
    """Whether the command line has it."""


def option(
    default: T,
    help: str,
    *,
    least: float | None = None,
    most: float | None = None,
    above: float | None = None,
    below: float | None = None,
    size: bool = False,
    flags: tuple[str, ...] = (),
    experiment: bool = True,
    command: bool = True,
) -> T:
    """Declares a setting of a ``Settings`` class; see ``Terms``. Use ``required`` if there is no default."""
    terms = Terms(help, least, most, above, below, size, flags, experiment, command)
    if isinstance(default, dict):
        made: T = field(default_factory=lambda: type(default)(default), metadata={_KEY: terms})
    else:
        made = field(default=default, metadata={_KEY: terms})
    return made


def required(help: str) -> Any:
    """Declares a setting that must be given."""
    return field(metadata={_KEY: Terms(help)})


def threads_option() -> int:
    """The number of threads; results do not depend on it."""
    return option(
        1,
        "Number of worker threads; results do not depend on it. The command line uses all cores by default.",
        least=1,
        most=4096,
        experiment=False,
    )


def seed_option() -> int:
    """The seed of all random choices."""
    return option(1, "Seed of random choices.", least=0)


@dataclass(frozen=True)
class Option:
    """A declared setting."""

    name: str
    kind: Kind
    default: Any
    """``MISSING`` if it must be given."""
    terms: Terms

    @property
    def help(self) -> str:
        """One sentence."""
        return self.terms.help

    @property
    def needed(self) -> bool:
        """Whether it must be given."""
        return self.default is MISSING


@dataclass_transform(frozen_default=True, field_specifiers=(required, field))
class Settings:
    """The base of all settings; a subclass is a frozen dataclass."""

    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]]

    def __init_subclass__(cls, *, kw_only: bool = False, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        dataclass(frozen=True, kw_only=kw_only)(cls)
        lines = [f"    {name}: {one.help}" for name, one in options(cls).items() if one.help]
        if lines and "__doc__" in cls.__dict__:
            cls.__doc__ = "\n".join([inspect.cleandoc(cls.__doc__ or ""), "", "Args:", *lines])

    given: frozenset[str]
    """The names of the settings that were given, also those that were given their defaults. Not part of the value:
    settings are equal if their values are."""

    def __new__(cls, *values: Any, **named: Any) -> Self:
        """Remember which settings are given; ``__init__`` sets them."""
        made = super().__new__(cls)
        by_place = [one.name for one in dataclasses.fields(cls)][: len(values)]
        object.__setattr__(made, "given", frozenset((*by_place, *named)))
        return made

    def __post_init__(self) -> None:
        """Checks every value; subclasses also check combinations of values."""
        for name, declared in options(type(self)).items():
            try:
                value = declared.kind.check(getattr(self, name))
            except SettingError as fault:
                raise ConfigError(fault.within(name).told()) from None
            object.__setattr__(self, name, value)

    @classmethod
    def from_table(cls, table: Mapping[str, Any]) -> Self:
        """The settings of a TOML table; raises a ``SettingError`` that says where the error is."""
        known = {name: o for name, o in options(cls).items() if o.terms.experiment}
        values = {}
        for name, value in table.items():
            if name not in known:
                raise UnknownSettingError(name, tuple(known))
            try:
                values[name] = known[name].kind.check(value)
            except SettingError as fault:
                raise fault.within(name) from None
        for name, declared in known.items():
            if declared.needed and name not in table:
                raise SettingError("it is missing", name)
        try:
            return cls(**values)
        except ConfigError as error:
            raise SettingError(str(error), "") from None

    def as_table(self) -> dict[str, Any]:
        """The settings as a TOML table, without those that are None."""
        table = {}
        for name, declared in options(type(self)).items():
            value = getattr(self, name)
            if declared.terms.experiment and value is not None:
                table[name] = plain(value)
        return table


class UnknownSettingError(SettingError):
    """A name that is not a setting of the table."""

    def __init__(self, wrong: str, known: tuple[str, ...], tables: tuple[str, ...] = ()) -> None:
        hint, names = did_you_mean(wrong, known), ", ".join(known)
        super().__init__(f"there is no setting '{wrong}'{hint} (there are {names})", "", tables)
        self.wrong, self.known = wrong, known

    def within(self, name: str) -> SettingError:
        """The same error with one more table around it."""
        return UnknownSettingError(self.wrong, self.known, (name, *self.tables))


def plain(value: Any) -> Any:
    """A value in TOML's types."""
    if isinstance(value, Settings):
        return value.as_table()
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return dict(value) if isinstance(value, Mapping) else value


@dataclass(frozen=True)
class Nested:
    """A setting that is a table of settings."""

    settings: type[Settings]

    def check(self, value: Any) -> Settings:
        """The settings, given as such or as a table."""
        if isinstance(value, self.settings):
            return value
        if not isinstance(value, Mapping):
            raise wrong(self, value)
        return self.settings.from_table(value)

    def parse(self, text: str) -> Settings:
        """Always fails: settings cannot be given as text."""
        raise wrong(self, text)

    def expected(self, whole_range: bool = False) -> str:
        """In words."""
        return "a table"


_DECLARED: dict[type[Settings], dict[str, Option]] = {}


def options(settings: type[Settings]) -> dict[str, Option]:
    """The declared settings of a class by name: its own in their order, then those that it inherits."""
    if settings not in _DECLARED:
        _DECLARED[settings] = _declared(settings)
    return _DECLARED[settings]


def _declared(settings: type[Settings]) -> dict[str, Option]:
    hints = get_type_hints(settings)
    own = settings.__annotations__
    found = {}
    for one in sorted(dataclasses.fields(settings), key=lambda one: one.name not in own):
        terms = one.metadata.get(_KEY)
        if terms is not None:
            default = one.default_factory() if one.default_factory is not MISSING else one.default
            found[one.name] = Option(one.name, _kind(hints[one.name], terms), default, terms)
    return found


def _kind(hint: Any, terms: Terms) -> Kind:
    """The kind of value that a type and its terms describe."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return Choice(arguments)
    if origin in (Union, UnionType):
        return Either(tuple(_kind(one, terms) for one in arguments))
    if origin is tuple:
        many = len(arguments) == 2 and arguments[1] is Ellipsis
        return Many(_kind(arguments[0], terms), None if many else len(arguments))
    if origin is dict:
        return Table(_kind(arguments[1], terms))
    if hint is NoneType:
        return Nothing()
    if hint is bool:
        return Flag()
    if hint is int:
        return _whole(terms)
    if hint is float:
        return Real(terms.least, terms.most, terms.above, terms.below)
    if isinstance(hint, type) and issubclass(hint, Settings):
        return Nested(hint)
    if hint is str:
        return Text()
    raise TypeError(f"a setting cannot be of the type {hint}")


def _whole(terms: Terms) -> Kind:
    if terms.size:
        return Size()
    least = -LARGEST if terms.least is None else int(terms.least)
    return Whole(least, LARGEST if terms.most is None else int(terms.most))

"""Settings declared once: name, type, range, default and one sentence of help.

    class PhraseOptions(Settings):
        stack: Annotated[Count, about("Hypotheses kept for a number of covered words; 0: all.")] = 200
        beam: Annotated[float, Meta(ge=0, le=1), about("How near to the best ...")] = 1e-5

Types and ranges are those of msgspec. The declaration gives the Python class (a frozen dataclass whose values are
checked), the tables of TOML files (``from_table``, ``as_table``), the options of the command line
(``cli/settings.py``), ``dragoman config --dump`` and the page ``docs/settings.md``. All accept the same values and
name the setting that is wrong. A dataclass, not a ``msgspec.Struct``: a section of an experiment inherits the settings
of two classes, and what was given must be told from what is so by default.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field
from typing import Annotated, Any, ClassVar, Self, dataclass_transform, get_type_hints

from msgspec import Meta

from dragoman.common.errors import ConfigError
from dragoman.common.suggest import did_you_mean
from dragoman.settings.kinds import Count, Kind, check, kind_of
from dragoman.settings.setting_error import SettingError


@dataclass(frozen=True)
class Bounds:
    """How much of what bounds memory and time those may ask for who do not pay for it."""

    model: int
    """What the settings stored with a model may ask for, at most."""
    served: int | None = None
    """The same for a model that a server offers to others; None: as ``model``."""
    request: tuple[int, int] | None = None
    """The range in which a request to a server may set it; None: not at all."""
    unlimited: int | None = 0
    """The value that stands for no limit; None if there is none."""


def about(
    help: str,
    *,
    flags: tuple[str, ...] = (),
    experiment: bool = True,
    command: bool = True,
    bounds: Bounds | None = None,
) -> Meta:
    """Say what a setting is for, in one sentence, and where it is to be had.

    Args:
        help: The sentence.
        flags: More spellings on the command line.
        experiment: Whether experiments (TOML files) have it. They lack settings that do not change results.
        command: Whether the command line has it.
        bounds: What models and requests may ask for.
    """
    where = {"flags": flags, "experiment": experiment, "command": command, "bounds": bounds}
    return Meta(description=help, extra=where)


Threads = Annotated[
    int,
    Meta(ge=1, le=4096),
    about(
        "Number of worker threads; results do not depend on it. The command line uses all cores by default.",
        experiment=False,
    ),
]
Seed = Annotated[Count, about("Seed of random choices.")]


@dataclass(frozen=True)
class Option:
    """A declared setting."""

    name: str
    kind: Kind
    default: Any
    """``MISSING`` if it must be given."""
    help: str = ""
    """One sentence; empty for a table, which its class describes."""
    flags: tuple[str, ...] = ()
    experiment: bool = True
    command: bool = True
    bounds: Bounds | None = None

    @property
    def needed(self) -> bool:
        """Whether it must be given."""
        return self.default is MISSING


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Settings:
    """The base of all settings; a subclass is a frozen dataclass."""

    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]]

    def __init_subclass__(cls, *, kw_only: bool = False, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        dataclass(frozen=True, kw_only=kw_only)(cls)
        lines = [f"    {one.name}: {one.help}" for one in options(cls).values() if one.help]
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
                value = check(declared.kind, getattr(self, name))
            except SettingError as fault:
                raise ConfigError(fault.within(name).sentence()) from None
            object.__setattr__(self, name, value)

    @classmethod
    def from_table(cls, table: Mapping[str, Any]) -> Self:
        """The settings of a TOML table; raises a ``SettingError`` that says where the error is."""
        known = {name: one for name, one in options(cls).items() if one.experiment}
        values = {}
        for name, value in table.items():
            if name not in known:
                raise UnknownSettingError(name, tuple(known))
            try:
                values[name] = check(known[name].kind, value)
            except SettingError as fault:
                raise fault.within(name) from None
        for name, declared in known.items():
            if declared.needed and name not in table:
                raise SettingError("it is missing", name)
        try:
            return cls(**values)
        except ConfigError as error:
            raise SettingError(str(error), "") from None

    @classmethod
    def table_classes(cls) -> tuple[type[Settings], ...]:
        """The classes that a table of this one may be read as: more than one if a setting chooses among them."""
        return (cls,)

    @classmethod
    def part_of(cls, settings: Settings) -> Self:
        """Return the settings of this class alone, from one that inherits them.

        Args:
            settings: The settings of the other class.
        """
        return cls(**{one.name: getattr(settings, one.name) for one in dataclasses.fields(cls)})

    def as_table(self) -> dict[str, Any]:
        """The settings as a TOML table, without those that are None."""
        declared = [one.name for one in options(type(self)).values() if one.experiment]
        values = {name: getattr(self, name) for name in declared}
        return {name: plain(value) for name, value in values.items() if value is not None}


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


def options(settings: type[Settings]) -> dict[str, Option]:
    """The declared settings of a class by name: its own in their order, then those that it inherits."""
    if "_declared" not in vars(settings):
        settings._declared = _declared(settings)  # type: ignore[attr-defined]
    found: dict[str, Option] = vars(settings)["_declared"]
    return found


def _declared(settings: type[Settings]) -> dict[str, Option]:
    hints = get_type_hints(settings, include_extras=True)
    own = settings.__annotations__
    found = {}
    for one in sorted(dataclasses.fields(settings), key=lambda one: one.name not in own):
        hint = hints[one.name]
        default = one.default if one.default_factory is MISSING else one.default_factory()
        said = [part for part in getattr(hint, "__metadata__", ()) if isinstance(part, Meta)]
        if said:
            where = {k: v for part in said for k, v in (part.extra or {}).items() if k != "size"}
            kind, help = kind_of(hint), said[-1].description or ""
            found[one.name] = Option(one.name, kind, default, help, **where)
        elif isinstance(hint, type) and issubclass(hint, Settings):
            found[one.name] = Option(one.name, kind_of(hint), default)
    return found

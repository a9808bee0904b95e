"""An error in the value of a setting, in one sentence that says where it stands."""

from __future__ import annotations

from dragoman.common.errors import ConfigError


class SettingError(ConfigError):
    """An error in a value, and its place."""

    def __init__(self, reason: str, name: str | None = None, tables: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.name = name
        """The name of the setting; empty if a whole table is wrong; None as long as the name is not known."""
        self.tables = tables
        """The tables that the setting is in, outermost first."""

    def within(self, name: str) -> SettingError:
        """The same error with its place inside of ``name``."""
        if self.name is None:
            return SettingError(self.reason, name)
        return SettingError(self.reason, self.name, (name, *self.tables))

    def __str__(self) -> str:
        return self.sentence()

    def sentence(self, *before: str) -> str:
        """The error as a sentence with its place: ``[decoder] stack: expected ...``."""
        tables = ".".join((*before, *self.tables))
        place = f"[{tables}] " if tables else ""
        return f"{place}{self.name}: {self.reason}" if self.name else place + self.reason


def shown(value: object) -> str:
    """A value in a message, cut short."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."

"""The weights a model starts with, and weights that a user gives: in a file, or one by one."""

from __future__ import annotations

import math
import os
import tomllib
from collections import UserDict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from dragoman.common.errors import ConfigError, FormatError
from dragoman.common.suggest import did_you_mean
from dragoman.io.manifest import MANIFEST
from dragoman.search.catalogue import default_weight
from dragoman.settings.kinds import check, check_weights, kind_of
from dragoman.settings.setting_error import SettingError, shown

TABLE = "weights"


class Weights(UserDict[str, float]):
    """A weight for every feature of a model. What is no feature's name or no number is refused when it is set."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        super().__init__()
        self.data = {name: _checked(name, weight) for name, weight in weights.items()}

    def __setitem__(self, name: str, weight: float) -> None:
        check_names((name,), self.data)
        self.data[name] = _checked(name, weight)

    def __delitem__(self, name: str) -> None:
        raise ConfigError(f"every feature has a weight: set that of '{name}' to 0 instead")

    def update(self, *others: Any, **more: float) -> None:
        """Sets several weights, all or none of them."""
        given = dict(*others, **more)
        check_names(given, self.data)
        self.data |= Weights(given).data

    def replaced(self, weights: Mapping[str, float]) -> Weights:
        """Other weights for the same features, all of them."""
        check_names(weights, self.data)
        for name in self.data:
            if name not in weights:
                raise ConfigError(
                    f"the feature '{name}' has no weight: give all, or change some with weights.update(...)"
                )
        return Weights({name: weights[name] for name in self.data})


def complete(features: Iterable[str], given: Mapping[str, float]) -> Weights:
    """A weight for every feature, the given ones first; a name that is no feature is refused."""
    names = list(features)
    check_names(given, names)
    return Weights({name: given.get(name, default_weight(name)) for name in names})


def check_names(given: Iterable[str], features: Iterable[str]) -> None:
    """Refuses a name that is no feature's."""
    names = list(features)
    for strange in sorted(set(given) - set(names)):
        raise ConfigError(
            f"there is no feature '{strange}'{did_you_mean(strange, names)} "
            f"(the features are {', '.join(names)})"
        )


def parse_weights(items: Iterable[str]) -> dict[str, float]:
    """Weights from what a user typed: ``name=value``, or a file (see ``read_weights``); later ones win."""
    weights: dict[str, float] = {}
    for item in items:
        name, sign, text = item.partition("=")
        if not sign or Path(item).exists():
            weights |= read_weights(item)
            continue
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not name or not math.isfinite(value):
            raise ConfigError(f"expected a file or name=value such as lm=0.5, found '{item}'")
        weights[name.strip()] = value
    return weights


def read_weights(path: str | os.PathLike[str]) -> dict[str, float]:
    """The weights in a TOML file, in its table ``[weights]`` or at its top; of a model, those in its ``model.toml``."""
    file = Path(path) / MANIFEST if Path(path).is_dir() else Path(path)
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ConfigError(f"{file}: there is no such file, and it is no name=value") from None
    except (
        ValueError,
        RecursionError,
    ) as error:  # of TOML, of UTF-8, of thousands of digits or brackets
        raise FormatError(f"expected TOML with lines like lm = 0.5 ({error})", file) from None
    weights = table.get(TABLE, table)
    if not isinstance(weights, dict) or not weights:
        raise FormatError(f"expected a table [{TABLE}] with lines like lm = 0.5", file)
    for name, value in weights.items():
        if not _is_number(value):
            raise FormatError(f"expected a number for {name}, found {shown(value)}", file)
    return {name: float(value) for name, value in weights.items()}


def _checked(name: str, weight: object) -> float:
    try:
        return check_weights({name: weight})[name]
    except SettingError as fault:
        raise ConfigError(f"the weight of '{name}': {fault.reason}") from None


def _is_number(value: object) -> bool:
    try:
        return check(kind_of(float), value) is not None
    except SettingError:
        return False

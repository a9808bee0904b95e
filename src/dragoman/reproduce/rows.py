"""The experiment of a row: the paper's settings, what the text and quickness change, and what the rows change.

Tables are merged before they are read, so that an experiment knows which settings were given: those of phrases may
stand beside those of other decoders (``experiment/decoding.py``).
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from dragoman.common.errors import ConfigError
from dragoman.experiment.config import Experiment
from dragoman.grammar.options import SELECTORS, method_of
from dragoman.reproduce.paper import Corpus, Paper, SettingTables
from dragoman.settings.setting_error import SettingError
from dragoman.settings.settings import options


def settings_of(
    paper: Paper,
    row: str,
    corpus: Corpus,
    quick: bool = False,
    asked: SettingTables | None = None,
) -> SettingTables:
    """Return the settings of a row, by table of an experiment.

    Args:
        paper: The paper.
        row: The name of the row.
        corpus: The text that it is run on.
        quick: Whether only the directions are asked for.
        asked: What the user asks for instead of the paper's settings; what a row changes stays changed.
    """
    found = deepcopy(paper.settings)
    for changes in (corpus.settings, paper.quick.settings if quick else {}, asked or {}):
        found = merged(found, changes)
    for one in paper.lineage(row):
        for changes in (paper.rows[one].changes, corpus.rows.get(one, {})):
            found = merged(found, changes)
    return found


def merged(before: SettingTables, changes: SettingTables) -> SettingTables:
    """Return settings with changes; another kind of rules forgets the options that it does not read.

    Args:
        before: Settings by table.
        changes: Those that are other.
    """
    found = {name: dict(table) for name, table in before.items()}
    for name, table in changes.items():
        old = found.get(name, {})
        if name == "grammar" and any(selector in table for selector in SELECTORS):
            read = options(method_of({**old, **table}))
            old = {one: value for one, value in old.items() if one in read}
        found[name] = {**old, **table}
    return found


def asked_settings(given: Sequence[str]) -> SettingTables:
    """Return settings that are written as ``TABLE.NAME=VALUE``, by table.

    Args:
        given: The settings; a value is TOML, and what TOML does not know is a text.
    """
    found: SettingTables = {}
    for one in given:
        place, equals, text = one.partition("=")
        table, dot, name = place.strip().partition(".")
        if not (table and dot and name and equals):
            raise ConfigError(f"{one}: expected TABLE.NAME=VALUE, such as decoder.search=cube")
        try:
            value = tomllib.loads(f"value = {text}")["value"]
        except tomllib.TOMLDecodeError:
            value = text.strip()
        found.setdefault(table, {})[name] = value
    return found


def experiment_of(name: str, settings: SettingTables, texts: dict[str, Any]) -> Experiment:
    """Return the experiment with some settings.

    Args:
        name: What the experiment is called.
        settings: Its settings by table.
        texts: Its tables ``training``, ``development`` and ``test``, and where results go.
    """
    try:
        return Experiment.from_table({"name": name, **texts, **settings})
    except SettingError as fault:
        raise ConfigError(f"the row {name}: {fault.sentence()}") from None

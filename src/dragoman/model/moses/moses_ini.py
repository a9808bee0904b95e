"""Reading ``moses.ini``: which tables a phrase-based or hierarchical Moses system consists of, and its weights by our
names.

Only what decides a system's translations is taken: phrase or rule table, reordering table, glue, language models,
penalties, distortion, limits. Anything else that would change the output is refused by name, so that an imported
model never silently differs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from dragoman.grammar.rule import REORDERING_COLUMNS, SCORE_COLUMNS
from dragoman.model.moses.ini_file import IniFile, Line, MosesFeature
from dragoman.search.chart_options import ChartOptions
from dragoman.search.options import SearchOptions
from dragoman.settings.kinds import Positive, kind_of, parse
from dragoman.settings.setting_error import SettingError
from dragoman.settings.settings import options

_SINGLE = {
    "UnknownWordPenalty": "unknown",
    "WordPenalty": "word_penalty",
    "PhrasePenalty": "phrase_penalty",
    "Distortion": "distortion",
}
_TABLES = (
    "PhraseDictionaryMemory",
    "PhraseDictionaryCompact",
    "PhraseDictionaryBinary",
    "ProbingPT",
)
_LANGUAGE_MODELS = ("KENLM", "SRILM", "IRSTLM", "RANDLM")
_OF_PHRASES = ("Distortion", "LexicalReordering")
_IGNORED_SECTIONS = {
    "input-factors",
    "mapping",
    "threads",
    "verbose",
    "v",
    "n-best-list",
    "feature",
    "weight",
}
_LIMITS = {
    "distortion-limit": "distortion_limit",
    "ttable-limit": "table_limit",
    "stack": "stack",
    "s": "stack",
    "cube-pruning-pop-limit": "pop_limit",
    "beam-threshold": "beam",
    "b": "beam",
}
"""Sections that are a search option of ours."""
_CHART_LIMITS = {
    "cube-pruning-pop-limit": "pop_limit",
    "ttable-limit": "table_limit",
    "max-chart-span": "max_span",
}
"""The same of hierarchical systems."""
_CHART_SECTIONS = {"non-terminals": ("X",), "inputtype": ("0", "3")}
"""Sections of hierarchical systems, and the values that can be followed."""
_CHART = "3"
"""The search algorithm of hierarchical systems."""


@dataclass
class MosesSystem:
    """The parts of a Moses system."""

    hierarchical: bool = False
    phrase_table: Path | None = None
    reordering_table: Path | None = None
    reordering_model: str = "wbe"
    language_models: list[Path] = field(default_factory=list)
    weights: dict[str, float] = field(default_factory=dict)
    table_weights: list[float] = field(default_factory=list)
    """Those of the phrase table's scores, in its order."""
    glue_grammar: Path | None = None
    glue_weight: float = 0.0
    """Of the score of the glue grammar's rules."""
    search: dict[str, int | float | str] = field(default_factory=dict)


def read_moses_ini(path: str | Path) -> MosesSystem:
    """Return the system that ``moses.ini`` describes."""
    return _Reading(IniFile(Path(path))).system


class _Reading:
    """What was taken from a file so far."""

    def __init__(self, ini: IniFile) -> None:
        self.ini = ini
        algorithm = [value for _, value in ini.sections.get("search-algorithm", [])[:1]]
        self.system = MosesSystem(hierarchical=algorithm == [_CHART])
        for section, lines in ini.sections.items():
            if section not in _IGNORED_SECTIONS and lines:
                self._take_section(section, lines[0])
        for feature in ini.features.values():
            self._take_feature(feature)
        if self.system.phrase_table is None:
            raise ini.error("expected a phrase table in [feature]")
        if not self.system.language_models:
            raise ini.error("expected a language model in [feature]")
        if self.system.hierarchical and self.system.glue_grammar is None:
            raise ini.error("expected a glue grammar in [feature] beside the rule table")
        ini.check_weights()

    def _take_section(self, section: str, first: Line) -> None:
        number, value = first
        hierarchical = self.system.hierarchical
        limits = _CHART_LIMITS if hierarchical else _LIMITS
        if section in limits:
            self._limit(limits[section], value, section, number)
        elif hierarchical and section in _CHART_SECTIONS:
            if value not in _CHART_SECTIONS[section]:
                expected = " or ".join(_CHART_SECTIONS[section])
                raise self.ini.error(f"[{section}]: expected {expected}, found {value}", number)
        elif section != "search-algorithm":
            raise self.ini.error(f"the section [{section}] cannot be imported", number)
        elif not hierarchical:
            if value not in ("0", "1"):
                raise self.ini.error(
                    f"search algorithm {value} is none of 0 and 1 (phrases) and 3 (hierarchical rules)",
                    number,
                )
            self.system.search["search"] = "cube" if value == "1" else "stack"

    def _limit(self, name: str, text: str, place: str, line: int) -> None:
        """Take over a search option."""
        kind = ChartOptions if self.system.hierarchical else SearchOptions
        try:
            self.system.search[name] = parse(options(kind)[name].kind, text)
        except SettingError as fault:
            raise self.ini.error(f"{place}: {fault.reason}", line) from None

    def _take_feature(self, feature: MosesFeature) -> None:
        take = _TAKERS.get(feature.kind)
        if take is None:
            raise self.ini.error(f"the feature {feature.kind} cannot be imported", feature.line)
        if self.system.hierarchical and feature.kind in _OF_PHRASES:
            raise self.ini.error(
                f"the feature {feature.kind} cannot be imported with hierarchical rules",
                feature.line,
            )
        take(self, feature)

    def _take_single(self, feature: MosesFeature) -> None:
        usual = feature.kind == "UnknownWordPenalty" and feature.name not in self.ini.weights
        weight = 1.0 if usual else self.ini.weights_of(feature, 1)[0]
        self.system.weights[_SINGLE[feature.kind]] = weight

    def _take_table(self, feature: MosesFeature) -> None:
        ini, system = self.ini, self.system
        if system.phrase_table is not None:
            self._take_glue(feature)
            return
        if feature.kind != "PhraseDictionaryMemory":
            raise ini.error(f"{feature.kind} is binary; expected a text phrase table", feature.line)
        system.phrase_table = ini.file_of(feature)
        try:
            columns = parse(
                kind_of(Positive), feature.arguments.get("num-features", str(len(SCORE_COLUMNS)))
            )
        except SettingError as fault:
            raise ini.error(f"num-features: {fault.reason}", feature.line) from None
        system.table_weights = ini.weights_of(feature, columns)
        if limit := feature.arguments.get("table-limit"):
            self._limit("table_limit", limit, "table-limit", feature.line)

    def _take_glue(self, feature: MosesFeature) -> None:
        """Take the second table of a hierarchical system."""
        if not self.system.hierarchical:
            raise self.ini.error("expected one phrase table, found a second", feature.line)
        if self.system.glue_grammar is not None:
            raise self.ini.error("expected one rule table and a glue grammar", feature.line)
        self.system.glue_grammar = self.ini.file_of(feature)
        self.system.glue_weight = self.ini.weights_of(feature, 1)[0]

    def _take_reordering(self, feature: MosesFeature) -> None:
        kind = feature.arguments.get("type", "")
        if "msd-bidirectional-fe" not in kind:
            raise self.ini.error(
                f"expected msd-bidirectional-fe reordering, found '{kind}'", feature.line
            )
        if "collapseff" in kind:
            raise self.ini.error("collapsed reordering scores cannot be imported", feature.line)
        parts = kind.split("-")
        self.system.reordering_model = next((m for m in ("hier", "phrase") if m in parts), "wbe")
        self.system.reordering_table = self.ini.file_of(feature)
        weights = self.ini.weights_of(feature, len(REORDERING_COLUMNS))
        self.system.weights.update(zip(REORDERING_COLUMNS, weights, strict=True))

    def _take_language_model(self, feature: MosesFeature) -> None:
        models = self.system.language_models
        models.append(self.ini.file_of(feature))
        name = "lm" if len(models) == 1 else f"lm{len(models)}"
        self.system.weights[name] = self.ini.weights_of(feature, 1)[0]


_TAKERS: dict[str, Callable[[_Reading, MosesFeature], None]] = {
    **dict.fromkeys(_SINGLE, _Reading._take_single),
    **dict.fromkeys(_TABLES, _Reading._take_table),
    **dict.fromkeys(_LANGUAGE_MODELS, _Reading._take_language_model),
    "LexicalReordering": _Reading._take_reordering,
}
"""What takes a feature, by its kind; others cannot be imported."""

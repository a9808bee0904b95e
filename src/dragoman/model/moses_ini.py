"""Reading ``moses.ini``: which tables a phrase-based or hierarchical Moses system consists of, and its weights by our
names.

Only what decides a system's translations is taken: phrase or rule table, reordering table, glue, language models,
penalties, distortion, limits. Anything else that would change the output is refused by name, so that an imported
model never silently differs.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from dragoman.common.errors import FormatError
from dragoman.common.files import read_lines
from dragoman.common.kinds import Real, Whole
from dragoman.common.limits import LARGEST_NUMBER
from dragoman.common.setting_error import SettingError
from dragoman.common.settings import options
from dragoman.grammar.rule import REORDERING_COLUMNS, SCORE_COLUMNS
from dragoman.search.chart_options import ChartOptions
from dragoman.search.options import SearchOptions

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
_WEIGHT = Real(-LARGEST_NUMBER, LARGEST_NUMBER)
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


@dataclass
class _Feature:
    """One line of ``[feature]``."""

    kind: str
    line: int
    arguments: dict[str, str]

    def path(self, ini: Path) -> Path:
        """The file the feature reads, or the suffixed one that exists, relative to the ini file."""
        named = self.arguments.get("path")
        if named is None:
            raise FormatError(f"expected path=... for {self.kind}", ini, self.line)
        path = ini.parent / named
        with suppress(OSError):  # a name that no file can have
            for end in ("", ".gz", ".xz"):
                candidate = Path(f"{path}{end}")
                if candidate.is_file():
                    return candidate
        raise FormatError(f"the file {path} of {self.kind} does not exist", ini, self.line)


def read_moses_ini(path: str | Path) -> MosesSystem:
    """The system that ``moses.ini`` describes."""
    ini = Path(path)
    sections = _sections(ini)
    features = _features(sections.get("feature", []), ini)
    weights = _weights(sections.get("weight", []), ini)
    algorithm = [value for _, value in sections.get("search-algorithm", [])[:1]]
    system = MosesSystem(hierarchical=algorithm == [_CHART])
    _read_limits(sections, system, ini)
    for name, feature in features.items():
        _take(name, feature, weights, system, ini)
    if system.phrase_table is None:
        raise FormatError("expected a phrase table in [feature]", ini)
    if not system.language_models:
        raise FormatError("expected a language model in [feature]", ini)
    if system.hierarchical and system.glue_grammar is None:
        raise FormatError("expected a glue grammar in [feature] beside the rule table", ini)
    return system


def _sections(ini: Path) -> dict[str, list[tuple[int, str]]]:
    sections: dict[str, list[tuple[int, str]]] = {}
    current: list[tuple[int, str]] | None = None
    for number, raw in enumerate(read_lines(ini), 1):
        line = raw.split("#", 1)[0].strip()
        if not line:
            continue
        if line.startswith("[") and line.endswith("]"):
            current = sections.setdefault(line[1:-1], [])
        elif current is None:
            raise FormatError("expected a [section] first", ini, number)
        else:
            current.append((number, line))
    return sections


def _features(lines: Iterable[tuple[int, str]], ini: Path) -> dict[str, _Feature]:
    features: dict[str, _Feature] = {}
    counts: dict[str, int] = {}
    for number, line in lines:
        kind, *words = line.split()
        pairs = [word.partition("=") for word in words]
        if any(not equals for _, equals, _ in pairs):
            raise FormatError(f"expected name=value after {kind}", ini, number)
        arguments = {key: value for key, _, value in pairs}
        name = arguments.get("name", f"{kind}{counts.get(kind, 0)}")
        counts[kind] = counts.get(kind, 0) + 1
        features[name] = _Feature(kind, number, arguments)
    return features


def _weights(lines: Iterable[tuple[int, str]], ini: Path) -> dict[str, list[float]]:
    weights = {}
    for number, line in lines:
        name, equals, values = line.partition("=")
        try:
            weights[name.strip()] = [_WEIGHT.parse(value) for value in values.split()]
        except SettingError:
            equals = ""
        if not equals or not values.strip():
            raise FormatError("expected 'Name= number ...' in [weight]", ini, number)
    return weights


def _read_limits(
    sections: dict[str, list[tuple[int, str]]], system: MosesSystem, ini: Path
) -> None:
    for section, lines in sections.items():
        if section in _IGNORED_SECTIONS or not lines:
            continue
        number, value = lines[0]
        limits = _CHART_LIMITS if system.hierarchical else _LIMITS
        if section in limits:
            name = limits[section]
            system.search[name] = _number(system, name, value, section, ini, number)
        elif system.hierarchical and section in _CHART_SECTIONS:
            if value not in _CHART_SECTIONS[section]:
                expected = " or ".join(_CHART_SECTIONS[section])
                raise FormatError(f"[{section}]: expected {expected}, found {value}", ini, number)
        elif section == "search-algorithm" and system.hierarchical:
            continue
        elif section == "search-algorithm":
            if value not in ("0", "1"):
                raise FormatError(
                    f"search algorithm {value} is none of 0 and 1 (phrases) and 3 (hierarchical rules)",
                    ini,
                    number,
                )
            system.search["search"] = "cube" if value == "1" else "stack"
        else:
            raise FormatError(f"the section [{section}] cannot be imported", ini, number)


def _number(
    system: MosesSystem, name: str, text: str, place: str, ini: Path, line: int
) -> int | float:
    """The value of a search option."""
    kind = ChartOptions if system.hierarchical else SearchOptions
    try:
        value: int | float = options(kind)[name].kind.parse(text)
    except SettingError as fault:
        raise FormatError(f"{place}: {fault.reason}", ini, line) from None
    return value


def _take(
    name: str, feature: _Feature, weights: dict[str, list[float]], system: MosesSystem, ini: Path
) -> None:
    def values(count: int) -> list[float]:
        found = weights.get(name)
        if found is None:
            raise FormatError(f"[weight] has no weight for {name}", ini, feature.line)
        if len(found) != count:
            raise FormatError(
                f"expected {count} weights for {name}, found {len(found)}", ini, feature.line
            )
        return found

    if system.hierarchical and feature.kind in ("Distortion", "LexicalReordering"):
        raise FormatError(
            f"the feature {feature.kind} cannot be imported with hierarchical rules",
            ini,
            feature.line,
        )
    if feature.kind in _SINGLE:
        our_name = _SINGLE[feature.kind]
        system.weights[our_name] = weights[name][0] if name in weights else 1.0
        if name not in weights and feature.kind != "UnknownWordPenalty":
            values(1)
    elif feature.kind in _TABLES and system.hierarchical and system.phrase_table is not None:
        if system.glue_grammar is not None:
            raise FormatError("expected one rule table and a glue grammar", ini, feature.line)
        system.glue_grammar, system.glue_weight = feature.path(ini), values(1)[0]
    elif feature.kind in _TABLES:
        if system.phrase_table is not None:
            raise FormatError("expected one phrase table, found a second", ini, feature.line)
        if feature.kind != "PhraseDictionaryMemory":
            raise FormatError(
                f"{feature.kind} is binary; expected a text phrase table", ini, feature.line
            )
        system.phrase_table = feature.path(ini)
        columns = feature.arguments.get("num-features", str(len(SCORE_COLUMNS)))
        try:
            system.table_weights = values(Whole(1).parse(columns))
        except SettingError as fault:
            raise FormatError(f"num-features: {fault.reason}", ini, feature.line) from None
        if limit := feature.arguments.get("table-limit"):
            system.search["table_limit"] = _number(
                system, "table_limit", limit, "table-limit", ini, feature.line
            )
    elif feature.kind == "LexicalReordering":
        kind = feature.arguments.get("type", "")
        if "msd-bidirectional-fe" not in kind:
            raise FormatError(
                f"expected msd-bidirectional-fe reordering, found '{kind}'", ini, feature.line
            )
        if "collapseff" in kind:
            raise FormatError("collapsed reordering scores cannot be imported", ini, feature.line)
        parts = kind.split("-")
        system.reordering_model = (
            "hier" if "hier" in parts else "phrase" if "phrase" in parts else "wbe"
        )
        system.reordering_table = feature.path(ini)
        system.weights.update(zip(REORDERING_COLUMNS, values(len(REORDERING_COLUMNS)), strict=True))
    elif feature.kind in _LANGUAGE_MODELS:
        system.language_models.append(feature.path(ini))
        count = len(system.language_models)
        system.weights["lm" if count == 1 else f"lm{count}"] = values(1)[0]
    else:
        raise FormatError(f"the feature {feature.kind} cannot be imported", ini, feature.line)

"""One hierarchical rule as a line of text, in the forms of other systems.

A form reads a line into a ``TextRule`` and writes one out of it; non-terminals are numbers there, words are texts:

    cdec     [X] ||| ne [X,1] pas ||| does not [X,1] ||| phrase_direct=-0.5 ... ||| 0-1 2-1
    joshua   [X] ||| ne [X,1] pas ||| does not [X,1] ||| 0.5 ... ||| 0-1 2-1
    moses    ne [X][X] pas [X] ||| does not [X][X] [X] ||| 0.6 ... ||| 0-1 1-2 2-1 ||| counts ||| |||

Scores are natural logarithms with names in cdec's form, the same without names and with the sign turned in Joshua's,
and probabilities in Moses'. Moses' alignment also links the non-terminals; ours has only words.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from dragoman.common.errors import FormatError
from dragoman.corpus.words import split_words
from dragoman.grammar.rule import LOWEST_SCORE, SCORE_COLUMNS

TextSymbol = str | int
"""A word, or the number of a non-terminal: 1 for the first of the source side, 2 for the second."""

_LINKED = re.compile(r"\[(?:([^\],]+),)?([0-9]{1,9})\]")
_MOSES = re.compile(r"\[([^\]\[]+)\]\[([^\]\[]+)\]")
_LABEL = re.compile(r"\[([^\]\[,]+)\]")
_BAR = re.compile(r"(?:^|(?<=\s))\|\|\|(?=\s|$)")
"""Between two fields, of which some may be empty."""
_LINK = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")


@dataclass
class TextRule:
    """A rule between two forms."""

    source: list[TextSymbol]
    target: list[TextSymbol]
    scores: dict[str, float]
    """Natural logarithms by name."""
    alignment: list[tuple[int, int]] = field(default_factory=list)
    """Links between words, as places of symbols."""
    counts: tuple[float, ...] = ()
    label: str = "X"
    """What the rule makes: X, or S for glue."""
    labels: tuple[str, ...] = ()
    """What its non-terminals stand for, in the order of the source side."""


class TextForm(Protocol):
    """A way to write rules."""

    def read(self, line: str) -> TextRule:
        """The rule of a line; a FormatError says what was expected."""

    def write(self, rule: TextRule) -> str:
        """The line of a rule."""


def number(value: float) -> str:
    """A score with as many digits as it has."""
    return f"{value:.9g}"


class CdecForm:
    """Named scores."""

    def read(self, line: str) -> TextRule:
        """Scores without a name are called ``feature_0``, ``feature_1``, ..."""
        label, source, target, scores, links = _fields(line, 4, 5)
        rule = _linked_rule(label, source, target, links)
        for place, token in enumerate(split_words(scores)):
            name, equals, value = token.rpartition("=")
            rule.scores[name if equals else f"feature_{place}"] = _number(value)
        return rule

    def write(self, rule: TextRule) -> str:
        """All scores, those that are 0 too."""
        scores = [f"{name}={number(value)}" for name, value in rule.scores.items()]
        return _linked_line(rule, " ".join(scores))


class JoshuaForm:
    """Scores without names, which are costs: Joshua turns their sign when it reads them."""

    def __init__(self, columns: Sequence[str] = SCORE_COLUMNS) -> None:
        self.columns = tuple(columns)

    def read(self, line: str) -> TextRule:
        """Scores with a name keep it and their sign."""
        label, source, target, scores, links = _fields(line, 4, 5)
        rule = _linked_rule(label, source, target, links)
        unnamed = 0
        for token in split_words(scores):
            name, equals, value = token.rpartition("=")
            if equals:
                rule.scores[name] = _number(value)
                continue
            known = unnamed < len(self.columns)
            rule.scores[self.columns[unnamed] if known else f"feature_{unnamed}"] = -_number(value)
            unnamed += 1
        return rule

    def write(self, rule: TextRule) -> str:
        """The costs in the order of the columns."""
        return _linked_line(rule, " ".join(number(0.0 - value) for value in rule.scores.values()))


class MosesForm:
    """Probabilities in a fixed order; a label at the end of each side."""

    def __init__(self, columns: Sequence[str] = SCORE_COLUMNS) -> None:
        self.columns = tuple(columns)

    def read(self, line: str) -> TextRule:
        """More scores than columns are called ``feature_4``, ..."""
        fields = [field.strip() for field in _BAR.split(line)]
        if len(fields) < 3:
            raise FormatError("expected 'source [X] ||| target [X] ||| scores'")
        fields += [""] * (5 - len(fields))
        source, target = split_words(fields[0]), split_words(fields[1])
        label = _LABEL.fullmatch(target[-1]) if target else None
        if not source or label is None or _LABEL.fullmatch(source[-1]) is None:
            raise FormatError("expected a label such as [X] at the end of each side")
        source, target = source[:-1], target[:-1]
        links = _links(fields[3], len(source), len(target))
        holes = [i for i, token in enumerate(source) if _MOSES.fullmatch(token)]
        order = {place: index + 1 for index, place in enumerate(holes)}
        linked = {j: order[i] for i, j in links if i in order}
        found: list[TextSymbol] = []
        for j, token in enumerate(target):
            hole = _MOSES.fullmatch(token)
            if hole and j not in linked:
                raise FormatError(f"the non-terminal {token} of the target side has no link")
            found.append(linked[j] if hole else token)
        values = [_logarithm(token) for token in split_words(fields[2])]
        names = [*self.columns, *(f"feature_{k}" for k in range(len(self.columns), len(values)))]
        rule = TextRule(
            [order.get(i, token) for i, token in enumerate(source)],
            found,
            dict(zip(names, values, strict=False)),
            [(i, j) for i, j in links if i not in order],
            tuple(map(_number, split_words(fields[4]))),
            label[1],
            tuple(match[2] for match in map(_MOSES.fullmatch, source) if match),
        )
        _check_non_terminals(rule)
        return rule

    def write(self, rule: TextRule) -> str:
        """With the links of non-terminals among those of words."""
        labels = rule.labels or ("X",) * 2

        def side(symbols: list[TextSymbol], end: str) -> str:
            words = [f"[X][{labels[s - 1]}]" if isinstance(s, int) else s for s in symbols]
            return " ".join([*words, f"[{end}]"])

        holes = [(rule.source.index(s), j) for j, s in enumerate(rule.target) if isinstance(s, int)]
        links = " ".join(f"{i}-{j}" for i, j in sorted([*rule.alignment, *holes]))
        scores = " ".join(number(_probability(value)) for value in rule.scores.values())
        counts = " ".join(map(number, rule.counts))
        source, target = side(rule.source, "X"), side(rule.target, rule.label)
        return f"{source} ||| {target} ||| {scores} ||| {links} ||| {counts} ||| |||"


def _fields(line: str, least: int, most: int) -> list[str]:
    found = [field.strip() for field in _BAR.split(line)]
    if not least <= len(found) <= most:
        raise FormatError("expected '[X] ||| source ||| target ||| scores ||| links'")
    return [*found, *([""] * (most - len(found)))]


def _linked_rule(label: str, source: str, target: str, links: str) -> TextRule:
    made = _LABEL.fullmatch(label)
    if made is None:
        raise FormatError(f"expected a label such as [X], found '{label}'")
    left, right = split_words(source), split_words(target)
    marks = [match for match in map(_LINKED.fullmatch, left) if match]
    order = {match[2]: index for index, match in enumerate(marks, 1)}
    found: list[TextSymbol] = []
    for token in right:
        match = _LINKED.fullmatch(token)
        if match and match[2] not in order:
            raise FormatError(f"{token} of the target side is not on the source side")
        found.append(order[match[2]] if match else token)
    symbols: list[TextSymbol] = [
        order[match[2]] if (match := _LINKED.fullmatch(token)) else token for token in left
    ]
    points = [p for p in _links(links, len(left), len(right)) if isinstance(symbols[p[0]], str)]
    rule = TextRule(symbols, found, {}, points, (), made[1], tuple(m[1] or "X" for m in marks))
    _check_non_terminals(rule)
    return rule


def _linked_line(rule: TextRule, scores: str) -> str:
    labels = rule.labels or ("X",) * 2

    def side(symbols: list[TextSymbol]) -> str:
        return " ".join(f"[{labels[s - 1]},{s}]" if isinstance(s, int) else s for s in symbols)

    links = " ".join(f"{i}-{j}" for i, j in sorted(rule.alignment))
    line = f"[{rule.label}] ||| {side(rule.source)} ||| {side(rule.target)} ||| {scores}"
    return f"{line} ||| {links}".rstrip()


def _check_non_terminals(rule: TextRule) -> None:
    source = [s for s in rule.source if isinstance(s, int)]
    target = sorted(s for s in rule.target if isinstance(s, int))
    if len(source) > 2 or len(set(source)) != len(source):
        raise FormatError("expected at most two non-terminals, each once")
    if target != source:
        raise FormatError("expected the same non-terminals on both sides")


def _links(text: str, source: int, target: int) -> list[tuple[int, int]]:
    found = []
    for token in split_words(text):
        match = _LINK.fullmatch(token)
        if match is None:
            raise FormatError(f"expected a link such as 0-1, found '{token}'")
        link = int(match[1]), int(match[2])
        if link[0] >= source or link[1] >= target:
            raise FormatError(f"the link {token} points outside of the rule")
        found.append(link)
    return found


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise FormatError(f"expected a number, found '{text}'")
    return value


def _logarithm(text: str) -> float:
    value = _number(text)
    if value < 0:
        raise FormatError(f"expected a probability, found '{text}'")
    return max(LOWEST_SCORE, math.log(value)) if value else LOWEST_SCORE


def _probability(log: float) -> float:
    return 0.0 if log <= LOWEST_SCORE else math.exp(log)

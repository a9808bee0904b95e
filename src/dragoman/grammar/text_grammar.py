"""Hierarchical grammars as text files of cdec, Joshua and Moses.

    table = read_grammar("rule-table.gz", "moses")
    write_grammar(table, "grammar.cdec.gz", "cdec")
    write_glue("glue", "cdec")

Words that other systems would take for something else are written as Moses escapes them: ``|`` as ``&#124;``, the
brackets of a word such as ``[this]`` as ``&#91;`` and ``&#93;``; ``unescape`` turns them back.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Literal

from dragoman._core import RuleTableBuilder, Vocabulary
from dragoman.common.errors import ConfigError, FormatError
from dragoman.common.progress import Report
from dragoman.common.progress import progress as shown
from dragoman.grammar.moses import read_moses_rules
from dragoman.grammar.rule import COUNT_COLUMNS, FIRST_NON_TERMINAL, SCORE_COLUMNS
from dragoman.grammar.rule_table import RuleTable, with_vocabularies
from dragoman.grammar.text_rule import (
    CdecForm,
    JoshuaForm,
    MosesForm,
    TextForm,
    TextRule,
    TextSymbol,
)
from dragoman.io.files import display_name, open_output, read_lines

Form = Literal["cdec", "joshua", "moses"]
PathName = str | os.PathLike[str]
_ESCAPES = {"|": "&#124;", "[": "&#91;", "]": "&#93;"}
_NOTED = 10000
"""Rules between two steps of the progress bar."""


def text_form(form: Form, columns: Sequence[str] = SCORE_COLUMNS) -> TextForm:
    """The form of this name; ``columns`` are the names of scores that have none in it."""
    forms: dict[str, TextForm] = {
        "cdec": CdecForm(),
        "joshua": JoshuaForm(columns),
        "moses": MosesForm(columns),
    }
    if form not in forms:
        raise ConfigError(f"there is no form '{form}'; there are {', '.join(forms)}")
    return forms[form]


def read_rules(
    path: PathName, form: Form, columns: Sequence[str] = SCORE_COLUMNS
) -> Iterator[TextRule]:
    """The rules of a file, line by line."""
    reader = text_form(form, columns)
    for number, line in enumerate(read_lines(path), 1):
        if not line.strip():
            continue
        try:
            yield reader.read(line)
        except FormatError as error:
            raise FormatError(error.message, display_name(path), number) from None


def read_grammar(
    path: PathName,
    form: Form,
    columns: Sequence[str] = SCORE_COLUMNS,
    *,
    unescape: bool = False,
    progress: Report | None = None,
) -> RuleTable:
    """Return a table of the rules of a file; a score that a rule lacks is 0 there (in Moses' form none may be lacking).

    Args:
        path: The file; it may be compressed, ``-`` is standard input.
        form: The system whose format it is.
        columns: The names of the scores.
        unescape: Turn the escapes of Moses' tokenizer into characters.
        progress: Called with the work done and the total; what it raises stops the work.
    """
    if form == "moses":
        return read_moses_rules(path, columns, unescape, progress)
    vocabularies = Vocabulary(), Vocabulary()
    names: dict[str, None] = {}
    rules: list[TextRule] = []
    with shown(f"reading {display_name(path)}", progress) as show:
        for rule in read_rules(path, form, columns):
            _check_labels(rule, path)
            names |= dict.fromkeys(rule.scores)
            rules.append(rule)
            if len(rules) % _NOTED == 0:
                show(len(rules), 0)
    counted = bool(rules) and all(len(rule.counts) == len(COUNT_COLUMNS) for rule in rules)
    builder = RuleTableBuilder(len(names), 0, len(COUNT_COLUMNS) if counted else 0)
    for rule in rules:
        builder.add(
            _symbols(rule.source, vocabularies[0], unescape),
            _symbols(rule.target, vocabularies[1], unescape),
            sorted(rule.alignment),
            [rule.scores.get(name, 0.0) for name in names],
            [],
            list(rule.counts) if counted else [],
        )
    return RuleTable(
        with_vocabularies(builder.finish(), *vocabularies), tuple(names), {"gaps": "none"}
    )


def write_grammar(
    table: RuleTable, path: PathName, form: Form, progress: Report | None = None
) -> None:
    """Write all rules of a table, sorted by source side.

    Args:
        table: The rules.
        path: The file; its suffix may ask for compression, ``-`` is standard output.
        form: The system whose format it is.
        progress: Called with the work done and the total; what it raises stops the work.
    """
    if table.gaps != "none":
        raise ConfigError("rules with gaps cannot be written as a hierarchical grammar")
    writer = text_form(form, table.columns)
    words = table.native.source_vocabulary, table.native.target_vocabulary
    with open_output(path) as out, shown("writing rules", progress) as show:
        for number, rule in enumerate(table):
            text = TextRule(
                _texts(rule.source_symbols, words[0]),
                _texts(rule.target_symbols, words[1]),
                rule.scores,
                list(rule.alignment),
                tuple(rule.counts.values()),
            )
            out.write(writer.write(text) + "\n")
            if number % _NOTED == 0:
                show(number, len(table))


def glue_rules(score: float = 1.0, goal: str = "S") -> list[TextRule]:
    """Chiang's glue between the marks of a sentence: S goes on with one X after the other."""
    start, end = "<s>", "</s>"
    return [
        TextRule([start], [start], {"glue": 0.0}, [(0, 0)], (), goal),
        TextRule([1, end], [1, end], {"glue": 0.0}, [(1, 1)], (), goal, (goal,)),
        TextRule([1, 2], [1, 2], {"glue": score}, [], (), goal, (goal, "X")),
    ]


def write_glue(path: PathName, form: Form, score: float = 1.0) -> None:
    """Write a glue grammar, which those systems read beside the rules; ``score`` is what one step of glue counts.

    Args:
        path: The file; its suffix may ask for compression, ``-`` is standard output.
        form: The system whose format it is.
        score: What one step of glue counts.
    """
    goal = "GOAL" if form == "joshua" else "S"
    rules = glue_rules(score, goal)
    if form == "cdec":  # which adds the marks itself
        rules = [TextRule([1], [1], {"glue": 0.0}, label=goal, labels=("X",)), rules[2]]
    writer = text_form(form, ["glue"])
    with open_output(path) as out:
        out.writelines(writer.write(rule) + "\n" for rule in rules)


def read_glue(path: PathName, form: Form = "moses") -> float:
    """Return the score of the rule by which S goes on with an X; any other grammar than glue is refused.

    Args:
        path: The file; it may be compressed, ``-`` is standard input.
        form: The system whose format it is.
    """
    found = list(read_rules(path, form, ["glue"]))
    joining = [rule for rule in found if rule.source == [1, 2]]
    others = [rule for rule in found if rule.source != [1, 2]]
    alike = all(rule.source == rule.target and rule.label != "X" for rule in found)
    scores = [score for rule in joining for score in rule.scores.values()]
    if (len(joining), len(scores)) != (1, 1) or not alike or _scored(others):
        raise FormatError("expected a glue grammar: S -> S X with a score, others without", path)
    return scores[0]


def _scored(rules: Sequence[TextRule]) -> bool:
    return any(any(rule.scores.values()) for rule in rules)


def _check_labels(rule: TextRule, path: PathName) -> None:
    strange = [label for label in (rule.label, *rule.labels) if label != "X"]
    if strange:
        raise FormatError(
            f"expected no other label than X in a hierarchical grammar, found '{strange[0]}'",
            display_name(path),
        )


def _symbols(side: Sequence[TextSymbol], words: Vocabulary, unescape: bool) -> list[int]:
    return [
        FIRST_NON_TERMINAL + 1 - symbol
        if isinstance(symbol, int)
        else words.insert(_plain(symbol) if unescape else symbol)
        for symbol in side
    ]


def _texts(side: Sequence[int], words: Vocabulary) -> list[TextSymbol]:
    return [
        _escaped(words.word(symbol)) if symbol >= 0 else FIRST_NON_TERMINAL + 1 - symbol
        for symbol in side
    ]


def _escaped(word: str) -> str:
    word = word.replace("|", _ESCAPES["|"])
    if word.startswith("[") and word.endswith("]"):
        word = word.replace("[", _ESCAPES["["]).replace("]", _ESCAPES["]"])
    return word


def _plain(word: str) -> str:
    for character, written in _ESCAPES.items():
        word = word.replace(written, character)
    return word

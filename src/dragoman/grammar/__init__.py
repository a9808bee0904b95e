"""Rules: extraction, scoring, tables, Moses formats."""

from dragoman.grammar.moses import read_moses, write_moses
from dragoman.grammar.rule import COUNT_COLUMNS, REORDERING_COLUMNS, SCORE_COLUMNS, Rule
from dragoman.grammar.rule_table import RuleTable

__all__ = [
    "COUNT_COLUMNS",
    "REORDERING_COLUMNS",
    "SCORE_COLUMNS",
    "Rule",
    "RuleTable",
    "read_moses",
    "write_moses",
]

"""Rules: extraction, scoring, tables, Moses formats."""

from dragoman.grammar.extraction import AlignedBitext, extract
from dragoman.grammar.lexicon import Lexicon, read_lexical_file
from dragoman.grammar.moses import read_moses, write_moses
from dragoman.grammar.options import ExtractionOptions
from dragoman.grammar.rule import COUNT_COLUMNS, REORDERING_COLUMNS, SCORE_COLUMNS, Rule
from dragoman.grammar.rule_table import RuleTable
from dragoman.grammar.suffix_grammar import SuffixGrammar

__all__ = [
    "COUNT_COLUMNS",
    "REORDERING_COLUMNS",
    "SCORE_COLUMNS",
    "AlignedBitext",
    "ExtractionOptions",
    "Lexicon",
    "Rule",
    "RuleTable",
    "SuffixGrammar",
    "extract",
    "read_lexical_file",
    "read_moses",
    "write_moses",
]

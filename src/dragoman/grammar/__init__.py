"""Rules: extraction, scoring, tables, Moses formats."""

from dragoman.grammar.array_files import TableBudget
from dragoman.grammar.extraction import AlignedBitext, extract
from dragoman.grammar.lexicon import Lexicon, read_lexical_file
from dragoman.grammar.moses import read_moses, write_moses
from dragoman.grammar.on_the_fly import OnTheFlyRules
from dragoman.grammar.options import (
    ExtractionOptions,
    GappedLookupOptions,
    GappedTableOptions,
    HierarchicalLookupOptions,
    HierarchicalTableOptions,
    LookupOptions,
    PhraseLookupOptions,
    PhraseTableOptions,
    TableOptions,
    TreeletTableOptions,
    extraction_options,
)
from dragoman.grammar.rule import COUNT_COLUMNS, REORDERING_COLUMNS, SCORE_COLUMNS, Rule
from dragoman.grammar.rule_source import GrowingRules, RuleSource, open_rules
from dragoman.grammar.rule_table import RuleTable
from dragoman.grammar.suffix_grammar import SuffixGrammar
from dragoman.grammar.text_grammar import read_glue, read_grammar, write_glue, write_grammar

__all__ = [
    "COUNT_COLUMNS",
    "REORDERING_COLUMNS",
    "SCORE_COLUMNS",
    "AlignedBitext",
    "ExtractionOptions",
    "GappedLookupOptions",
    "GappedTableOptions",
    "GrowingRules",
    "HierarchicalLookupOptions",
    "HierarchicalTableOptions",
    "Lexicon",
    "LookupOptions",
    "OnTheFlyRules",
    "PhraseLookupOptions",
    "PhraseTableOptions",
    "Rule",
    "RuleSource",
    "RuleTable",
    "SuffixGrammar",
    "TableBudget",
    "TableOptions",
    "TreeletTableOptions",
    "extract",
    "extraction_options",
    "open_rules",
    "read_glue",
    "read_grammar",
    "read_lexical_file",
    "read_moses",
    "write_glue",
    "write_grammar",
    "write_moses",
]

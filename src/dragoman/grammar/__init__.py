"""Rules: extraction, scoring, tables, Moses formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dragoman.common.lazy import lazy_exports

if TYPE_CHECKING:
    from dragoman.grammar.array_files import TableBudget as TableBudget
    from dragoman.grammar.extraction import AlignedBitext as AlignedBitext
    from dragoman.grammar.extraction import extract as extract
    from dragoman.grammar.lexicon import Lexicon as Lexicon
    from dragoman.grammar.lexicon import read_lexical_file as read_lexical_file
    from dragoman.grammar.moses import read_moses as read_moses
    from dragoman.grammar.moses import write_moses as write_moses
    from dragoman.grammar.on_the_fly import OnTheFlyRules as OnTheFlyRules
    from dragoman.grammar.options import ExtractionOptions as ExtractionOptions
    from dragoman.grammar.options import GappedLookupOptions as GappedLookupOptions
    from dragoman.grammar.options import GappedTableOptions as GappedTableOptions
    from dragoman.grammar.options import HierarchicalLookupOptions as HierarchicalLookupOptions
    from dragoman.grammar.options import HierarchicalTableOptions as HierarchicalTableOptions
    from dragoman.grammar.options import LookupOptions as LookupOptions
    from dragoman.grammar.options import PhraseLookupOptions as PhraseLookupOptions
    from dragoman.grammar.options import PhraseTableOptions as PhraseTableOptions
    from dragoman.grammar.options import TableOptions as TableOptions
    from dragoman.grammar.options import TreeletTableOptions as TreeletTableOptions
    from dragoman.grammar.options import extraction_options as extraction_options
    from dragoman.grammar.rule import COUNT_COLUMNS as COUNT_COLUMNS
    from dragoman.grammar.rule import REORDERING_COLUMNS as REORDERING_COLUMNS
    from dragoman.grammar.rule import SCORE_COLUMNS as SCORE_COLUMNS
    from dragoman.grammar.rule import Rule as Rule
    from dragoman.grammar.rule_source import GrowingRules as GrowingRules
    from dragoman.grammar.rule_source import RuleSource as RuleSource
    from dragoman.grammar.rule_source import open_rules as open_rules
    from dragoman.grammar.rule_table import RuleTable as RuleTable
    from dragoman.grammar.suffix_grammar import SuffixGrammar as SuffixGrammar
    from dragoman.grammar.text_grammar import read_glue as read_glue
    from dragoman.grammar.text_grammar import read_grammar as read_grammar
    from dragoman.grammar.text_grammar import write_glue as write_glue
    from dragoman.grammar.text_grammar import write_grammar as write_grammar
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__)

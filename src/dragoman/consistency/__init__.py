"""Consistent translation choices: a document is translated twice, and the first time's choices count the second time.

Ture, Oard & Resnik, "Encouraging Consistent Translation Choices", NAACL 2012.

    model.consistency = Consistency(ConsistencyOptions(("c1", "c2", "c3")), DocumentFrequencies.of(documents))
    model.translate(inputs)     # inputs that name their document
"""

from dragoman.consistency.consistency import Consistency
from dragoman.consistency.counts import ChoiceCounts
from dragoman.consistency.discourse import Discourse, DiscourseInput
from dragoman.consistency.features import NAMES, ConsistencyFeature
from dragoman.consistency.frequencies import DocumentFrequencies
from dragoman.consistency.glossary import GlossaryEntry, read_glossary
from dragoman.consistency.options import ConsistencyOptions
from dragoman.consistency.passes import Passes
from dragoman.consistency.second_pass import SecondPass

__all__ = [
    "NAMES",
    "ChoiceCounts",
    "Consistency",
    "ConsistencyFeature",
    "ConsistencyOptions",
    "Discourse",
    "DiscourseInput",
    "DocumentFrequencies",
    "GlossaryEntry",
    "Passes",
    "SecondPass",
    "read_glossary",
]

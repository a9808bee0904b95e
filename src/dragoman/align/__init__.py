"""Word alignment: models, training, symmetrisation."""

from dragoman.align.aligner import Aligner
from dragoman.align.lexical import LexicalTables
from dragoman.align.links import Links, links_of_lines, read_links, symmetrize, write_links
from dragoman.align.options import HEURISTICS, MODELS, ORDERS, SCHEDULES, AlignOptions
from dragoman.align.training import AlignIteration

__all__ = [
    "HEURISTICS",
    "MODELS",
    "ORDERS",
    "SCHEDULES",
    "AlignIteration",
    "AlignOptions",
    "Aligner",
    "LexicalTables",
    "Links",
    "links_of_lines",
    "read_links",
    "symmetrize",
    "write_links",
]

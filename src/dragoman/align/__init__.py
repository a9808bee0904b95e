"""Word alignment: models, training, symmetrisation."""

from dragoman.align.aligner import Aligner, Iteration, train
from dragoman.align.lexical import LexicalTables
from dragoman.align.links import Links, links_of_lines, read_links, symmetrize, write_links
from dragoman.align.options import HEURISTICS, MODELS, ORDERS, SCHEDULES, AlignOptions

__all__ = [
    "HEURISTICS",
    "MODELS",
    "ORDERS",
    "SCHEDULES",
    "AlignOptions",
    "Aligner",
    "Iteration",
    "LexicalTables",
    "Links",
    "links_of_lines",
    "read_links",
    "symmetrize",
    "train",
    "write_links",
]

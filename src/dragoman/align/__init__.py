"""Word alignment: models, training, symmetrisation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dragoman.common.lazy import lazy_exports

if TYPE_CHECKING:
    from dragoman.align.aligner import Aligner as Aligner
    from dragoman.align.lexical import LexicalTables as LexicalTables
    from dragoman.align.links import Links as Links
    from dragoman.align.links import links_of_lines as links_of_lines
    from dragoman.align.links import read_links as read_links
    from dragoman.align.links import symmetrize as symmetrize
    from dragoman.align.links import write_links as write_links
    from dragoman.align.options import HEURISTICS as HEURISTICS
    from dragoman.align.options import MODELS as MODELS
    from dragoman.align.options import ORDERS as ORDERS
    from dragoman.align.options import SCHEDULES as SCHEDULES
    from dragoman.align.options import AlignOptions as AlignOptions
    from dragoman.align.training import AlignIteration as AlignIteration
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__)

"""Parsers and taggers: our own, trained from treebanks, and adapters of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dragoman.common.lazy import lazy_exports

if TYPE_CHECKING:
    from dragoman.parse.constituency_parser import ConstituencyParser as ConstituencyParser
    from dragoman.parse.dependency_parser import DependencyParser as DependencyParser
    from dragoman.parse.parser import Parser as Parser
    from dragoman.parse.parsers import open_analyzer as open_analyzer
    from dragoman.parse.parsers import open_parser as open_parser
    from dragoman.parse.tagger import Tagger as Tagger
    from dragoman.parse.tree_parser import TreeParser as TreeParser
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__)

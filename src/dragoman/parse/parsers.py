"""Parsers behind one interface: tokens in, dependency trees over the same tokens out.

    parser = open_parser("english.parser")            # or "spacy:en_core_web_sm", "stanza:en"
    parser.parse([["She", "sleeps", "."]])

A parser is a model that ``dragoman parse train`` wrote, a file of UDPipe, or the name of a spaCy pipeline or stanza
language. ``open_analyzer`` also knows taggers and constituency parsers, "benepar:benepar_en3" and "stanza-trees:en"
among them. If a parser divides the tokens in another way, its tree is mapped to the given tokens (``projection.py``).
"""

from __future__ import annotations

import os
from pathlib import Path

from dragoman.io.manifest import read_manifest
from dragoman.parse.constituency_parser import ConstituencyParser
from dragoman.parse.dependency_parser import DependencyParser
from dragoman.parse.parser import Parser
from dragoman.parse.tagger import Tagger
from dragoman.parse.tree_parser import TreeParser


def open_analyzer(name: str | os.PathLike[str]) -> Parser | Tagger | TreeParser:
    """Open a parser or tagger of any kind.

    Args:
        name: The path of a model, or KIND:NAME.
    """
    kind = read_manifest(Path(name))["kind"] if Path(name).is_dir() else ""
    if kind == Tagger.KIND:
        return Tagger.open(name)
    if kind == ConstituencyParser.KIND:
        return ConstituencyParser.open(name)
    package, colon, rest = str(name).partition(":")
    if colon and package == "benepar":
        from dragoman.parse.neural_tree_parsers import BeneparParser

        return BeneparParser(rest)
    if colon and package == "stanza-trees":
        from dragoman.parse.neural_tree_parsers import StanzaTreeParser

        return StanzaTreeParser(rest)
    return open_parser(name)


def open_parser(name: str | os.PathLike[str]) -> Parser:
    """Open a parser of dependencies.

    Args:
        name: The path of a model, or KIND:NAME.
    """
    kind, colon, rest = str(name).partition(":")
    if Path(name).is_dir():
        return DependencyParser.open(name)
    if colon and kind == "spacy":
        from dragoman.parse.spacy_parser import SpacyParser

        return SpacyParser(rest)
    if colon and kind == "stanza":
        from dragoman.parse.stanza_parser import StanzaParser

        return StanzaParser(rest)
    from dragoman.parse.udpipe_parser import UDPipeParser

    return UDPipeParser(rest if colon and kind == "udpipe" else name)

"""Parsers behind one interface: tokens in, dependency trees over the same tokens out.

    parser = load_parser("english.udpipe")            # or "spacy:en_core_web_sm", "stanza:en"
    parser.parse([["She", "sleeps", "."]])

A parser is a file of UDPipe or the name of a spaCy pipeline or stanza language. Whatever words a parser makes of the
tokens, its tree is carried over to them (``projection.py``).
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence
from typing import Any, Protocol

from dragoman.common.errors import ConfigError
from dragoman.corpus.dependency import DependencyTree

Tokens = Sequence[str]


class Parser(Protocol):
    """Anything that parses tokenised sentences."""

    def parse(self, sentences: Sequence[Tokens]) -> list[DependencyTree]:
        """One tree for each sentence, over exactly its tokens; an empty sentence has an empty tree."""


def require(module: str, extra: str) -> Any:
    """Imports an optional package, or says in one sentence how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise ConfigError(
            f"this needs the package '{module}': pip install 'dragoman[{extra}]'"
        ) from None


def load_parser(name: str | os.PathLike[str]) -> Parser:
    """The parser that ``name`` stands for: KIND:NAME, or the path of a UDPipe model."""
    kind, colon, rest = str(name).partition(":")
    if colon and kind == "spacy":
        from dragoman.syntax.spacy_parser import SpacyParser

        return SpacyParser(rest)
    if colon and kind == "stanza":
        from dragoman.syntax.stanza_parser import StanzaParser

        return StanzaParser(rest)
    from dragoman.syntax.udpipe_parser import UDPipeParser

    return UDPipeParser(rest if colon and kind == "udpipe" else name)

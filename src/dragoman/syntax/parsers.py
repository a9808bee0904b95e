"""Parsers behind one interface: tokens in, dependency trees over the same tokens out.

    parser = load_parser("english.udpipe")            # or "spacy:en_core_web_sm", "stanza:en"
    parser.parse([["She", "sleeps", "."]])

A parser is a file of UDPipe or the name of a spaCy pipeline or stanza language. Whatever words a parser makes of the
tokens, its tree is carried over to them (``projection.py``).
"""

from __future__ import annotations

import os

from dragoman.syntax.parser import Parser


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

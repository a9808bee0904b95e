"""The parser of a model: it makes the trees that the search looks at, wherever the text comes from.

    model.parser = "english.parser"          # one of ours is saved with the model
    model.parser = "spacy:en_core_web_sm"    # of one of another package the name is saved
    model.translate_document("page.html")    # cohesion and source tags work without a CoNLL-U file

A model directory may be a stranger's. Therefore the parser that lies in it is opened with it, and nothing else: another
one would run code, or read files, that the model chose. Whoever uses the model says its name again
(``model.parser = ...``, ``--parser``).

The model's own words are parsed, so that a sentence has the same tree in lines, in documents and over the network.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, TypeGuard

from dragoman.common.errors import ConfigError, ModelError
from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.io.manifest import LONGEST_NAME
from dragoman.parse.parser import Parser
from dragoman.search import Input
from dragoman.settings.setting_error import shown

if TYPE_CHECKING:
    from dragoman.parse.dependency_parser import DependencyParser

PARSER = "parser"
"""The component that holds the parser, and the table of ``model.toml`` that says which one it is."""
_BY_NAME = ("spacy:", "stanza:")
AnyParser = Parser | str | os.PathLike[str]


@dataclass(frozen=True, eq=False)
class SourceParser:
    """A parser, and what is saved of it with a model."""

    name: str
    """What to say for it; empty: it is saved with the model."""
    parser: Parser | None
    """None: the model names one, and nobody has brought it yet."""
    alone: Lock = field(default_factory=Lock)
    """Parsers of other packages need not bear several threads."""

    @classmethod
    def of(cls, given: AnyParser) -> SourceParser:
        """Return a parser by its object, its place or its name.

        Args:
            given: A parser, the directory or file of one, or KIND:NAME (``parse/parsers.py``).
        """
        if not isinstance(given, str | os.PathLike):
            own = _is_ours(given)
            return cls("" if own else type(given).__name__, given)
        name = os.fspath(given)
        if not name.startswith((*_BY_NAME, "udpipe:")) and not Path(name).exists():
            raise ConfigError(
                "expected a parser made by `parse train`, spacy:NAME, stanza:LANGUAGE or a UDPipe model, and there is "
                f"no {shown(name)}"
            )
        from dragoman.parse.parsers import open_parser

        parser = open_parser(name)
        if _is_ours(parser):
            return cls("", parser)
        return cls(name if name.startswith(_BY_NAME) else Path(name).name, parser)

    @classmethod
    def read(cls, artifact: Artifact) -> SourceParser | None:
        """Return the parser of a saved model, or its name.

        Args:
            artifact: The model, opened.
        """
        table = artifact.table(PARSER)
        if not table:
            return None
        name = table.get("name", "")
        sound = isinstance(name, str) and name.isprintable() and len(name) <= LONGEST_NAME
        if table.keys() - {"name"} or not sound:
            raise ModelError(f"{artifact.path}: expected a name for parser.name, and nothing else")
        if name:
            return cls(name, None)
        from dragoman.parse.dependency_parser import DependencyParser

        return cls("", DependencyParser.component(artifact, PARSER))

    def write(self, out: ArtifactWriter) -> None:
        """Save the parser with a model, or its name.

        Args:
            out: The model as it is written.
        """
        out.tables[PARSER] = {"name": self.name}
        if _is_ours(self.parser):
            out.component(PARSER, self.parser)

    def check(self) -> Parser:
        """Return the parser; a ConfigError if it is only named."""
        if self.parser is None:
            raise ConfigError(
                f"the model was made with the parser '{self.name}', which is not part of it: "
                f"give it with --parser '{self.name}', or do without trees with --parser none "
                "(in Python: set model.parser, to None to do without)"
            )
        return self.parser

    def parsed(self, sentences: Sequence[Input], threads: int = 1) -> list[Input]:
        """Return the sentences, each with a tree over its words unless it has one or is a lattice.

        Args:
            sentences: What is translated.
            threads: How many sentences are parsed at once.
        """
        bare = [
            place for place, one in enumerate(sentences) if one.tree is None and not one.lattice
        ]
        done = list(sentences)
        if not bare:
            return done
        parser = self.check()
        words = [_written(sentences[place]) for place in bare]
        if _is_ours(parser):
            trees = parser.parse(words, threads)
        else:
            with self.alone:
                trees = parser.parse(words, threads)
        for place, tree in zip(bare, trees, strict=True):
            one = done[place]
            whole = tree if one.parts is None else one.parts.tree(tree, tuple(one.tokens))
            done[place] = replace(one, tree=whole)
        return done


def _written(sentence: Input) -> list[str]:
    """The words to parse: compounds as they are written."""
    return list(sentence.tokens if sentence.parts is None else sentence.parts.words)


def _is_ours(parser: Parser | None) -> TypeGuard[DependencyParser]:
    """Whether it is one of ours. Parsers are imported only where there is one: most models have none."""
    if parser is None:
        return False
    from dragoman.parse.dependency_parser import DependencyParser

    return isinstance(parser, DependencyParser)

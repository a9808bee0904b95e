"""The constituency parsers of benepar and stanza, run on given tokens.

    BeneparParser("benepar_en3").parse([["She", "sleeps", "."]])
    StanzaTreeParser("en").parse([["She", "sleeps", "."]])

Their models are downloaded before, with ``benepar.download`` and ``stanza.download``. Both packages write some words in
another way (brackets), so the words of a tree are put back from the tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from dragoman.common.errors import ConfigError
from dragoman.common.optional import require
from dragoman.corpus.constituency import ConstituencyTree, without_top
from dragoman.parse.parser import Tokens
from dragoman.parse.tree_parser import TreeParser

Children = Callable[[Any], Sequence[Any]]


class BeneparParser(TreeParser):
    """A model of benepar (Kitaev & Klein 2018), such as ``benepar_en3``."""

    def __init__(self, name: str) -> None:
        self._benepar = require("benepar", "benepar")
        try:
            self._parser = self._benepar.Parser(name)
        except (LookupError, OSError, ValueError):
            raise ConfigError(
                f"benepar has no model '{name}' here: get it with benepar.download('{name}')"
            ) from None

    def parse(self, sentences: Sequence[Tokens], threads: int = 1) -> list[ConstituencyTree | None]:
        """One tree for each sentence; None for an empty one."""
        given = [self._benepar.InputSentence(words=list(s)) for s in sentences if s]
        made = iter(self._parser.parse_sents(given) if given else ())
        return [
            _over(next(made), tokens, lambda node: node.label(), _nltk_children) if tokens else None
            for tokens in sentences
        ]


class StanzaTreeParser(TreeParser):
    """stanza's constituency parser of one language."""

    def __init__(self, code: str) -> None:
        stanza = require("stanza", "stanza")
        try:
            self._pipeline = stanza.Pipeline(
                code,
                processors="tokenize,pos,constituency",
                tokenize_pretokenized=True,
                download_method=None,
                verbose=False,
            )
        except Exception as error:  # stanza raises types of its own, as plain Exception too
            reason = str(error).split("\n")[0]
            raise ConfigError(
                f"stanza has no constituency parser for '{code}' here ({reason})"
            ) from None

    def parse(self, sentences: Sequence[Tokens], threads: int = 1) -> list[ConstituencyTree | None]:
        """One tree for each sentence; None for an empty one."""
        given = [list(tokens) for tokens in sentences if tokens]
        made = iter(self._pipeline(given).sentences if given else ())
        return [
            _over(
                next(made).constituency,
                tokens,
                lambda node: node.label,
                lambda node: tuple(node.children),
            )
            if tokens
            else None
            for tokens in sentences
        ]


def _nltk_children(node: Any) -> Sequence[Any]:
    return () if isinstance(node, str) else tuple(node)


def _over(
    root: Any, tokens: Tokens, label: Callable[[Any], str], children: Children
) -> ConstituencyTree:
    """A tree of another package with the words that were given."""
    words = iter(tokens)

    def convert(node: Any) -> ConstituencyTree:
        below = children(node)
        if len(below) == 1 and not children(below[0]):
            return ConstituencyTree(label(node), (), next(words, ""))
        return ConstituencyTree(label(node), tuple(convert(child) for child in below))

    if sum(1 for _ in _leaves(root, children)) != len(tokens):
        raise ConfigError(f"the parser changed the words of the sentence '{' '.join(tokens)}'")
    return ConstituencyTree("TOP", (without_top(convert(root)),))


def _leaves(node: Any, children: Children) -> Iterator[Any]:
    below = children(node)
    if not below:
        yield node
    for child in below:
        yield from _leaves(child, children)

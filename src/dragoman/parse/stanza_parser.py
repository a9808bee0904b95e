"""stanza's neural parsers, run on given tokens."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.common.errors import ConfigError
from dragoman.common.optional import require
from dragoman.corpus.conllu import parse_conllu
from dragoman.corpus.dependency import DependencyTree
from dragoman.corpus.projection import project
from dragoman.parse.parser import Tokens


class StanzaParser:
    """The models of one language, downloaded before with ``stanza.download``."""

    def __init__(self, code: str) -> None:
        stanza = require("stanza", "stanza")
        try:
            self._pipeline = stanza.Pipeline(
                code,
                processors="tokenize,pos,lemma,depparse",
                tokenize_pretokenized=True,
                download_method=None,
                verbose=False,
            )
        except Exception as error:  # stanza raises types of its own, as plain Exception too
            reason = str(error).split("\n")[0]
            raise ConfigError(f"stanza has no models for '{code}' here ({reason})") from None

    def parse(self, sentences: Sequence[Tokens], threads: int = 1) -> list[DependencyTree]:
        """One tree for each sentence; words that stanza splits are put together again."""
        given = [list(tokens) for tokens in sentences if tokens]
        text = f"{self._pipeline(given):C}" if given else ""
        parsed = parse_conllu(text.split("\n"), "stanza")
        return [
            project(next(parsed), tuple(tokens)) if tokens else DependencyTree((), ())
            for tokens in sentences
        ]

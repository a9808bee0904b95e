"""The derivations of a file of target trees, whatever kind of trees it has.

    for derivation in read_derivations("train.en.trees", HeadRules.named("english")):
        ...

A file whose name says CoNLL-U (``.conllu``, also compressed) has dependency trees, for languages without a constituency
parser; any other file has one bracketed tree a line.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from dragoman.corpus.conllu import read_conllu
from dragoman.grammar.treelet.dependency_derivation import derivation_of_dependencies
from dragoman.grammar.treelet.derivation import Derivation
from dragoman.grammar.treelet.head_rules import HeadRules
from dragoman.grammar.treelet.tree_derivation import read_bracketed


def has_dependencies(path: str | os.PathLike[str]) -> bool:
    """Whether the name of a file says that it has dependency trees."""
    return ".conllu" in Path(path).suffixes


def read_derivations(path: str | os.PathLike[str], rules: HeadRules) -> Iterator[Derivation | None]:
    """The derivation of each sentence; None for a missing tree. ``rules`` serve bracketed trees only."""
    if not has_dependencies(path):
        yield from read_bracketed(path, rules)
        return
    for tree in read_conllu(path):
        yield derivation_of_dependencies(tree) if len(tree) else None

"""Constituency trees in Penn brackets.

    for tree in read_trees("wsj.trees"):
        tree.strip().words()          # without traces and function tags

A file may hold several trees on a line or one over several lines, each with or without the unlabelled outer
brackets of the treebanks. Brackets inside words are written ``-LRB-`` and ``-RRB-`` (and so on for square and
curly ones) and are read as brackets.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import IO

from dragoman.common.errors import FormatError
from dragoman.io.files import display_name, open_output, read_lines
from dragoman.io.limits import record_limit, too_long

ESCAPES = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
TRACE = "-NONE-"
TOPS = frozenset({"", "TOP", "ROOT", "S1", "VROOT"})
"""What treebanks call a node that only marks the top of a tree."""
MAXIMAL_DEPTH = 250

_TOKEN = re.compile(r"[()]|[^() \t\r\n]+")
_ESCAPED = {"(": "-LRB-", ")": "-RRB-"}
_BRACKET_IN_WORD = re.compile(r"[()]")
_TAG_END = re.compile(r"(?<=.)[-=|].*", re.DOTALL)
_SPECIAL = frozenset(ESCAPES) | {TRACE, "--"}


@dataclass(frozen=True, slots=True)
class ConstituencyTree:
    """A node: a label over either a word (a pre-terminal) or children; never both."""

    label: str
    children: tuple[ConstituencyTree, ...] = ()
    word: str | None = None

    def __len__(self) -> int:
        return sum(1 for _ in self.leaves())

    def leaves(self) -> Iterator[ConstituencyTree]:
        """Yield the pre-terminals from left to right."""
        stack = [self]
        while stack:
            node = stack.pop()
            if node.word is not None:
                yield node
            else:
                stack += reversed(node.children)

    def words(self) -> tuple[str, ...]:
        """Return the words of the sentence."""
        return tuple(leaf.word or "" for leaf in self.leaves())

    def tags(self) -> tuple[str, ...]:
        """Return the labels of the pre-terminals."""
        return tuple(leaf.label for leaf in self.leaves())

    def strip(self) -> ConstituencyTree | None:
        """Return the tree without traces, nodes that span only traces, and function tags (NP-SBJ-1 is NP)."""
        if self.word is not None:
            return (
                None if self.label == TRACE else ConstituencyTree(plain(self.label), (), self.word)
            )
        children = tuple(child for c in self.children if (child := c.strip()) is not None)
        return ConstituencyTree(plain(self.label), children) if children else None

    def __str__(self) -> str:
        if self.word is not None:
            return f"({self.label} {_BRACKET_IN_WORD.sub(_escape, self.word)})"
        return f"({self.label} {' '.join(map(str, self.children))})"


def without_top(tree: ConstituencyTree) -> ConstituencyTree:
    """The tree under a node that only marks the top; one over several nodes stays."""
    if tree.word is None and tree.label in TOPS and len(tree.children) == 1:
        return tree.children[0]
    return tree


def plain(label: str) -> str:
    """A label without function tags and indices; ``-LRB-`` and ``-NONE-`` stay whole."""
    return label if label in _SPECIAL else _TAG_END.sub("", label)


def _escape(match: re.Match[str]) -> str:
    return _ESCAPED[match.group()]


def read_trees(path: str | os.PathLike[str]) -> Iterator[ConstituencyTree]:
    """Yield the trees of a file, in any layout.

    Args:
        path: The file; it may be compressed, ``-`` is standard input.
    """
    return parse_trees(read_lines(path), display_name(path))


def read_tree_lines(path: str | os.PathLike[str]) -> Iterator[ConstituencyTree | None]:
    """One tree a line, for the lines of a text; a blank line, ``()`` or ``(())`` is a missing tree."""
    name = display_name(path)
    for number, line in enumerate(read_lines(path), 1):
        if not line.strip(" \t()"):
            yield None
            continue
        trees = list(parse_trees([line], name, number))
        if len(trees) != 1:
            raise FormatError(f"expected one tree on the line, found {len(trees)}", name, number)
        yield trees[0]


def parse_tree(text: str) -> ConstituencyTree:
    """Return the one tree in a string.

    Args:
        text: A tree in brackets.
    """
    trees = list(parse_trees(text.split("\n")))
    if len(trees) != 1:
        raise FormatError(f"expected one tree, found {len(trees)}")
    return trees[0]


def parse_trees(
    lines: Iterable[str], name: str = "", first_line: int = 1
) -> Iterator[ConstituencyTree]:
    """The trees in lines of text; messages use ``name`` for the file."""
    stack: list[_Open] = []
    number, size, limit = first_line, 0, record_limit()
    for number, line in enumerate(lines, first_line):
        size = size + len(line) if stack else len(line)
        if size > limit:
            raise FormatError(too_long(limit, "the tree"), name, number)
        for match in _TOKEN.finditer(line):
            token = match.group()
            if token == "(":
                if len(stack) >= MAXIMAL_DEPTH:
                    raise FormatError(
                        f"the tree is deeper than {MAXIMAL_DEPTH} brackets", name, number
                    )
                stack.append(_Open(number))
            elif not stack:
                raise FormatError(f"expected '(', found '{token[:40]}'", name, number)
            elif token != ")":
                problem = stack[-1].take(token)
                if problem:
                    raise FormatError(problem, name, number)
            else:
                node = stack.pop()
                tree = node.close(outermost=not stack)
                if isinstance(tree, str):
                    raise FormatError(tree, name, number)
                if stack:
                    stack[-1].children.append(tree)
                else:
                    yield tree
    if stack:
        raise FormatError("the tree that begins here is not closed", name, stack[0].line)


class _Open:
    """A bracket that is still open: a label, then a word or children."""

    __slots__ = ("children", "label", "line", "word")

    def __init__(self, line: int) -> None:
        self.line = line
        self.label: str | None = None
        self.word: str | None = None
        self.children: list[ConstituencyTree] = []

    def take(self, token: str) -> str | None:
        """Adds a label or a word; returns an error message, or None."""
        if self.label is None and not self.children:
            self.label = token
        elif self.children:
            return f"the word '{token[:40]}' stands beside other nodes, without a label of its own"
        elif self.word is not None:
            return f"expected ')' after the word '{self.word[:40]}', found '{token[:40]}'"
        else:
            self.word = ESCAPES.get(token, token)
        return None

    def close(self, outermost: bool) -> ConstituencyTree | str:
        """The finished node, or an error message."""
        if self.word is not None:
            if self.children:
                return f"the word '{self.word[:40]}' stands beside other nodes"
            return ConstituencyTree(self.label or "", (), self.word)
        if not self.children:
            return "empty brackets: expected a label and a word or nodes"
        if self.label is not None:
            return ConstituencyTree(self.label, tuple(self.children))
        if not outermost:
            return "a node inside the tree has no label"
        if len(self.children) == 1:
            return self.children[0]
        return ConstituencyTree("TOP", tuple(self.children))


def write_trees(path: str | os.PathLike[str], trees: Iterable[ConstituencyTree | None]) -> None:
    """Write trees, one a line; a missing one is a blank line.

    Args:
        path: The file; its suffix may ask for compression, ``-`` is standard output.
        trees: What is written.
    """
    with open_output(path) as out:
        print_trees(out, trees)


def print_trees(out: IO[str], trees: Iterable[ConstituencyTree | None]) -> None:
    """The same to an open file."""
    for tree in trees:
        out.write(f"{tree}\n" if tree is not None else "\n")

"""Reading and writing CoNLL-U, one sentence at a time.

``# newdoc`` starts a document; every following tree has its id. Multiword tokens are kept beside the words,
empty nodes and enhanced dependencies are left out. A space inside a word ("1 000") becomes a no-break
space, so that words joined by spaces can be separated again. A block of comments without words is an empty
sentence, so that tree n belongs to line n of a text.

    for tree in read_conllu("dev.conllu.xz"):
        ...
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import IO

from dragoman.common.errors import FormatError
from dragoman.corpus.dependency import ROOT, DependencyTree, MultiwordToken
from dragoman.io.files import display_name, open_output, read_lines
from dragoman.io.limits import record_limit, too_long

COLUMNS = 10
EMPTY = "_"
NO_BREAK_SPACE = "\u00a0"


def read_conllu(path: str | os.PathLike[str]) -> Iterator[DependencyTree]:
    """Yield the trees of a file; an error in one is a FormatError with file, line and sentence.

    Args:
        path: The file; it may be compressed, ``-`` is standard input.
    """
    return parse_conllu(read_lines(path), display_name(path))


def parse_conllu(
    lines: Iterable[str], name: str = "", need_heads: bool = True
) -> Iterator[DependencyTree]:
    """The trees in lines of CoNLL-U; messages use ``name`` for the file.

    Heads may be left out (``_``) in CoNLL-U. Where they are not needed, a word without a head is a root.
    """
    document, documents = "", 0
    for sentence, (start, block) in enumerate(_blocks(lines, name), 1):
        try:
            builder = _Builder(start, need_heads)
            for line in block:
                builder.add(line)
            opened = builder.opened_document()
            if opened is not None:
                documents += 1
                document = opened or f"document-{documents}"
            tree = builder.build(document)
        except FormatError as error:
            message = f"sentence {sentence}: {error.message}"
            raise FormatError(message, name, error.line or start) from None
        yield tree


def _blocks(lines: Iterable[str], name: str) -> Iterator[tuple[int, list[str]]]:
    """Runs of non-blank lines with the number of their first line."""
    block: list[str] = []
    number = size = 0
    limit = record_limit()
    for number, line in enumerate(lines, 1):
        if line.strip():
            block.append(line)
            size += len(line) + 1
            if size > limit:
                raise FormatError(too_long(limit, "the sentence"), name, number)
        elif block:
            yield number - len(block), block
            block, size = [], 0
    if block:
        yield number - len(block) + 1, block


class _Builder:
    """Collects the lines of one sentence."""

    def __init__(self, line: int, need_heads: bool) -> None:
        self.line = line - 1
        self.need_heads = need_heads
        self.comments: list[str] = []
        self.rows: list[list[str]] = []
        self.heads: list[int] = []
        self.multiwords: list[MultiwordToken] = []

    def add(self, line: str) -> None:
        self.line += 1
        if line.startswith("#"):
            self.comments.append(line[1:].strip())
            return
        row = line.split("\t")
        if len(row) != COLUMNS:
            raise FormatError(
                f"expected {COLUMNS} columns separated by tabs, found {len(row)}", line=self.line
            )
        if "-" in row[0]:
            self._add_multiword(row)
        elif "." not in row[0]:
            self._add_word(row)

    def _number(self, text: str, what: str) -> int:
        if not (text.isascii() and text.isdigit()) or len(text) > 9:
            raise FormatError(f"expected a number as {what}, found '{text}'", line=self.line)
        return int(text)

    def _add_word(self, row: list[str]) -> None:
        expected = len(self.rows) + 1
        if row[0] != str(expected):
            raise FormatError(f"expected word {expected}, found '{row[0]}'", line=self.line)
        if not row[1]:
            raise FormatError(f"word {expected} is empty", line=self.line)
        row[1] = row[1].replace(" ", NO_BREAK_SPACE)
        self.rows.append(row)
        self.heads.append(self._head(row[6], expected))

    def _head(self, text: str, word: int) -> int:
        if text != EMPTY:
            return self._number(text, f"the head of word {word}") - 1
        if self.need_heads:
            raise FormatError(
                f"word {word} has no head ('_'): trees are needed here, and this sentence has none",
                line=self.line,
            )
        return ROOT

    def _add_multiword(self, row: list[str]) -> None:
        first, _, last = row[0].partition("-")
        token = MultiwordToken(
            self._number(first, "the first word of a multiword token") - 1,
            self._number(last, "the last word of a multiword token") - 1,
            row[1],
        )
        if token.first != len(self.rows) or token.last < token.first:
            raise FormatError(f"the multiword token '{row[0]}' is out of place", line=self.line)
        self.multiwords.append(token)

    def opened_document(self) -> str | None:
        """The id after ``# newdoc`` (maybe empty), or None if the sentence does not start a document."""
        for comment in self.comments:
            words = comment.replace("=", " = ", 1).split(None, 3)
            if words[:1] == ["newdoc"]:
                return words[3] if words[1:3] == ["id", "="] and len(words) == 4 else ""
        return None

    def build(self, document: str) -> DependencyTree:
        if self.multiwords and self.multiwords[-1].last >= len(self.rows):
            raise FormatError("the last multiword token ends after the last word")
        columns = [tuple(column) for column in zip(*self.rows, strict=True)]

        def column(index: int) -> tuple[str, ...]:
            values = columns[index] if columns else ()
            return () if all(value == EMPTY for value in values) else values

        return DependencyTree(
            words=columns[1] if columns else (),
            heads=tuple(self.heads),
            tags=column(3),
            xpos=column(4),
            labels=column(7),
            lemmas=column(2),
            features=column(5),
            multiwords=tuple(self.multiwords),
            comments=tuple(self.comments),
            document=document,
        )


def write_conllu(path: str | os.PathLike[str], trees: Iterable[DependencyTree]) -> None:
    """Write trees to a file, and before the first tree of each document ``# newdoc``.

    Args:
        path: The file; its suffix may ask for compression, ``-`` is standard output.
        trees: What is written.
    """
    with open_output(path) as out:
        print_conllu(out, trees)


def print_conllu(out: IO[str], trees: Iterable[DependencyTree]) -> None:
    """The same to an open file."""
    document = ""
    for number, tree in enumerate(trees, 1):
        if tree.document != document and not any(c.startswith("newdoc") for c in tree.comments):
            out.write(f"# newdoc id = {tree.document}\n")
        document = tree.document
        out.write(format_conllu(tree, str(number)))
        out.write("\n")


def format_conllu(tree: DependencyTree, sentence_id: str = "") -> str:
    """One tree without the blank line after it; ``sentence_id`` names a tree that has no comments."""
    comments = tree.comments or ((f"sent_id = {sentence_id}",) if sentence_id else ())
    lines = [f"# {comment}".rstrip() for comment in comments]
    starts = {token.first: token for token in tree.multiwords}
    for i, word in enumerate(tree.words):
        if token := starts.get(i):
            blanks = "\t".join([EMPTY] * (COLUMNS - 2))
            lines.append(f"{token.first + 1}-{token.last + 1}\t{token.form}\t{blanks}")
        head = 0 if tree.heads[i] == ROOT else tree.heads[i] + 1
        cells = [
            str(i + 1),
            word,
            _cell(tree.lemmas, i),
            _cell(tree.tags, i),
            _cell(tree.xpos, i),
            _cell(tree.features, i),
            str(head),
            _cell(tree.labels, i),
            EMPTY,
            EMPTY,
        ]
        lines.append("\t".join(cells))
    return "".join(line + "\n" for line in lines)


def _cell(column: tuple[str, ...], i: int) -> str:
    return (column[i] if column else "") or EMPTY

"""A paragraph of a Word document as a block.

Its text is in runs; each run has one format. Here a run is a pair of tags around its text. The pair may be split and
dropped. Neighbouring runs with the same format become one, because Word often divides runs without need. A field (a
date, a reference) is a pair of tags around its result.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from dragoman.common.deadline import check_time
from dragoman.documents.blocks import make_block
from dragoman.documents.content import Content
from dragoman.documents.docx_writer import DocxWriter, Run
from dragoman.documents.inline import CLOSE, LINE_BREAK, OPEN, Block, Item, Tag, Text
from dragoman.documents.references import texts
from dragoman.documents.xml_tree import Node

Pieces = Callable[[Node], list[str | Block]]
"""An element with the paragraphs inside it as blocks."""
_CONTAINERS = frozenset(
    ("hyperlink", "smartTag", "ins", "sdt", "sdtContent", "moveTo", "dir", "bdo")
)
_DROPPED = frozenset(("proofErr", "lastRenderedPageBreak"))
"""Notes of Word to itself that a translation makes untrue."""
_BREAKS = frozenset(("tab", "br", "cr", "ptab"))
_LETTERS = {"noBreakHyphen": "\u2011", "softHyphen": "\u00ad"}
_REVISION = re.compile(r"\s\w+:rsid\w*=\"[^\"]*\"")
_FIELD = re.compile(r"fldCharType=[\"'](\w+)")


def paragraph(node: Node, prefix: str, content: Content, pieces: Pieces) -> list[str | Block]:
    """The pieces of a paragraph's element."""
    check_time()
    reader = _Reader(prefix, pieces)
    first: list[str | Block] = [node.opening]
    children = list(node.children)
    if children and isinstance(head := children[0], Node) and head.name == f"{prefix}pPr":
        first.append(head.raw)
        del children[0]
    reader.read(children)
    reader.end()
    if not any(isinstance(item, Text) and item.text.strip() for item in reader.items):
        result: list[str | Block] = []
        for child in children:
            result += [child] if isinstance(child, str) else pieces(child)
        return [*first, *result, node.closing]
    writer = DocxWriter(reader.runs, reader.inner, prefix)
    block = make_block(reader.items, content.splitter, writer, content.name)
    return [*first, block, node.closing]


class _Reader:
    def __init__(self, prefix: str, pieces: Pieces) -> None:
        self.prefix, self.pieces = prefix, pieces
        self.items: list[Item] = []
        self.runs: dict[int, Run] = {}
        """The runs by the number of their pair."""
        self.inner: dict[int, Run] = {}
        """The runs of tags that must be inside of one."""
        self.number = 0
        self.current = 0
        """The pair of the run that is being read."""
        self.fields: list[int] = []
        """Fields whose result is being read."""
        self.code: list[str | Block] | None = None
        """What is written of a field before its result."""

    def read(self, children: list[Node | str]) -> None:
        """Reads what stands in a paragraph or in an element around some of its runs."""
        for child in children:
            if isinstance(child, str):
                if child.strip():
                    self._alone((child,))
                continue
            name = child.name.removeprefix(self.prefix)
            if name == "r":
                self._run(child)
            elif name in _CONTAINERS and child.closing:
                self._container(child)
            elif name not in _DROPPED:
                self._alone(tuple(self.pieces(child)))

    def end(self) -> None:
        """A field that ends in a later paragraph stands alone."""
        if self.code is not None:
            self.items.append(Tag(tuple(self.code)))
            self.code = None

    def _alone(self, raw: tuple[str | Block, ...]) -> None:
        if self.code is not None:
            self.code += raw
        else:
            self.items.append(Tag(raw))

    def _container(self, node: Node) -> None:
        if self.code is not None:
            self.code += self.pieces(node)
            return
        number = self._next()
        opening, children = node.opening, list(node.children)
        while children and isinstance(first := children[0], Node) and first.name.endswith("Pr"):
            opening += first.raw
            del children[0]
        self.items.append(Tag((opening,), OPEN, number))
        self.read(children)
        self.items.append(Tag((node.closing,), CLOSE, number))

    def _next(self) -> int:
        self.number += 1
        return self.number

    def _run(self, node: Node) -> None:
        children = list(node.elements)
        properties = ""
        if children and children[0].name == f"{self.prefix}rPr":
            properties = children.pop(0).raw
        run = Run(f"{node.opening}{properties}", node.closing)
        if not children or not node.closing:
            self._alone((node.raw,))
            return
        opened = False
        for child in children:
            name = child.name.removeprefix(self.prefix)
            if name == "fldChar":
                self._close_run(opened)
                opened = False
                self._field(child, run)
            elif self.code is not None:
                self.code += [run.opening, *self.pieces(child), run.closing]
            elif name not in _DROPPED:
                opened = opened or self._open_run(run)
                self._piece(child, name, run)
        self._close_run(opened)

    def _open_run(self, run: Run) -> bool:
        """Begins a run, or goes on with the last one if it has the same format."""
        last = self.items[-1] if self.items else None
        if isinstance(last, Tag) and last.side == CLOSE and last.pair in self.runs:
            before = self.runs[last.pair]
            if _REVISION.sub("", before.opening) == _REVISION.sub("", run.opening):
                self.items.pop()
                self.current = last.pair
                return True
        self.current = self._next()
        self.runs[self.current] = run
        self.items.append(Tag((), OPEN, self.current, split=True, drop=True))
        return True

    def _close_run(self, opened: bool) -> None:
        if opened:
            self.items.append(Tag((), CLOSE, self.current, split=True, drop=True))

    def _piece(self, node: Node, name: str, run: Run) -> None:
        """Something inside a run."""
        if name == "t" and not any(_is_markup(child) for child in node.children):
            run.preserve = run.preserve or "preserve" in node.opening
            self.items += texts("".join(map(str, node.children)))
        elif name in _LETTERS:
            around = f"</{self.prefix}t>{node.raw}<{self.prefix}t>"
            self.items.append(Text(_LETTERS[name], around))
        else:
            breaks = name in _BREAKS
            tag = Tag(tuple(self.pieces(node)), wall=breaks, breaks=breaks)
            self.inner[id(tag)] = run
            self.items.append(tag)
            self.items += [LINE_BREAK] * breaks

    def _field(self, node: Node, run: Run) -> None:
        """The begin of a field, the begin of its result, or its end."""
        match = _FIELD.search(node.opening)
        kind = match[1] if match else ""
        raw = f"{run.opening}{node.raw}{run.closing}"
        if self.code is not None:
            self.code.append(raw)
            code = tuple(self.code)
            if kind == "separate":
                self.code = None
                self.fields.append(self._next())
                self.items.append(Tag(code, OPEN, self.fields[-1]))
            elif kind == "end":
                self.code = None
                self.items.append(Tag(code))
        elif kind == "begin":
            self.code = [raw]
        elif kind == "end" and self.fields:
            self.items.append(Tag((raw,), CLOSE, self.fields.pop()))
        else:
            self._alone((raw,))


def _is_markup(child: Node | str) -> bool:
    """Whether something in an element of text is no text: a comment, CDATA, another element."""
    return not isinstance(child, str) or child.startswith("<")

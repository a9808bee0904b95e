"""What stands inside a block of Markdown, as items.

markdown-it-py says what is in a block, but not where. The walker goes through the text and the tokens together, and
finds the characters that each token was made from.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from markdown_it.common.utils import normalizeReference
from markdown_it.token import Token

from dragoman.documents.blocks import make_block
from dragoman.documents.content import Content
from dragoman.documents.html_attributes import tag_pieces
from dragoman.documents.html_facts import HTML
from dragoman.documents.html_lexer import pieces
from dragoman.documents.inline import CLOSE, LINE_BREAK, OPEN, Block, Item, Tag, Text, joining

_BREAK = re.compile(r"[ \t]*\\?\n[ \t]*")
_BLANK_END = re.compile(r"[ \t]*\n")
_SPECIAL = re.compile(
    r"(?P<keep>\[\^[^\[\]\s]++\]|\$\$.+?\$\$|\$(?=\S)(?=[^$\n\\^_={}]*+[\\^_={}])[^$\n]*+(?<=\S)\$)"
    r"|[\\`*_\[\]<>&|~!#$]",
    re.DOTALL,
)
_ESCAPE = re.compile(r"\\[!-/:-@\[-`{-~]")
_TITLE = r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\)"
_PLACE = r"<(?:[^<>\n\\]|\\.)*>|(?:[^\s()\\<]|\\.|\((?:[^\s()\\]|\\.|\([^\s()]*\))*\))*"
_TARGET = re.compile(
    rf"\(\s*+(?:(?:{_PLACE})(?:\s++(?P<title>{_TITLE}))?\s*+|(?<=\s)(?P<only>{_TITLE})\s*+)\)",
    re.DOTALL,
)
_LABEL = re.compile(r"\[((?:[^\[\]\\]|\\.)*)\]", re.DOTALL)
_PREFIX = re.compile(r"\[[ xX]\][ \t]+|\[\^[^\]\s]+\]:[ \t]*")
"""The box of a task, the mark of a footnote."""


class LostError(Exception):
    """The text is not what its tokens say."""


@dataclass(frozen=True)
class Stretch:
    """The text of a block as it stands in the document, and as the parser saw it."""

    text: str
    """The whole document."""
    content: str
    spans: Sequence[tuple[int, int]]
    """Where the lines of the content stand, without white space around them."""
    cell: bool
    """It is a cell of a table, where ``|`` is escaped."""

    @property
    def begin(self) -> int:
        """Where it begins in the document."""
        return self.spans[0][0]

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.spans[-1][1]

    @cached_property
    def breaks(self) -> list[str]:
        """What stands between its lines: the line end and what the next line begins with."""
        ends, begins = [end for _, end in self.spans], [begin for begin, _ in self.spans[1:]]
        return [self.text[end:begin] for end, begin in zip(ends, begins, strict=False)]

    def raw(self, begin: int, end: int) -> str:
        """Characters of the content as they stand in the document."""
        number = self.content.count("\n", 0, begin)
        result, place = [], begin
        while (line_end := self.content.find("\n", place, end)) >= 0:
            first = len(self.content[place:line_end].rstrip(" \t")) + place
            result += [self.content[place:first], self.breaks[number]]
            place, number = line_end + 1, number + 1
            place += len(self.content[place:end]) - len(self.content[place:end].lstrip(" \t"))
        text = "".join([*result, self.content[place:end]])
        return text.replace("|", "\\|") if self.cell else text


class Walker:
    """Goes along one block."""

    def __init__(
        self, stretch: Stretch, references: Mapping[str, object], content: Content
    ) -> None:
        self.stretch, self.references, self.content = stretch, references, content
        self.source = stretch.content
        self.place = len(self.source) - len(self.source.lstrip())
        self.items: list[Item] = []
        self.labels: dict[int, str] = {}
        """Links whose text is also the name of their target, by the number of their pair."""
        self._opened: list[tuple[str, int]] = []
        self._number = 0
        self._kept = 0

    def walk(self, tokens: Sequence[Token]) -> list[Item]:
        """The items of the block."""
        prefix = _PREFIX.match(self.source, self.place)
        if prefix and tokens and tokens[0].content.startswith(prefix.group()):
            self._lone(prefix.end())
            tokens = [_without(tokens[0], prefix.group()), *tokens[1:]]
        index = 0
        while index < len(tokens):
            index = self._token(tokens, index)
        return self.items

    def _token(self, tokens: Sequence[Token], index: int) -> int:
        """Takes one token, and returns the index of the next."""
        token = tokens[index]
        kind = token.type
        if kind == "text":
            self._text(token.content)
        elif kind == "text_special":
            self._expect(token.markup)
            self.items.append(Text(token.content, self._take(len(token.markup)), bool(self._kept)))
        elif kind in ("softbreak", "hardbreak"):
            self._line_end(kind == "hardbreak")
        elif kind == "code_inline":
            self._code(token)
        elif kind == "html_inline":
            self._html(token.content)
        elif kind == "image":
            self._image(token)
        elif kind == "link_open" and token.markup == "autolink":
            end = self.source.index(">", self.place) + 1
            self.items.append(
                Text(self.source[self.place : end], self._take(end - self.place), True)
            )
            return next(i for i in range(index, len(tokens)) if tokens[i].type == "link_close") + 1
        elif kind == "link_open":
            self._open("link", "[", split=False)
        elif kind == "link_close":
            self._link_close()
        elif kind.endswith("_open"):
            self._open(kind[:-5], token.markup, split=True)
        elif kind.endswith("_close"):
            self._expect(token.markup)
            self._close(kind[:-6], (self._take(len(token.markup)),))
        else:
            raise LostError
        return index + 1

    def _expect(self, text: str) -> None:
        if not self.source.startswith(text, self.place):
            raise LostError

    def _take(self, length: int) -> str:
        raw = self.stretch.raw(self.place, self.place + length)
        self.place += length
        return raw

    def _lone(self, end: int) -> None:
        self.items.append(Tag((self._take(end - self.place),)))

    def _text(self, text: str) -> None:
        if not self.source.startswith(text, self.place):
            while self.place < len(self.source) and self.source[self.place] in " \t":
                self.place += 1
        self._expect(text)
        self.place += len(text)
        if _BLANK_END.match(self.source, self.place):
            text = text.rstrip(" \t")  # the break holds what stands before it
        self.items += special_texts(text, bool(self._kept), self.stretch.cell)

    def _line_end(self, hard: bool) -> None:
        match = _BREAK.match(self.source, self.place)
        if match is None:
            raise LostError
        number = self.source.count("\n", 0, match.end()) - 1
        raw = self.stretch.breaks[number]
        before = self.source[self.place : match.end()].partition("\n")[0]
        self.place = match.end()
        if hard:
            mark = before if "\\" in before else ""
            self.items += [Tag((mark + raw,), wall=True, breaks=True), LINE_BREAK]
        else:
            self.items.append(Text("\n", raw))

    def _code(self, token: Token) -> None:
        self._expect(token.markup)
        closing = re.compile(rf"(?<!`){token.markup}(?!`)")
        match = closing.search(self.source, self.place + len(token.markup))
        if match is None:
            raise LostError
        code = self.source[self.place : match.end()]
        self.items.append(Text(code, self._take(len(code)), True))

    def _open(self, name: str, markup: str, split: bool) -> None:
        self._expect(markup)
        self._number += 1
        self._opened.append((name, self._number))
        self.items.append(Tag((self._take(len(markup)),), OPEN, self._number, split=split))

    def _close(self, name: str, raw: tuple[str | Block, ...]) -> int:
        number = next((n for opened, n in reversed(self._opened) if opened == name), None)
        if number is None:
            self.items.append(Tag(raw))
            return -1
        self._opened.remove((name, number))
        self.items.append(Tag(raw, CLOSE, number))
        return number

    def _html(self, text: str) -> None:
        self._expect(text)
        first, *rest = pieces(text)
        raw: tuple[str | Block, ...] = (self._take(len(text)),)
        paired = first.name in HTML.split or first.name in HTML.paired
        if rest or not paired or text.endswith("/>"):
            line_break = first.name == "br"
            self.items.append(Tag(raw, wall=line_break, breaks=line_break))
            self.items += [LINE_BREAK] * line_break
        elif first.kind == "open":
            self._kept += first.name in HTML.kept
            self._number += 1
            self._opened.append((f"<{first.name}", self._number))
            raw = tag_pieces(first, self.content) if "\n" not in text else raw
            split = first.name in HTML.split and first.get("id") is None
            self.items.append(Tag(raw, OPEN, self._number, split=split))
        else:
            self._kept = max(self._kept - (first.name in HTML.kept), 0)
            self._close(f"<{first.name}", raw)

    def _image(self, token: Token) -> None:
        self._expect("![")
        begin = self.place
        inner = Walker(self.stretch, self.references, self.content)
        inner.place = begin + 2
        items = inner.walk(token.children or [])
        end, title, label = self._target(begin + 2 + len(token.content))
        if label is not None:
            self._lone(end)
            return
        alt = make_block(items, None, joining(escape), self.content.name)
        self.place = inner.place
        self.items.append(Tag(("![", alt, *self._tail(end, title))))

    def _link_close(self) -> None:
        end, title, label = self._target(self.place)
        number = self._close("link", self._tail(end, title))
        if label is not None:
            self.labels[number] = label

    def _target(self, place: int) -> tuple[int, tuple[int, int] | None, str | None]:
        """Where a link ends whose text ends here, where its title is, and its text if that is the target's name."""
        if not self.source.startswith("]", place):
            raise LostError
        match = _TARGET.match(self.source, place + 1)
        if match is not None:
            begin, end = match.span("title" if match["title"] else "only")
            return match.end(), (begin + 1, end - 1) if end > 0 else None, None
        depth = 0
        begin = place
        while begin > 0 and depth >= 0:
            begin -= 1
            depth += {"]": 1, "[": -1}.get(self.source[begin], 0)
        own = self.stretch.raw(begin + 1, place)
        label = _LABEL.match(self.source, place + 1)
        if label is not None and not label[1].strip():
            return label.end(), None, own
        if label is not None and normalizeReference(label[1]) in self.references:
            return label.end(), None, None
        return place + 1, None, own

    def _tail(self, end: int, title: tuple[int, int] | None) -> tuple[str | Block, ...]:
        """The end of a link with its title as a block."""
        if title is None:
            return (self._take(end - self.place),)
        before = self._take(title[0] - self.place)
        text = self.stretch.raw(*title)
        self.place = title[1]
        quote = before[-1]
        closing = ")" if quote == "(" else quote
        writer = joining(lambda new: new.replace("\\", "\\\\").replace(closing, f"\\{closing}"))
        block = make_block(_escaped_texts(text), None, writer, self.content.name)
        return before, block, self._take(end - self.place)


def _without(token: Token, prefix: str) -> Token:
    return Token("text", "", 0, content=token.content[len(prefix) :])


def special_texts(text: str, keep: bool = False, cell: bool = False) -> list[Text]:
    """The text in pieces. Characters that have a meaning in Markdown elsewhere are pieces of their own."""
    result: list[Text] = []
    place = 0
    for match in _SPECIAL.finditer(text):
        if match.start() > place:
            result.append(Text(text[place : match.start()], keep=keep))
        raw = match.group().replace("|", "\\|") if cell else match.group()
        result.append(Text(match.group(), raw, keep or match["keep"] is not None))
        place = match.end()
    if place < len(text):
        result.append(Text(text[place:], keep=keep))
    return result


def _escaped_texts(text: str) -> list[Item]:
    result: list[Item] = []
    place = 0
    for match in _ESCAPE.finditer(text):
        result += [Text(text[place : match.start()]), Text(match.group()[1], match.group())]
        place = match.end()
    return [*result, Text(text[place:])]


def escape(text: str) -> str:
    """The text, escaped so that Markdown sees no markup in it."""
    text = re.sub(r"[\\`*_\[\]<]|~(?=~)", r"\\\g<0>", text)
    return re.sub(r"&(?=#?\w+;)", r"\\&", text)

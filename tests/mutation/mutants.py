"""Small faults, put into a program one at a time, to see whether a test notices (DeMillo, Lipton & Sayward 1978).

A fault is a change of one token: a comparison, a sign, a number, a truth value, ``min`` and ``max``, the limit of a
loop, or a statement that is left out. Comments, strings, imports and types are left alone.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from keyword import iskeyword

SWAPS = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "+": "-",
    "-": "+",
    "*": "/",
    "+=": "-=",
    "-=": "+=",
    "&&": "||",
    "||": "&&",
    "and": "or",
    "or": "and",
    "true": "false",
    "false": "true",
    "True": "False",
    "False": "True",
    "min": "max",
    "max": "min",
    "break": "continue",
}
"""A token, and what stands in its place in a mutant."""
_CPP = re.compile(
    r"""(?P<left>//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])'|^[ \t]*\#[^\n]*
    |\b(?:template|using|static_assert|typename|concept|requires)\b[^;{]*
    |[A-Za-z_][\w:]*<[^<>;(){}]*(?:<[^<>;(){}]*>[^<>;(){}]*)*>)
    |(?P<name>[A-Za-z_]\w*)|(?P<number>\d[\w.]*)
    |(?P<sign>->|<<=|>>=|<=>|<<|>>|\+\+|--|<=|>=|==|!=|\+=|-=|\*=|/=|&&|\|\||::|[<>+\-*/])""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_SPACED = {"<", ">", "*", "+", "-", "&&", "/"}
"""What means something else where no space stands on both sides: types, pointers, signs."""
_CPP_STATEMENT = re.compile(
    r"^(?P<space>[ \t]+)(?P<text>(?!return|break|continue|const|auto|using|struct|class|static|if|else|for|while"
    r"|throw|case|public|private|friend|namespace|std::\w+<|[A-Z]\w*[&*]? \w+)"
    r"[A-Za-z_][\w.\->\[\]:]*(?:\(.*\)| [-+]?= .+));$",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Mutant:
    """A program with one fault."""

    path: str
    line: int
    was: str
    now: str
    text: str
    """The whole file."""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.was} -> {self.now or 'nothing'}"


def mutants(path: str, text: str) -> list[Mutant]:
    """Return all mutants of a file, in the order of the text.

    Args:
        path: What messages call it; the ending names the language.
        text: What stands in it.
    """
    found = _python(text) if path.endswith(".py") else _cpp(text)
    made = {}
    for start, end, now in found:
        changed = text[:start] + now + text[end:]
        line = text.count("\n", 0, start) + 1
        made[start, end] = Mutant(path, line, text[start:end].strip(), now.strip(), changed)
    return [made[place] for place in sorted(made)]


def _number(was: str) -> str | None:
    """Return another number; none for what is no plain decimal number."""
    if re.fullmatch(r"\d+", was):
        return str(int(was) + 1)
    if re.fullmatch(r"\d+\.\d*", was):
        return str(float(was) + 1.0)
    return None


def _cpp(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _CPP.finditer(text):
        if match["left"]:
            continue
        was, (start, end) = match[0], match.span()
        now = _number(was) if match["number"] else SWAPS.get(was)
        spaced = text[start - 1 : start] == " " and text[end : end + 1] == " "
        if now is not None and (was not in _SPACED or spaced):
            yield start, end, now
    for match in _CPP_STATEMENT.finditer(text):
        yield match.start("text"), match.end(), ";"


def _python(text: str) -> Iterator[tuple[int, int, str]]:
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    depth = 0
    header = ""
    for place, token in enumerate(tokens):
        start, end = (starts[line - 1] + column for line, column in (token.start, token.end))
        before = tokens[place - 1].type if place else tokenize.NEWLINE
        if depth == 0 and before in (
            tokenize.NEWLINE,
            tokenize.INDENT,
            tokenize.DEDENT,
            tokenize.NL,
        ):
            header = token.string
            yield from _python_statement(text, starts, tokens, place)
        depth += (
            (token.string in "([{") - (token.string in ")]}") if token.type == tokenize.OP else 0
        )
        if header in ("import", "from", "@", "class"):
            continue
        if token.type == tokenize.NUMBER:
            now = _number(token.string)
        else:
            now = SWAPS.get(token.string) if token.type in (tokenize.OP, tokenize.NAME) else None
        if now is None or (token.string == "*" and text[end : end + 1] != " "):
            continue
        if header == "def" and token.type == tokenize.OP and token.string in "-*/":
            continue  # what stands alone among parameters
        yield start, end, now


def _python_statement(
    text: str, starts: list[int], tokens: list[tokenize.TokenInfo], place: int
) -> Iterator[tuple[int, int, str]]:
    """A call or a change of a variable in a line of its own is left out."""
    first = tokens[place]
    if first.type != tokenize.NAME or iskeyword(first.string) or first.start[1] == 0:
        return
    last = place
    while tokens[last].type != tokenize.NEWLINE:
        last += 1
    if tokens[last].start[0] != first.start[0]:
        return
    statement = first.line[first.start[1] : tokens[last].start[1]]
    if re.match(r"[\w.\[\]]+(?:\(| [-+*/]= )", statement):
        start = starts[first.start[0] - 1] + first.start[1]
        yield start, start + len(statement.rstrip()), "pass"

"""Word lattices: several ways to read a sentence, such as two segmentations, for decoders that choose among them.

A lattice has nodes 0, 1, ... and words that lead from a node to a later one. A path from node 0 to the last node is a
sentence. ``parse_plf`` reads the format of Moses (Python lattice format), one lattice a line: for every node but the
last the words that leave it, each with a probability and the distance to the node that it leads to.

    ((('haus',0.4,1),('hausboot',0.6,2),),(('boot',1.0,1),),)
"""

from __future__ import annotations

import ast
import math
import re
from dataclasses import dataclass

from dragoman.common.errors import FormatError

LOWEST = -100.0
"""The logarithm of a probability of 0."""
MAX_CHARACTERS = 10_000_000
_LONE_SURROGATE = re.compile("[\\ud800-\\udfff]")
"""What ``'\\ud800'`` is read as: half a character, which no text has."""
_ESCAPE = re.compile(r"\\([0-7]{1,3}|.)")
_KNOWN_ESCAPES = "\\'\"abfnrtvxNuU"


@dataclass(frozen=True)
class Lattice:
    """The words of a lattice, sorted by the nodes that they leave."""

    words: tuple[str, ...]
    arcs: tuple[tuple[int, int, float], ...]
    """For every word the node that it leaves, the one that it leads to, and its score (a logarithm)."""


def parse_plf(text: str) -> Lattice:
    """The lattice of a line; its probabilities become logarithms."""
    if len(text) > MAX_CHARACTERS:
        raise FormatError(f"a lattice has more than {MAX_CHARACTERS} characters")
    try:
        nodes = ast.literal_eval(_ESCAPE.sub(_escaped, text.strip()))
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        raise FormatError("expected a lattice such as ((('word',1.0,1),),)") from None
    if not isinstance(nodes, tuple):
        raise FormatError("expected a lattice such as ((('word',1.0,1),),)")
    words, arcs = [], []
    for begin, leaving in enumerate(nodes):
        for arc in leaving if isinstance(leaving, tuple) else (leaving,):
            word, probability, distance = _arc(arc)
            if begin + distance > len(nodes):
                raise FormatError(f"the word '{word}' leads beyond the last node of the lattice")
            words.append(word)
            score = max(LOWEST, math.log(probability)) if probability > 0 else LOWEST
            arcs.append((begin, begin + distance, score))
    reached = {0}
    for begin, end, _ in arcs:
        if begin in reached:
            reached.add(end)
    if len(nodes) not in reached:
        raise FormatError("no path leads to the last node of the lattice")
    return Lattice(tuple(words), tuple(arcs))


def _escaped(found: re.Match[str]) -> str:
    """The same escape in a form that Python reads without a warning: ``\\d`` is a backslash and a d."""
    after = found[1]
    if after[0] in "01234567":
        return f"\\u{int(after, 8):04x}"
    return found[0] if after in _KNOWN_ESCAPES else f"\\{found[0]}"


def _arc(arc: object) -> tuple[str, float, int]:
    match arc:
        case (str(word), float() | int() as probability, int(distance)) if (
            word.split() == [word]
            and not _LONE_SURROGATE.search(word)
            and 0 <= probability <= 1e9
            and distance >= 1
        ):
            return word, float(probability), distance
    raise FormatError(f"expected ('word', probability, distance) in a lattice, got {arc!r:.80}")

"""The tree of a translation as a picture (SVG): constituents above the words, whose colours are those of their phrases.

A constituent whose words all come from one phrase has the colour of that phrase: so one sees which parts of the parse
are treelets of the table, and where the decoder joined them.
"""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.corpus.constituency import ConstituencyTree
from dragoman.draw.colours import INK, PAPER, SOFT, hue
from dragoman.draw.svg import label, line, picture, word_box, word_row
from dragoman.draw.ties import of_step, of_target
from dragoman.forest.derivation_data import DerivationData

_ROW = 44.0
"""From a constituent to those below it."""


@dataclass
class _Placed:
    """A constituent in the picture."""

    x: float
    depth: int
    steps: frozenset[int | None]
    """The phrases of its words."""


def parse_tree_svg(tree: ConstituencyTree, data: DerivationData) -> str:
    """Return a self-contained picture; the tree is that of the derivation's target words.

    Args:
        tree: The target tree.
        data: The derivation as plain data, ``Derivation.as_dict()``.
    """
    drawing = _Drawing(tree, data)
    return picture(drawing.parts, drawing.width, drawing.bottom + 15)


class _Drawing:
    def __init__(self, tree: ConstituencyTree, data: DerivationData) -> None:
        self._steps: dict[int, int] = {}
        for number, step in enumerate(data["steps"]):
            for first, last in step["target_spans"]:
                for word in range(first, last):
                    self._steps.setdefault(word, number)
        self._unknown = {n for n, step in enumerate(data["steps"]) if step["kind"] == "unknown"}
        words = tree.words()
        rows = [max((leaf.word or "", leaf.label), key=len) for leaf in tree.leaves()]
        self._centres, self.width = word_row(rows)
        self.bottom = 30 + _ROW * (_height(tree) + 1)
        self.parts: list[str] = []
        self._words = iter(range(len(words)))
        self._draw(tree, 0)

    def _draw(self, node: ConstituencyTree, depth: int) -> _Placed:
        y = 30 + _ROW * depth
        if node.word is not None:
            word = next(self._words)
            step = self._steps.get(word)
            placed = _Placed(self._centres[word], depth, frozenset((step,)))
            fill = PAPER if step is None else hue(step).pale
            unknown = step in self._unknown
            self.parts.append(line((placed.x, y + 5), (placed.x, self.bottom - 17), _shade(placed)))
            self.parts.append(
                word_box(
                    node.word,
                    placed.x,
                    self.bottom,
                    fill,
                    of_target(word, step),
                    unknown=unknown,
                )
            )
        else:
            below = [self._draw(child, depth + 1) for child in node.children]
            steps = frozenset(step for one in below for step in one.steps)
            placed = _Placed((below[0].x + below[-1].x) / 2, depth, steps)
            for one in below:
                ends = (placed.x, y + 5), (one.x, y + _ROW - 14)
                self.parts.append(line(*ends, _shade(one if len(placed.steps) > 1 else placed)))
        self.parts.append(_name(node.label, placed, y))
        return placed


def _shade(placed: _Placed) -> str:
    """The colour of a constituent's phrase, if there is one only."""
    step = next(iter(placed.steps))
    return SOFT if len(placed.steps) > 1 or step is None else hue(step).strong


def _name(text: str, placed: _Placed, y: float) -> str:
    step = next(iter(placed.steps))
    single = len(placed.steps) == 1 and step is not None
    tie = of_step(step) if single and step is not None else ""
    # Where several phrases meet, a page may choose another ink for its dark colours.
    kind, colour = ("name", _shade(placed)) if single else ("name joint", INK)
    return f'<g{tie} class="{kind}" fill="{colour}">{label(placed.x, y, text)}</g>'


def _height(tree: ConstituencyTree) -> int:
    """Levels below the top, the words' own labels included."""
    return 1 + max(map(_height, tree.children)) if tree.children else 0

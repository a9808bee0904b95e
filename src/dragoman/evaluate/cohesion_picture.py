"""Interruptions shown with the tree and the phrases: as text, and as a picture (SVG).

The picture has the source words with arcs from heads to dependents above them, the phrases in target order below, and a
line from each phrase to the words that it translates. A phrase that interrupts is framed in red, and so are the words
that it leaves behind.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from dragoman.corpus.dependency import ROOT, DependencyTree
from dragoman.model.segments import Segment
from dragoman.syntax.cohesion import Interruption, interruptions, subtrees, violations

COLOURS = ("#cfe8fc", "#d5f5d5", "#fde3c8", "#ead9f7", "#fbd3da", "#f7f3c0", "#d3f2ef", "#e3e3e3")
RED = "#c0392b"


def interruption_text(tree: DependencyTree, segments: Sequence[Segment], title: str) -> str:
    """A translation's tree, its phrases in target order, and what each interrupts."""
    phrases = [segment.source for segment in segments]
    below = subtrees(tree)
    lines = [title, "  tree"]
    children = tree.children()

    def show(word: int, depth: int) -> None:
        lines.append(f"    {'  ' * depth}{tree.words[word]}/{word + 1}")
        for child in children[word]:
            show(child, depth + 1)

    for root in tree.roots:
        show(root, 0)
    lines.append("  phrases")
    found: dict[int, list[Interruption]] = {}
    for one in interruptions(tree, phrases):
        found.setdefault(one.phrase, []).append(one)
    for number, segment in enumerate(segments):
        source = _words(tree, segment.source)
        lines.append(f"    {number + 1}  {source} -> {' '.join(segment.target)}")
        lines.extend(
            f"       leaves '{tree.words[one.word]}' ({_words(tree, sorted(below[one.word]))})"
            f" before '{_words(tree, one.uncovered)}'"
            for one in found.get(number, [])
        )
    if not found:
        for pair in violations(tree, phrases):
            words = f"'{tree.words[pair.first.word]}' and '{tree.words[pair.second.word]}'"
            lines.append(f"    the spans of {words} innersect")
    return "\n".join(lines)


def _words(tree: DependencyTree, positions: Sequence[int]) -> str:
    return " ".join(tree.words[i] for i in positions)


def interruption_svg(tree: DependencyTree, segments: Sequence[Segment]) -> str:
    """A self-contained picture."""
    phrases = [segment.source for segment in segments]
    found = interruptions(tree, phrases)
    culprits = {one.phrase for one in found}
    left_behind = {word for one in found for word in one.uncovered}
    colour = {w: COLOURS[n % len(COLOURS)] for n, p in enumerate(phrases) for w in p}
    centres, width = _row(list(tree.words))
    labels = [" ".join(segment.target) or "-" for segment in segments]
    places, lower_width = _row(labels)
    tallest = max((_height(tree, word) for word in range(len(tree))), default=20)
    line = tallest + 30
    parts = [
        _box(tree.words[w], centres[w], line, colour.get(w, "#fff"), w in left_behind)
        for w in range(len(tree))
    ]
    parts += [_arc(tree, word, centres, line - 16) for word in range(len(tree))]
    for number, (phrase, label) in enumerate(zip(phrases, labels, strict=True)):
        shade = COLOURS[number % len(COLOURS)]
        parts.append(_box(label, places[number], line + 110, shade, number in culprits))
        stroke = RED if number in culprits else "#888"
        parts.extend(
            f'<line x1="{centres[w]:.1f}" y1="{line + 8}" x2="{places[number]:.1f}" '
            f'y2="{line + 93}" stroke="{stroke}"/>'
            for w in phrase
        )
    total = max(width, lower_width)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total:.0f} {line + 130:.0f}" '
        f'width="{total:.0f}" height="{line + 130:.0f}" font-family="sans-serif" font-size="14">'
        f'<rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>\n'
    )


def _row(words: Sequence[str]) -> tuple[list[float], float]:
    """The centres of words side by side, and the width of all."""
    centres, x = [], 10.0
    for word in words:
        width = 9.0 * len(word) + 14
        centres.append(x + width / 2)
        x += width + 10
    return centres, x


def _box(text: str, x: float, y: float, fill: str, marked: bool) -> str:
    width = 9.0 * len(text) + 10
    frame = f' stroke="{RED}" stroke-width="2"' if marked else ""
    return (
        f'<rect x="{x - width / 2:.1f}" y="{y - 16:.1f}" width="{width:.1f}" height="23" rx="3" '
        f'fill="{fill}"{frame}/><text x="{x:.1f}" y="{y:.1f}" text-anchor="middle">'
        f"{escape(text)}</text>"
    )


def _height(tree: DependencyTree, word: int) -> int:
    head = tree.heads[word]
    return 20 if head == ROOT else 16 + 10 * abs(head - word)


def _arc(tree: DependencyTree, word: int, centres: Sequence[float], y: float) -> str:
    head, height = tree.heads[word], _height(tree, word)
    to = centres[word]
    if head == ROOT:
        return f'<path d="M{to:.1f} {y - height:.1f}V{y:.1f}" fill="none" stroke="#333"/>'
    start = centres[head] + (4 if word > head else -4)
    return (
        f'<path d="M{start:.1f} {y:.1f}C{start:.1f} {y - height:.1f} {to:.1f} {y - height:.1f} '
        f'{to:.1f} {y:.1f}" fill="none" stroke="#333"/>'
        f'<circle cx="{to:.1f}" cy="{y:.1f}" r="2.5" fill="#333"/>'
    )

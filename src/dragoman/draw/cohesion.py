"""Interruptions shown with the tree and the phrases: as text, and as a picture (SVG).

The picture has the source words with arcs from heads to dependents above them, the phrases in target order below, and a
line from each phrase to the words that it translates. A phrase that interrupts is framed in red, and so are the words
that it leaves untranslated. Below each word are its tag and its role in the tree; unknown words have a dashed line.
"""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.cohesion.definition import Interruption, interruptions, subtrees, violations
from dragoman.corpus.dependency import DependencyTree
from dragoman.draw.colours import PAPER, SOFT, WARNING, hue
from dragoman.draw.svg import (
    label,
    line,
    number_of_phrase,
    picture,
    word_box,
    word_row,
)
from dragoman.draw.tables import display_width
from dragoman.draw.ties import of_source, of_step
from dragoman.draw.tree import arcs, arcs_height, tree_lines
from dragoman.forest.segmentation import TranslatedPhrase


def interruption_text(tree: DependencyTree, phrases: Sequence[TranslatedPhrase], title: str) -> str:
    """Return the tree of a sentence, the phrases in target order, and the subtrees that each interrupts.

    Args:
        tree: The tree of the source sentence.
        phrases: The phrases of the translation, in target order.
        title: What the picture is called.
    """
    places = [phrase.source for phrase in phrases]
    below = subtrees(tree)
    lines = [title, "  tree", *(f"    {one}" for one in tree_lines(tree)), "  phrases"]
    found: dict[int, list[Interruption]] = {}
    for one in interruptions(tree, places):
        found.setdefault(one.phrase, []).append(one)
    for number, phrase in enumerate(phrases):
        source = _words(tree, phrase.source)
        lines.append(f"    {number + 1}  {source} -> {' '.join(phrase.target)}")
        lines.extend(
            f"       leaves '{tree.words[one.word]}' ({_words(tree, sorted(below[one.word]))})"
            f" before '{_words(tree, one.uncovered)}'"
            for one in found.get(number, [])
        )
    if not found:
        for pair in violations(tree, places):
            words = f"'{tree.words[pair.first.word]}' and '{tree.words[pair.second.word]}'"
            lines.append(f"    the spans of {words} innersect")
    return "\n".join(lines)


def _words(tree: DependencyTree, positions: Sequence[int]) -> str:
    return " ".join(tree.words[i] for i in positions)


def interruption_svg(
    tree: DependencyTree,
    phrases: Sequence[TranslatedPhrase],
    unknown: frozenset[int] = frozenset(),
) -> str:
    """Return a self-contained picture.

    Args:
        tree: The tree of the source sentence.
        phrases: The phrases of the translation, in target order.
        unknown: The source words that were copied, since there was no rule for them.
    """
    found = interruptions(tree, [phrase.source for phrase in phrases])
    culprits = {one.phrase for one in found}
    left_behind = {word for one in found for word in one.uncovered}
    owner = {w: number for number, p in enumerate(phrases) for w in p.source}
    shade = {word: hue(number).pale for word, number in owner.items()}
    below_words = [column for column in (tree.tags or tree.xpos, tree.labels) if column]
    columns = zip(tree.words, *below_words, strict=True)
    above, upper_width = word_row([max(column, key=display_width) for column in columns])
    labels = [" ".join(phrase.target) or "-" for phrase in phrases]
    below, lower_width = word_row(labels)
    top = arcs_height(tree) + 30
    bottom = top + 110 + 12 * len(below_words)
    parts = [
        word_box(
            word,
            above[i],
            top,
            shade.get(i, PAPER),
            of_source(i, owner.get(i)),
            framed=i in left_behind,
            unknown=i in unknown,
        )
        for i, word in enumerate(tree.words)
    ]
    for rank, column in enumerate(below_words):
        parts += [
            f'<g class="tag" font-size="10" fill="{SOFT}">{label(x, top + 20 + 12 * rank, text)}</g>'
            for x, text in zip(above, column, strict=True)
        ]
    parts += arcs(tree, above, top - 16)
    for number, (phrase, text) in enumerate(zip(phrases, labels, strict=True)):
        guilty = number in culprits
        tie = of_step(number)
        copied = bool(phrase.source) and unknown.issuperset(phrase.source)
        mark = ' class="interrupted"' if guilty else ""
        parts.append(
            word_box(
                text,
                below[number],
                bottom,
                hue(number).pale,
                tie + mark,
                framed=guilty,
                unknown=copied,
            )
        )
        parts.append(number_of_phrase(number + 1, text, below[number], bottom + 17, tie))
        stroke = WARNING if guilty else SOFT
        parts += [
            line(
                (above[w], top + 9 + 13 * len(below_words)),
                (below[number], bottom - 17),
                stroke,
                tie,
            )
            for w in phrase.source
        ]
    return picture(parts, max(upper_width, lower_width), bottom + 20)

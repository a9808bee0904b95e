"""Tagged text: ``word|TAG`` lines, or the tag columns of CoNLL-U.

    for words, tags in read_tagged("train.de.pos.xz"): ...

In a line of tagged text the tag stands after the last bar of a word, because the word itself may have bars. Such tags
are language-specific.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from dragoman.common.errors import FormatError
from dragoman.corpus.conllu import parse_conllu
from dragoman.corpus.words import split_words
from dragoman.io.files import display_name, read_lines
from dragoman.parse.tags import Tag, tags_of

BAR = "|"
_LOOKED_AT = 1000


def read_tagged(path: str | os.PathLike[str]) -> Iterator[tuple[tuple[str, ...], list[Tag]]]:
    """The sentences of a file in either format, which is recognised by its content."""
    lines = read_lines(path)
    first = list(islice(lines, _LOOKED_AT))
    everything = chain(first, lines)
    if any("\t" in line and not line.startswith("#") for line in first):
        trees = parse_conllu(everything, display_name(path), need_heads=False)
        for number, tree in enumerate(trees, 1):
            if len(tree) and not (tree.tags or tree.xpos):
                raise FormatError(f"sentence {number}: expected tags", display_name(path))
            yield tree.words, tags_of(tree)
        return
    for number, line in enumerate(everything, 1):
        yield _parse_line(line, display_name(path), number)


def _parse_line(line: str, name: str, number: int) -> tuple[tuple[str, ...], list[Tag]]:
    words, tags = [], []
    for token in split_words(line):
        word, bar, tag = token.rpartition(BAR)
        if not (word and bar and tag):
            raise FormatError(f"expected word|TAG, found '{token[:40]}'", name, number)
        words.append(word)
        tags.append(Tag("", tag))
    return tuple(words), tags


def format_tagged(words: Sequence[str], tags: Sequence[Tag]) -> str:
    """A line of ``word|TAG``, with the language-specific tag where there is one."""
    return " ".join(f"{w}{BAR}{t.xpos or t.upos}" for w, t in zip(words, tags, strict=True))


def format_tagged_conllu(words: Sequence[str], tags: Sequence[Tag], number: int) -> str:
    """A sentence of CoNLL-U without heads."""
    lines = [f"# sent_id = {number}", f"# text = {' '.join(words)}".rstrip()]
    for position, (word, tag) in enumerate(zip(words, tags, strict=True), 1):
        columns = [str(position), word, "_", tag.upos or "_", tag.xpos or "_", *"_____"]
        lines.append("\t".join(columns))
    return "\n".join([*lines, "", ""])


def tag_accuracy(gold: Iterable[Sequence[Tag]], found: Iterable[Sequence[Tag]]) -> float:
    """The share of words whose tags are right, in percent."""
    pairs = [(a, b) for x, y in zip(gold, found, strict=True) for a, b in zip(x, y, strict=True)]
    return 100 * sum(a == b for a, b in pairs) / len(pairs) if pairs else 0.0

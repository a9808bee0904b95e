"""Maps a dependency tree to other tokens of the same sentence.

A parser's words and the decoder's tokens often differ: "don't" against "do n't", French "du" against the words "de"
and "le", other quotation marks, lost characters. Both are compared character by character. Then

- a word's *token* is the one that holds most of its letters (the first of equals);
- a token that several words chose takes the place of the highest of them in the tree;
- a token that no word chose gets as head the token chosen by the word it is a part of; a token that shares no
  character with any word gets its neighbour as head.

Heads of higher words are chosen first, so that the depth of the highest word shrinks from every token to its head: the
result has no cycles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher

from dragoman.corpus.dependency import ROOT, DependencyTree

PART = "dep"
"""The label of a token that is only a part of a word."""
_SAME = str.maketrans(
    {**dict.fromkeys("’‘‚`´", "'"), **dict.fromkeys("“”„«»", '"'), "–": "-", "—": "-"}
)


def project(tree: DependencyTree, tokens: Sequence[str]) -> DependencyTree:
    """Return the tree over ``tokens``; document and comments stay as they are.

    Args:
        tree: The tree of the source sentence.
        tokens: The words that the new tree is over.
    """
    words = tuple(tokens)
    if words == tree.words:
        return tree
    shared = _shared_letters(tree, words)
    chosen = _choose(shared, len(tree))
    depths = _depths(tree)
    place: dict[int, int] = {}
    for word in sorted(range(len(tree)), key=lambda w: (depths[w], w)):
        token = chosen[word]
        if token is not None:
            place.setdefault(token, word)
    heads = []
    owners: list[int | None] = []
    for token in range(len(words)):
        if token in place:
            owners.append(place[token])
            heads.append(_head(tree, place[token], chosen))
        else:
            owners.append(max(shared[token], key=lambda w: shared[token][w], default=None))
            heads.append(_neighbour(token, owners[-1], chosen, place))
    labels = tuple(
        tree.labels[place[token]] if tree.labels and token in place else PART
        for token in range(len(words))
    )
    return DependencyTree(
        words=words,
        heads=tuple(heads),
        tags=_column(tree.tags, owners),
        xpos=_column(tree.xpos, owners),
        labels=labels if tree.labels else (),
        comments=tree.comments,
        document=tree.document,
    )


def _characters(tree: DependencyTree) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The characters of the sentence, each with the words it belongs to."""
    starts = {token.first: token for token in tree.multiwords}
    word = 0
    while word < len(tree):
        token = starts.get(word)
        last = word if token is None else token.last
        group = tuple(range(word, last + 1))
        forms = "".join(tree.words[w] for w in group)
        if token is not None and token.form != forms:
            yield from ((c, group) for c in token.form)
        else:
            yield from ((c, (w,)) for w in group for c in tree.words[w])
        word = last + 1


def _plain(characters: Iterable[str]) -> str:
    """The text in small letters and with one kind of quotation mark; the number of characters stays the same."""
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in characters).translate(_SAME)


def _shared_letters(tree: DependencyTree, tokens: tuple[str, ...]) -> list[dict[int, int]]:
    """For every token: the words with which it shares letters and digits, and how many."""
    characters = list(_characters(tree))
    mine = [token for token, form in enumerate(tokens) for _ in form]
    left, right = _plain(c for c, _ in characters), _plain("".join(tokens))
    shared: list[dict[int, int]] = [{} for _ in tokens]
    for i, j in _pairs(left, right):
        for word in characters[i][1]:
            counts = shared[mine[j]]
            counts[word] = counts.get(word, 0) + right[j].isalnum()
    return shared


def _pairs(left: str, right: str) -> Iterator[tuple[int, int]]:
    """Corresponding positions of two nearly equal strings."""
    if left == right:
        yield from ((i, i) for i in range(len(left)))
        return
    blocks = SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
    for kind, i1, i2, j1, j2 in blocks:
        if kind in ("equal", "replace"):
            for j in range(j1, j2):
                yield i1 + (j - j1) * (i2 - i1) // (j2 - j1), j


def _choose(shared: list[dict[int, int]], size: int) -> list[int | None]:
    """Every word's token; None for a word that shares no character with any."""
    chosen: list[int | None] = [None] * size
    best = [-1] * size
    for token, counts in enumerate(shared):
        for word, letters in counts.items():
            if letters > best[word]:
                best[word], chosen[word] = letters, token
    return chosen


def _depths(tree: DependencyTree) -> list[int]:
    children = tree.children()
    depths = [0] * len(tree)
    queue = list(tree.roots)
    for word in queue:
        for child in children[word]:
            depths[child] = depths[word] + 1
            queue.append(child)
    return depths


def _head(tree: DependencyTree, word: int, chosen: list[int | None]) -> int:
    """The token of the nearest word above that has one."""
    above = tree.heads[word]
    while above != ROOT:
        token = chosen[above]
        if token is not None:
            return token
        above = tree.heads[above]
    return ROOT


def _neighbour(
    token: int, owner: int | None, chosen: list[int | None], place: dict[int, int]
) -> int:
    """The head of a token that no word chose."""
    if owner is not None:
        home = chosen[owner]
        if home is not None:
            return home
    if not place:
        return ROOT if token == 0 else 0
    before = [other for other in place if other < token]
    return max(before) if before else min(place)


def _column(values: tuple[str, ...], owners: list[int | None]) -> tuple[str, ...]:
    return tuple("" if w is None else values[w] for w in owners) if values else ()

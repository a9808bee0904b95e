"""The stage that learns what to make of words that the training text does not have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from dragoman.align import read_links
from dragoman.corpus.words import split_words
from dragoman.experiment.corpora import read_preparation
from dragoman.experiment.layout import LINKS, SOURCE, TARGET, UNSEEN
from dragoman.experiment.stages import Inputs
from dragoman.io.files import read_lines
from dragoman.unseen.options import UnseenOptions
from dragoman.unseen.unseen_words import UnseenWords


def train_unseen(settings: UnseenOptions, output: Path, inputs: Inputs) -> None:
    """Suffixes that alternate in the source side, and how names are written, learned from linked words."""
    corpus = inputs["corpus"]
    text = read_preparation(corpus)
    UnseenWords.train(
        settings,
        (text.source_language, text.target_language),
        lambda: sorted(
            {word for line in read_lines(corpus / SOURCE) for word in split_words(line)}
        ),
        lambda: linked_words(corpus / SOURCE, corpus / TARGET, inputs["alignment"] / LINKS),
    ).save(output / UNSEEN)


def linked_words(source: Path, target: Path, links: Path) -> list[tuple[str, str]]:
    """For each source word the one that it is linked to most often, both to nothing else; the most frequent first."""
    counts: Counter[tuple[str, str]] = Counter(_single_links(source, target, links))
    best: dict[str, tuple[int, str]] = {}
    for (word, other), count in counts.items():
        best[word] = min(best.get(word, (0, "")), (-count, other))
    ranked = sorted((count, word, other) for word, (count, other) in best.items())
    return [(word, other) for _, word, other in ranked]


def _single_links(source: Path, target: Path, links: Path) -> Iterator[tuple[str, str]]:
    found = read_links(links)
    for number, (left, right) in enumerate(
        zip(read_lines(source), read_lines(target), strict=True)
    ):
        words = split_words(left), split_words(right)
        pairs = found.pair(number)
        uses = [Counter(pair[side] for pair in pairs) for side in (0, 1)]
        for i, j in pairs:
            if uses[0][i] == 1 and uses[1][j] == 1:
                yield words[0][i], words[1][j]

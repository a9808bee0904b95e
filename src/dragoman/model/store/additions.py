"""Sentence pairs that a model gets after it was trained (``Model.add``, ``dragoman update``).

They join the training text in which the model looks its rules up, as if they had been there from the start, but
aligned by the model's aligner as it is. The pairs themselves are kept in the model as ``added.tsv``, so that training
it again does not lose them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from dragoman.align import Aligner
from dragoman.align.links import Links, links_of_lines
from dragoman.align.new_words import links_with_new_words
from dragoman.common.errors import ConfigError, ModelError
from dragoman.corpus.parallel import one_line
from dragoman.corpus.preparation import LEARNED, TextPreparation
from dragoman.grammar import GrowingRules, RuleSource
from dragoman.io.artifact import Artifact

ADDED = "added.tsv"
LOOK_UP = 'set lookup = "suffix-array" under [grammar] in its experiment (NAME.toml) and run: dragoman train NAME.toml'
"""What to do so that a model looks its rules up."""


@dataclass(frozen=True)
class Additions:
    """What came of adding pairs."""

    added: int
    left_out: int
    """Pairs with an empty side."""
    total: int
    """Sentence pairs that the model looks rules up in now."""


@dataclass(frozen=True)
class Pair:
    """A line of ``added.tsv``: two raw texts, and links if they were given."""

    source: str
    target: str
    links: str | None = None

    def __str__(self) -> str:
        fields = [self.source, self.target] + ([] if self.links is None else [self.links])
        return "\t".join(one_line(field).replace("\t", " ") for field in fields)


def with_links(pairs: Iterable[tuple[str, str]], links: Iterable[str] | None) -> list[Pair]:
    """Pairs with a line of links each, if any are given."""
    pairs = map(_checked, pairs)
    if links is None:
        return [Pair(source, target) for source, target in pairs]
    found = []
    for pair, line in zip_longest(pairs, links):
        if pair is None or line is None:
            raise ConfigError("expected a line of links for every sentence pair, and no more")
        found.append(Pair(pair[0], pair[1], line))
    return found


def _checked(pair: tuple[str, str]) -> tuple[str, str]:
    if isinstance(pair, str) or len(pair) != 2 or not all(isinstance(one, str) for one in pair):
        raise TypeError(f"expected pairs of texts, got {pair!r}")
    return pair


def growing(rules: RuleSource) -> GrowingRules:
    """Return the rules, if their text can be changed; a ConfigError says why it cannot."""
    found = rules.growing
    if found is None:
        raise ConfigError(f"the model's rules are a fixed table; to add to it later, {LOOK_UP}")
    return found


def check_links(pairs: Sequence[Pair], *, aligner: bool) -> None:
    """Refuses pairs that nobody can align."""
    if not aligner and any(pair.links is None for pair in pairs):
        raise ConfigError(
            "the model has no aligner, since its links came from a file: give links with the pairs"
        )


def without_last(pairs: Sequence[Pair], taken: Iterable[tuple[str, str]]) -> list[Pair]:
    """Return the pairs without the last one of each of these texts."""
    left = list(pairs)
    for text in taken:
        wanted = str(Pair(*text))
        for number in reversed(range(len(left))):
            if str(Pair(left[number].source, left[number].target)) == wanted:
                del left[number]
                break
    return left


def enlarge(
    rules: GrowingRules,
    pairs: Sequence[Pair],
    text: TextPreparation,
    aligner: Aligner | None,
    threads: int,
    earlier: Sequence[Pair] = (),
) -> tuple[GrowingRules, list[Pair]]:
    """Return the rules of the corpus with the pairs, and the pairs that had words on both sides.

    Words that the aligner does not know are learned from these pairs and the ``earlier`` ones.
    """
    lines = [(text.source(pair.source), text.target(pair.target)) for pair in pairs]
    kept = [number for number, (f, e) in enumerate(lines) if f.strip() and e.strip()]
    if not kept:
        return rules, []
    source, target = [lines[n][0] for n in kept], [lines[n][1] for n in kept]
    before = ((text.source(pair.source), text.target(pair.target)) for pair in earlier)
    links = _links(aligner, source, target, [pairs[n].links for n in kept], before, threads)
    return rules.add(source, target, links, threads), [pairs[n] for n in kept]


def _links(
    aligner: Aligner | None,
    source: Sequence[str],
    target: Sequence[str],
    given: Sequence[str | None],
    earlier: Iterable[tuple[str, str]],
    threads: int,
) -> Links:
    """The links that were given, and the aligner's for the other pairs."""
    if aligner is None or None not in given:
        return links_of_lines((line or "" for line in given), "links")
    links = links_with_new_words(aligner, source, target, earlier, threads=threads)
    if not any(given):
        return links
    mixed = [
        links.pair(number) if line is None else links_of_lines([line], "links").pair(0)
        for number, line in enumerate(given)
    ]
    return Links.of(mixed)


def added_text(pairs: Iterable[Pair]) -> str:
    """The lines of ``added.tsv``."""
    return "".join(f"{pair}\n" for pair in pairs)


def read_added(artifact: Artifact) -> list[Pair]:
    """The pairs that were added to a model."""
    if ADDED not in artifact.manifest["files"]:
        return []
    return pairs_of(artifact.text(ADDED), str(artifact.path / ADDED))


def pairs_of(text: str, name: str) -> list[Pair]:
    """Return the pairs of the lines of ``added.tsv``; messages call it by its name."""
    lines = [line.split("\t") for line in text.split("\n") if line]
    if any(len(fields) not in (2, 3) for fields in lines):
        raise ModelError(f"{name}: expected two texts, and perhaps links, a line")
    return [Pair(*fields) for fields in lines]


def papers_of(artifact: Artifact) -> dict[str, str]:
    """The texts saved with a model."""
    learned = {file for file, _ in LEARNED.values()}
    names = (n for n in artifact.manifest["files"] if "/" not in n and not n.endswith(".npy"))
    return {name: artifact.text(name) for name in names if name not in learned}

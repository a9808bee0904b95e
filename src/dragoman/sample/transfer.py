"""A sentence in both languages: aligned by the units that the words have in common, and described."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from dragoman.corpus.constituency import ConstituencyTree
from dragoman.corpus.dependency import ROOT, DependencyTree
from dragoman.corpus.pharaoh import Alignment
from dragoman.sample.languages import Speaker, Translator
from dragoman.sample.meaning import Unit, Utterance
from dragoman.sample.source_grammar import Token

LABELS = (
    "fronting",
    "moved-relative",
    "moved-genitive",
    "temptation",
    "verb-final",
    "term",
    "negation",
    "separable",
    "perfect",
    "future",
    "phrasal",
    "source-gap",
    "target-gap",
    "cross-serial",
    "bonbon",
)
"""The labels of a sentence, in the order of the columns of ``*.phenomena.tsv``."""

Piece = tuple[list[int], list[int]]
"""The source and target positions of a unit."""


@dataclass(frozen=True, slots=True)
class SampleSentence:
    """A sentence pair with its gold annotation."""

    source: tuple[str, ...]
    target: tuple[str, ...]
    alignment: Alignment
    source_tree: DependencyTree
    target_tree: ConstituencyTree
    target_tags: tuple[str, ...]
    """Universal tags; the tree has Penn's."""
    phenomena: dict[str, int]
    """How often each of ``LABELS`` occurs; labels that do not occur are left out."""

    @property
    def source_tags(self) -> tuple[str, ...]:
        """Universal tags."""
        return self.source_tree.tags


def realise(
    utterance: Utterance, source: Speaker, target: Translator, document: str
) -> SampleSentence:
    """Says a sentence in both languages."""
    tokens = source.utterance(utterance)
    tree = target.utterance(utterance)
    units = join([token.unit for token in tokens], target.units)
    links = [(i, j) for here, there in units.values() for i in here for j in there]
    marks = Counter(utterance.marks + source.marks + target.marks)
    marks.update(gap_labels(list(units.values())))
    leaves = list(tree.leaves())
    return SampleSentence(
        source=tuple(token.form for token in tokens),
        target=tuple(leaf.word or "" for leaf in leaves),
        alignment=Alignment.of(links),
        source_tree=dependencies(tokens, document),
        target_tree=tree,
        target_tags=tuple(target.universal(leaf) for leaf in leaves),
        phenomena=dict(marks),
    )


def dependencies(tokens: list[Token], document: str) -> DependencyTree:
    """The tree of words that know their heads."""
    place = {id(token): k for k, token in enumerate(tokens)}
    return DependencyTree(
        words=tuple(token.form for token in tokens),
        heads=tuple(ROOT if t.head is None else place[id(t.head)] for t in tokens),
        tags=tuple(token.tag for token in tokens),
        labels=tuple(token.label for token in tokens),
        lemmas=tuple(token.lemma for token in tokens),
        document=document,
    )


def join(source: list[Unit | None], target: list[Unit | None]) -> dict[Unit, Piece]:
    """The positions of each unit, if both sides have it."""
    units: dict[Unit, Piece] = {}
    for side, row in enumerate((source, target)):
        for position, unit in enumerate(row):
            if unit is not None:
                units.setdefault(unit, ([], []))[side].append(position)
    return {unit: piece for unit, piece in units.items() if piece[0] and piece[1]}


def gap_labels(units: list[Piece]) -> list[str]:
    """The configurations of Galley & Manning's figure 1 that units with gaps are in."""
    labels = []
    gapped = [unit for unit in units if has_gap(unit[0]) or has_gap(unit[1])]
    for unit in gapped:
        labels += ["source-gap"] * has_gap(unit[0]) + ["target-gap"] * has_gap(unit[1])
    for k, a in enumerate(gapped):
        for b in gapped[k + 1 :]:
            if interleaved(a[0], b[0]) or interleaved(a[1], b[1]):
                labels.append("cross-serial")
            elif bonbon(a, b) or bonbon(b, a):
                labels.append("bonbon")
    return labels


def has_gap(positions: list[int]) -> bool:
    """Whether ascending positions are not contiguous."""
    return positions[-1] - positions[0] >= len(positions)


def interleaved(a: list[int], b: list[int]) -> bool:
    """Whether the positions go a b a b, or b a b a."""
    switches = 0
    row = sorted([(p, 0) for p in a] + [(p, 1) for p in b])
    for (_, before), (_, after) in pairwise(row):
        switches += before != after
    return switches > 2


def bonbon(a: Piece, b: Piece) -> bool:
    """Whether b stands in a gap of a in the source, and a in a gap of b in the target."""
    return inside(b[0], a[0]) and inside(a[1], b[1])


def inside(inner: list[int], outer: list[int]) -> bool:
    """Whether ``inner`` lies within the first and last position of ``outer``."""
    return outer[0] < inner[0] and inner[-1] < outer[-1]

"""Small aligned corpora, their indexes, and what tests of suffix grammars ask of tables."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from dragoman.grammar import AlignedBitext, RuleTable, SuffixGrammar
from grammar.brute_force import Sentence

FIGURE_2 = Sentence(
    ("je", "ne", "veux", "plus", "jouer"),
    ("I", "do", "not", "want", "to", "play", "anymore"),
    frozenset({(0, 0), (1, 2), (1, 6), (3, 2), (3, 6), (2, 1), (2, 3), (4, 4), (4, 5)}),
)
"""The example of Galley & Manning (2010, figure 2)."""


@st.composite
def corpora(draw: st.DrawFn, longest: int = 6) -> list[Sentence]:
    made = []
    for _ in range(draw(st.integers(1, 4))):
        source = tuple(draw(st.lists(st.sampled_from("abc"), max_size=longest)))
        target = tuple(draw(st.lists(st.sampled_from("xyz"), max_size=longest)))
        cells = [(f, e) for f in range(len(source)) for e in range(len(target))]
        links = draw(st.sets(st.sampled_from(cells), max_size=7)) if cells else set()
        made.append(Sentence(source, target, frozenset(links)))
    return made


def bitext(corpus: list[Sentence]) -> AlignedBitext:
    return AlignedBitext.encode(
        [" ".join(s.source) for s in corpus],
        [" ".join(s.target) for s in corpus],
        [" ".join(f"{f}-{e}" for f, e in s.links) for s in corpus],
    )


def index(corpus: list[Sentence]) -> SuffixGrammar:
    return SuffixGrammar.build(bitext(corpus))


def sides(table: RuleTable) -> set[tuple[str, str]]:
    return {(rule.source, rule.target) for rule in table}


def random_corpus(seed: int, lines: int = 300) -> list[Sentence]:
    generator = np.random.default_rng(seed)
    corpus = []
    for _ in range(lines):
        n, m = generator.integers(1, 12, size=2)
        corpus.append(
            Sentence(
                tuple(map(str, generator.zipf(1.4, n) % 40)),
                tuple(map(str, generator.zipf(1.4, m) % 40)),
                frozenset(
                    (int(i), int(generator.integers(m))) for i in generator.integers(n, size=n)
                ),
            )
        )
    return corpus

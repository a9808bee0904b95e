"""Small random aligned corpora, for comparison with brute force."""

from __future__ import annotations

from hypothesis import strategies as st

from dragoman.grammar import AlignedBitext
from support.grammar.brute_force import Sentence


@st.composite
def corpora(draw: st.DrawFn, longest: int = 6, most: int = 4) -> list[Sentence]:
    made = []
    for _ in range(draw(st.integers(1, most))):
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

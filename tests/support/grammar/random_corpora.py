"""Small random aligned corpora, for comparison with brute force."""

from __future__ import annotations

from hypothesis import strategies as st

from dragoman.grammar import AlignedBitext, GappedTableOptions
from dragoman.grammar.option_parts import Smoothing
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


@st.composite
def gap_choices(draw: st.DrawFn) -> GappedTableOptions:
    """Options of phrases with gaps that a table can keep."""
    smoothing: tuple[Smoothing, ...] = ("none", "good-turing", "kneser-ney")
    return GappedTableOptions(
        gaps=draw(st.sampled_from(["source", "target", "both"])),
        gap_orientation=draw(st.sampled_from(["piece", "phrase"])),
        max_length=draw(st.integers(1, 4)),
        max_words=draw(st.integers(1, 4)),
        max_span=draw(st.integers(1, 6)),
        max_source_gaps=draw(st.integers(0, 3)),
        max_target_gaps=draw(st.integers(0, 3)),
        reordering=draw(st.sampled_from(["none", "wbe"])),
        smoothing=draw(st.sampled_from(smoothing)),
        count_feature=draw(st.sampled_from(["none", "gapped", "bins"])),
        top=draw(st.sampled_from([0, 0, 2])),
    )

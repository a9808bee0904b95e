"""Small forests: with ``forest_edges`` a decoder writes the edges of its best derivations only."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.search import Input, PhraseDecoder, SearchOptions
from search import gappy
from search.conformance import SYSTEMS, System

WORDS = ["x", "y", "z", "x", "y", "z"]
MADE = ("phrase", "chart", "gaps")


def gaps(directory: Path) -> System:
    model = gappy.make(11, directory, features=SearchOptions().gap_features)
    return System(PhraseDecoder, model.table, model.lms, model.weights)


@pytest.mark.parametrize("make", [SYSTEMS["phrase"], SYSTEMS["chart"], gaps], ids=MADE)
def test_the_best_derivations_are_kept(make, tmp_path: Path) -> None:
    decoder = make(tmp_path).decoder()
    [whole] = decoder.decode([Input(WORDS)], forest=True)
    ranked = whole.forest.native.kbest(200)
    scores = [score for score, _ in ranked]
    sizes = []
    for most in (1, 2, 4, 8, 1000):
        [small] = decoder.decode([Input(WORDS)], forest=True, forest_edges=most)
        assert (small.tokens, small.score) == (whole.tokens, whole.score)
        sizes.append(small.forest.edges)
        found = [score for score, _ in small.forest.native.kbest(200)]
        # The first derivations that need no more edges than that together are all there.
        used: set[int] = set()
        sure = 0
        for _, edges in ranked:
            used.update(edges)
            if len(used) > most * len(WORDS):
                break
            sure += 1
        assert found[: max(sure, 1)] == pytest.approx(scores[: max(sure, 1)], abs=1e-5)
        assert len(found) <= len(scores)
    assert sizes == sorted(sizes) and sizes[0] < sizes[-1] == whole.forest.edges


def test_pieces_of_a_long_line_share_nothing(tmp_path: Path) -> None:
    system = SYSTEMS["phrase"](tmp_path)
    decoder = system.decoder(max_words=2)
    [small] = decoder.decode([Input(WORDS)], forest=True, forest_edges=2)
    [whole] = decoder.decode([Input(WORDS)], forest=True)
    assert small.forest.edges < whole.forest.edges
    assert small.forest.kbest(1)[0].tokens == whole.tokens

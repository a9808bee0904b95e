"""Small forests: a decoder writes the edges of its best derivations only (``forest_edges``, ``nbest``)."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.forest.ranked import Ranked
from dragoman.search import DecodeRequest, Input, PhraseDecoder, SearchOptions
from support.search import gappy
from support.search.conformance import SYSTEMS, System

WORDS = ["x", "y", "z", "x", "y", "z"]


def gaps(directory: Path) -> System:
    model = gappy.make(11, directory, features=SearchOptions().gap_features)
    return System(PhraseDecoder, model.table, model.lms, model.weights)


EVERY = {**SYSTEMS, "gaps": gaps}


@pytest.mark.parametrize("make", EVERY.values(), ids=EVERY)
def test_the_best_derivations_are_kept(make, tmp_path: Path) -> None:
    decoder = make(tmp_path).decoder()
    [whole] = decoder.decode([Input(WORDS)], DecodeRequest(forest=True))
    ranked = whole.forest.native.kbest(200)
    scores = [score for score, _ in ranked]
    sizes = []
    for most in (1, 2, 4, 8, 1000):
        [small] = decoder.decode([Input(WORDS)], DecodeRequest(forest=True, forest_edges=most))
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
    [small] = decoder.decode([Input(WORDS)], DecodeRequest(forest=True, forest_edges=2))
    [whole] = decoder.decode([Input(WORDS)], DecodeRequest(forest=True))
    assert small.forest.edges < whole.forest.edges
    assert small.forest.kbest(1)[0].tokens == whole.tokens


@pytest.mark.parametrize("make", EVERY.values(), ids=EVERY)
@pytest.mark.parametrize("distinct", [False, True])
def test_the_n_best_are_those_of_the_whole_forest(make, distinct: bool, tmp_path: Path) -> None:
    decoder = make(tmp_path).decoder()
    lines = [Input(WORDS), Input(WORDS[:1]), Input(["u"]), Input([])]
    for whole, line in zip(decoder.decode(lines, DecodeRequest(forest=True)), lines, strict=True):
        everything = whole.forest.kbest(1000, distinct)
        for count in (1, 2, 10, 100, 1000):
            wanted = everything[:count]
            [small] = decoder.decode(
                [line], DecodeRequest(forest=True, nbest=count, distinct=distinct)
            )
            assert (small.tokens, small.score) == (whole.tokens, whole.score)
            found = small.forest.kbest(count, distinct)
            assert [one.score for one in found] == pytest.approx([one.score for one in wanted])
            assert sorted(one.text for one in found) == sorted(one.text for one in wanted)
            if count == 1 and len(whole.tokens) > 3:
                assert small.forest.edges < whole.forest.edges / 2
            assert small.forest.edges <= whole.forest.edges


def test_the_n_best_of_a_long_line_in_pieces(tmp_path: Path) -> None:
    decoder = SYSTEMS["phrase"](tmp_path).decoder(max_words=2)
    [small] = decoder.decode([Input(WORDS)], DecodeRequest(forest=True, nbest=20))
    [whole] = decoder.decode([Input(WORDS)], DecodeRequest(forest=True))
    wanted = [one.score for one in whole.forest.kbest(20, True)]
    assert [one.score for one in small.forest.kbest(20, True)] == pytest.approx(wanted)


def test_ranked_texts_are_those_of_the_derivations(tmp_path: Path) -> None:
    [found] = gaps(tmp_path).decoder().decode([Input(WORDS)], DecodeRequest(forest=True, nbest=30))
    ranked = Ranked(found.forest, 30, True)
    derivations = found.forest.kbest(30, True)
    assert len(ranked) == len(derivations) > 1
    for rank, one in enumerate(derivations):
        assert ranked.derivation(rank) == one
        assert (ranked.tokens[rank], ranked.scores[rank]) == (one.tokens, pytest.approx(one.score))
        assert ranked.features(rank) == pytest.approx(one.features)

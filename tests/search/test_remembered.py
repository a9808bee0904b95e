"""A decoder remembers phrases from sentence to sentence, and translates as if it did not."""

from __future__ import annotations

import random

import numpy as np
import pytest

from dragoman.forest.prefix import Prefix
from dragoman.search import GAP_FEATURES, DecodeRequest, Input, PhraseDecoder, SearchOptions, Zone
from support.search import gappy, tiny


def some_input(rng: random.Random) -> Input:
    """Of known and unknown words; now and then with given translations, a reference, or the beginning of one."""
    words = [rng.choice(["x", "y", "z", "u", rng.choice("klmn") * 3]) for _ in range(6)]
    new = [["neu", "alt", "rot", "grün"][i] for i in rng.sample(range(4), 4)]
    kind = rng.randrange(6)
    if kind == 0:  # equally good: the first is taken, whatever numbers the words have
        return Input(words, zones=[Zone(1, 3, [[one] for one in new])])
    if kind == 1:
        return Input(words, reference=[*new, rng.choice("abcd")])
    if kind == 2:
        return Input(words, prefix=Prefix.of([new[0]]))
    return Input(words)


ARRAYS = "head rule score later tail_first tails span_first spans symbol_first link_first links"


def facts(result) -> tuple:
    """All of it; words have other numbers in other forests."""
    forest = None
    if result.tokens:
        native = result.forest.native
        words = np.array([*result.forest.words, ""])
        symbols = native.symbols
        arrays = [getattr(native, name) for name in ARRAYS.split()]
        arrays += [result.forest.features, symbols * (symbols < 0), words[symbols * (symbols >= 0)]]
        forest = [
            array.tolist() if array.dtype.kind == "U" else array.tobytes() for array in arrays
        ]
    return result.tokens, result.score, result.features, forest


@pytest.mark.parametrize("lms", [0, 1, 2])
@pytest.mark.parametrize("options", [{}, {"max_words": 4}, {"gaps": "both"}])
@pytest.mark.parametrize("search", ["stack", "cube", "oriented"])
def test_a_translation_does_not_depend_on_the_sentences_before(tmp_path, search, options, lms):
    """Phrases are remembered, but with the same result as if they were not."""
    rng = random.Random(3)
    model = tiny.make(11, tmp_path, lms=lms)
    inputs = [some_input(rng) for _ in range(60)]
    options = SearchOptions(search=search, force_relaxed=True, **options)
    decoder = PhraseDecoder(model.table, model.lms, model.weights, options)
    together = decoder.decode(inputs, DecodeRequest(threads=1, forest=True))
    for one, result in zip(inputs, together, strict=True):
        fresh = PhraseDecoder(model.table, model.lms, model.weights, options)
        [alone] = fresh.decode([one], DecodeRequest(forest=True))
        assert facts(alone) == facts(result)


def test_what_was_forgotten_because_there_was_too_much_is_right_again(tmp_path):
    """More words of phrases, and more bytes of unknown words, than are kept."""
    model = tiny.make(11, tmp_path)
    many = [Zone(1, 2, [["a", "b", str(i), *["c"] * 4000]]) for i in range(40)]
    inputs = [Input(["x", "y", "z"], zones=[zone]) for zone in many]
    inputs += [Input(["x", letter * 300_000, "z"]) for letter in "klmnopq"]
    decoder = PhraseDecoder(model.table, model.lms, model.weights)
    for one, result in zip(inputs, decoder.decode(inputs, DecodeRequest(threads=1)), strict=True):
        [alone] = PhraseDecoder(model.table, model.lms, model.weights).decode([one])
        assert (alone.tokens, alone.score) == (result.tokens, result.score)


@pytest.mark.parametrize("search", ["stack", "cube", "oriented"])
def test_a_translation_with_gaps_does_not_depend_on_the_sentences_before(tmp_path, search):
    """Phrases and their pieces are remembered, but with the same result as if they were not."""
    rng = random.Random(7)
    model = gappy.make(5, tmp_path)
    options = SearchOptions(search=search, gaps="both", gap_features=GAP_FEATURES)
    inputs = [Input([rng.choice(["x", "y", "z", "new"]) for _ in range(7)]) for _ in range(40)]
    decoder = PhraseDecoder(model.table, model.lms, model.weights, options)
    together = decoder.decode(inputs, DecodeRequest(threads=1))
    assert any(len(step.source_spans) > 1 for one in together for step in one.derivation.steps)
    for one, result in zip(inputs, together, strict=True):
        [alone] = PhraseDecoder(model.table, model.lms, model.weights, options).decode([one])
        assert (alone.tokens, alone.score) == (result.tokens, result.score)

"""Checks of what may be demanded of a translation; each fails for a decoder that lacks it."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from dragoman.corpus.lattice import Lattice
from dragoman.forest.prefix import Prefix
from dragoman.search import Input, Zone
from support.search.matrix.columns import Searched, sentences
from support.search.matrix.scores import sources


def forced(searched: Searched) -> None:
    """Texts that exist are found with a derivation at least as good as the listed one; others are unreachable."""
    for words in sentences(5, most=4):
        forest = searched.one(Input(words), True).forest
        assert forest is not None
        found = forest.kbest(20, distinct=True)
        for candidate in found[:: max(1, len(found) // 4)]:
            result = searched.one(Input(words, reference=candidate.tokens))
            assert result.tokens == candidate.tokens
            assert result.score >= candidate.score - 1e-4
    lost = searched.one(Input(["x"], reference=["nobody", "says", "this"]))
    assert lost.outcome.unreachable and lost.tokens == ()


def several_references(searched: Searched) -> None:
    """The better of two texts, and the one that exists of two others."""
    words = ["x", "y", "z"]
    forest = searched.one(Input(words), True).forest
    assert forest is not None
    best, *_, worst = forest.kbest(20, distinct=True)
    result = searched.one(Input(words, references=[worst.tokens, best.tokens]))
    assert (result.tokens, result.outcome.reference) == (best.tokens, 1)
    result = searched.one(Input(words, references=[("nobody",), worst.tokens]))
    assert (result.tokens, result.outcome.reference) == (worst.tokens, 1)


def relaxed(searched: Searched) -> None:
    """Any text is made, with words inserted and left out."""
    rng = random.Random(4)
    kinds = set()
    for words in sentences(40, least=1, most=5):
        text = [rng.choice("abcdu") for _ in range(rng.randint(1, 8))]
        result = searched.one(Input(words, reference=text), force_relaxed=True)
        assert result.tokens == tuple(text)
        added = {step.kind for step in result.derivation.steps} & {
            "inserted",
            "deleted",
            "back-off",
        }
        assert result.outcome.relaxed == bool(added)
        kinds |= added
    assert {"inserted", "deleted"} <= kinds


def prescribed(searched: Searched) -> None:
    """Zones are translated as they say, kept words are copied, and terms are found in the text."""
    words = ["x", "y", "z", "y"]
    result = searched.one(Input(words, zones=[Zone(1, 3, [["given", "words"]])]))
    given = [step for step in result.derivation.steps if step.kind == "given"]
    assert [(step.target, step.source_spans) for step in given] == [(("given", "words"), ((1, 3),))]
    kept = searched.one(Input.keep(words, [(0, 2)]))
    assert ("x", "y") in list(pairwise(kept.tokens))
    model = searched.model()
    assert "cottage" in model.translate("z x y z", terms={"x y": "cottage"}).tokens
    marked = model.translate('z <x translation="cottage">x y</x> z', markup=True)
    assert "cottage" in marked.tokens


def walls(searched: Searched) -> None:
    """What stands before a wall is translated before what stands after it, and would not always be; as markup too."""
    model = searched.model()
    crossed = changed = 0
    for number, words in enumerate(sentences(30)):
        wall = 1 + number % (len(words) - 1)
        held = sources(searched.one(Input(words, walls=[wall])).derivation)
        for word_of in (min, max):  # one phrase may lie across the wall, between all others
            after = [word_of(one) >= wall for one in held]
            assert after == sorted(after)
        free = [word for one in sources(searched.one(Input(words)).derivation) for word in one]
        crossed += [word >= wall for word in free] != sorted(word >= wall for word in free)
        marked = model.translate(" ".join([*words[:wall], "<wall/>", *words[wall:]]), markup=True)
        assert marked.tokens == model.translate(Input(words, walls=[wall])).tokens
        changed += marked.tokens != model.translate(Input(words)).tokens
    assert crossed and changed


def lattice(searched: Searched) -> None:
    """Of a lattice with two readings of some words, the best translation of the best path."""
    rng = random.Random(3)
    for words in sentences(15, most=4):
        place = rng.randrange(len(words))
        other = [*words[:place], rng.choice("xyz"), *words[place + 1 :]]
        places = sorted([*range(len(words)), place])
        read = [other[n] if before == n else words[n] for before, n in pairwise([-1, *places])]
        both = Lattice(tuple(read), tuple((n, n + 1, 0.0) for n in places))
        best = max(searched.one(Input(path)).score for path in (words, other))
        assert searched.one(Input.of_lattice(both)).score == pytest.approx(best, abs=1e-3)


def completed_again(searched: Searched) -> None:
    """A beginning that was typed is kept, where no derivation of the first search has it too."""
    for words in sentences(5, most=4):
        forest = searched.one(Input(words), True).forest
        assert forest is not None
        found = forest.kbest(20, distinct=True)
        for candidate in found[:: max(1, len(found) // 4)]:
            for count in range(1, len(candidate.tokens) + 1):
                typed = candidate.tokens[:count]
                result = searched.one(Input(words, prefix=Prefix.of(typed)))
                assert result.tokens[:count] == typed
    lost = searched.one(Input(["x"], prefix=Prefix.of(["nobody"])))
    assert lost.outcome.unreachable

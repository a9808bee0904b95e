"""Alignment by the beginnings of words, before that by words."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.align import Aligner, AlignOptions
from dragoman.align.beginnings import SHARE, cut, known_by_beginnings
from dragoman.align.links import Links
from dragoman.corpus.integers import UNKNOWN, IntegerCorpus
from support.examples import examples

SENTENCES = st.lists(st.text("aäb", min_size=1, max_size=4), max_size=5).map(" ".join)


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(st.tuples(SENTENCES, SENTENCES), min_size=1, max_size=5), st.data())
def test_what_is_known_is_counted_as_in_plain_python(
    pairs: list[tuple[str, str]], data: st.DataObject
) -> None:
    letters = data.draw(st.integers(1, 3))
    made = []
    for f, e in pairs:
        places = [(i, j) for i in range(len(f.split())) for j in range(len(e.split()))]
        made.append(sorted(data.draw(st.sets(st.sampled_from(places)))) if places else [])
    seen: list[list[str]] = []

    def align(source: IntegerCorpus, target: IntegerCorpus) -> Links:
        seen.extend([side.text(n) for n in range(len(side))] for side in (source, target))
        return Links.of(made)

    source, target = (IntegerCorpus.encode([pair[side] for pair in pairs]) for side in (0, 1))
    found = known_by_beginnings(source, target, letters, align)
    assert seen == [
        [" ".join(word[:letters] for word in pair[side].split()) for pair in pairs]
        for side in (0, 1)
    ]
    expected = Counter(
        (f.split()[i], e.split()[j])
        for (f, e), links in zip(pairs, made, strict=True)
        for i, j in links
    )
    assert found == {pair: SHARE * count for pair, count in expected.items()}


def test_words_that_a_vocabulary_lacks_stay_unknown() -> None:
    """So that training refuses them as it does without this."""
    text = IntegerCorpus.encode(["rotes haus"])
    ids = np.array([1, UNKNOWN], np.uint32)
    shorter = cut(IntegerCorpus(ids, text.offsets, text.vocabulary), 3)
    assert shorter.text(0) == "hau <unk>"


SOURCE = ["roten garten", "rotes buch", "roter wein", "gartens mauer", "gartenzaun"]
TARGET = ["gardens reddish", "book red", "wine reds", "wall gardening", "gardener"]
"""Words of the first pair are seen once: alone they say nothing of it, their beginnings all."""


def test_forms_of_a_word_learn_from_each_other() -> None:
    words = Aligner.train(SOURCE, TARGET).lexical_tables()
    assert words.forward("roten", "gardens") > 0.9
    for threads in (1, 2):
        options = AlignOptions(beginnings=3)
        tables = Aligner.train(SOURCE, TARGET, options, threads=threads).lexical_tables()
        assert (
            tables.forward("roten", "reddish") > 0.9 and tables.reverse("garten", "gardens") > 0.9
        )
        assert tables.forward("roten", "gardens") < 0.1


def test_a_dictionary_counts_beside_them() -> None:
    """The weight of priors is that of the dictionary alone."""
    wrong = {("roten", "gardens"): 9.0, ("garten", "reddish"): 9.0}
    found = [
        Aligner.train(
            SOURCE, TARGET, AlignOptions(beginnings=3, priors_weight=weight), priors=wrong
        )
        .lexical_tables()
        .forward("roten", "gardens")
        for weight in (0.0, 1.0)
    ]
    assert found[0] < 0.1 and found[1] > 0.5

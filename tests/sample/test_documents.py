from __future__ import annotations

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError
from dragoman.sample import INVENTED, LABELS, NAMES, Phenomena, SampleOptions, generate
from dragoman.sample.phonology import zipf
from support.sample_corpus import sample_documents, sample_sentences


def test_a_seed_decides_everything() -> None:
    options = SampleOptions(pairs=120, seed=5, languages=INVENTED)
    assert list(generate(options)) == list(generate(options))


def test_other_seeds_give_other_texts_in_the_same_languages() -> None:
    first, second = sample_sentences(1500, seed=5), sample_sentences(1500, seed=6)
    assert {s.source for s in first}.isdisjoint({s.source for s in second if len(s.source) > 8})
    words = Counter(w for s in second for w in s.source)
    known = {w for s in first for w in s.source}
    assert sum(n for w, n in words.items() if w in known) > 0.85 * words.total()


@given(st.integers(0, 60))
def test_a_small_corpus_is_the_start_of_a_large_one(pairs: int) -> None:
    small = [
        s for d in generate(SampleOptions(pairs, seed=3, languages=INVENTED)) for s in d.sentences
    ]
    assert small == sample_sentences(60, seed=3)[:pairs]


@pytest.mark.parametrize("name", [None, *NAMES])
def test_annotation_fits_the_words(name: str | None) -> None:
    phenomena = Phenomena().without(name) if name else Phenomena()
    for sentence in sample_sentences(300, 1, phenomena):
        sentence.alignment.check(len(sentence.source), len(sentence.target))
        assert sentence.source_tree.words == sentence.source
        assert sentence.source_tree.is_projective()
        assert len(sentence.source_tree.roots) == 1
        assert sentence.target_tree.words() == sentence.target
        assert len(sentence.target_tags) == len(sentence.target)
        assert len(sentence.source_tags) == len(sentence.source)
        assert set(sentence.phenomena) <= set(LABELS)
        assert all(5 <= len(side) <= 40 for side in (sentence.source, sentence.target))


def test_nearly_all_words_are_aligned() -> None:
    sentences = sample_sentences(1000)
    links = [s.alignment.links for s in sentences]
    for side, words in ((0, [s.source for s in sentences]), (1, [s.target for s in sentences])):
        aligned = sum(len({link[side] for link in row}) for row in links)
        assert aligned > 0.97 * sum(map(len, words))


def test_tags_agree_across_content_words() -> None:
    for sentence in sample_sentences(300):
        for i, j in sentence.alignment.links:
            for tag in ("ADJ", "NUM", "PROPN", "DET"):
                if sentence.source_tags[i] == tag:
                    assert sentence.target_tags[j] in (tag, "ADP")


def test_lengths_vary() -> None:
    lengths = sorted(len(s.source) for s in sample_sentences(2000))
    assert 10 <= lengths[1000] <= 18
    assert lengths[100] <= 8
    assert lengths[1900] >= 22


def test_documents_are_of_some_sentences() -> None:
    documents = sample_documents(1000)
    assert sum(len(d.sentences) for d in documents) == 1000
    assert all(8 <= len(d.sentences) <= 16 for d in documents[:-1])
    assert len({d.id for d in documents}) == len(documents)
    plain = documents[0].plain()
    assert plain.sentences[0].source == " ".join(documents[0].sentences[0].source)


def test_documents_have_topics() -> None:
    """Nouns repeat within a document more than across documents."""
    documents = [
        {
            lemma
            for sentence in document.sentences
            for lemma, tag in zip(sentence.source_tree.lemmas, sentence.source_tags, strict=True)
            if tag == "NOUN"
        }
        for document in sample_documents(1000)
    ]
    topics = [d.topic for d in sample_documents(1000)]
    same, other = [], []
    for k, first in enumerate(documents):
        for m in range(k):
            shared = len(first & documents[m]) / len(first)
            (same if topics[k] == topics[m] else other).append(shared)
    assert sum(same) / len(same) > 1.2 * sum(other) / len(other)


@pytest.mark.parametrize("side", ["source", "target"])
def test_frequencies_are_zipfian(side: str) -> None:
    words = Counter(w for s in sample_sentences(4000) for w in getattr(s, side))
    assert len(words) > 3500
    ranks = [(math.log(r + 1), math.log(n)) for r, (_, n) in enumerate(words.most_common(1500))]
    ranks = ranks[5:]
    mean_x = sum(x for x, _ in ranks) / len(ranks)
    mean_y = sum(y for _, y in ranks) / len(ranks)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in ranks)
    slope /= sum((x - mean_x) ** 2 for x, _ in ranks)
    assert -1.3 < slope < -0.7
    assert sum(n == 1 for n in words.values()) > 0.2 * len(words)


def test_zipf_stays_in_range() -> None:
    from random import Random

    random = Random(1)
    draws = Counter(zipf(random, 50) for _ in range(20000))
    assert min(draws) == 0
    assert max(draws) == 49
    assert draws[0] > 1.5 * draws[1] > 1.5 * draws[3]


def test_unknown_phenomena_are_refused() -> None:
    with pytest.raises(ConfigError, match="no phenomenon 'magic'; there are cohesion"):
        Phenomena().without("magic")

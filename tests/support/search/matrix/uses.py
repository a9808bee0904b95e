"""Checks of what is made of a translation and its forest; each fails for a decoder that lacks it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from dragoman.corpus.dependency import DependencyTree
from dragoman.forest.segmentation import parse_segmentation, segmented
from dragoman.search import Input
from support.forest.plain_posteriors import plain_word_posteriors
from support.search.matrix.columns import Searched, parsed, sentences
from support.search.matrix.scores import sources
from support.search.plain_cohesion import cohesive


def gapped(searched: Searched) -> None:
    """Rules with gaps on both sides are applied."""
    texts = [
        (step.source_text, step.target_text)
        for words in sentences(30)
        for step in searched.one(Input(words)).derivation.steps
    ]
    assert any("…" in source for source, _ in texts)
    assert any("…" in target for _, target in texts)


def listed(searched: Searched) -> None:
    """The n best are sorted and begin with the translation, and the forest scores what its features weigh."""
    decoder = searched.decoder()
    weights = np.array([decoder.weights[name] for name in decoder.feature_names])
    several = 0
    for words in sentences(5, most=4):
        result = searched.one(Input(words), True)
        assert result.forest is not None
        found = result.forest.kbest(50)
        scores = [one.score for one in found]
        assert scores == pytest.approx(sorted(scores, reverse=True), abs=1e-9)
        assert found[0].score == pytest.approx(result.score, abs=1e-4)
        assert result.forest.scores == pytest.approx(result.forest.features @ weights, abs=1e-4)
        for one in found:
            total = sum(decoder.weights[name] * value for name, value in one.features.items())
            assert total == pytest.approx(one.score, abs=1e-4)
        texts = [one.tokens for one in result.forest.kbest(50, distinct=True)]
        assert len(set(texts)) == len(texts)
        several += len(texts) > 1
    assert several


def document(searched: Searched) -> None:
    """A page is translated with its tags, its terms and what is not to be translated."""
    model = searched.model()
    page = b'<p>x <b>y</b> z</p><p>z <code>y x</code> x</p><p translate="no">x y</p>'
    found = model.translate_document(page, "html", terms={"z": "cottage"})
    assert found.text.count("cottage") == 2
    assert "<b>" in found.text and "<code>y x</code>" in found.text
    assert found.text.endswith('<p translate="no">x y</p>')
    words = {word for one in found if one.translation for word in one.translation.tokens}
    assert words - set("xyz")


class _Known:
    """A parser that knows some sentences."""

    def __init__(self, inputs: Sequence[Input]) -> None:
        self._trees = {tuple(one.tokens): one.tree for one in inputs}

    def parse(self, sentences: Sequence[Sequence[str]], threads: int = 1) -> list[DependencyTree]:
        """Return their trees."""
        found = [self._trees[tuple(words)] for words in sentences]
        return [tree for tree in found if tree is not None]


def parsed_document(searched: Searched) -> None:
    """A document is translated with the trees of the model's parser: as if they had been given."""
    feature = "coh1" if searched.system.type.name == "phrase" else "coh.crossing"
    inputs = list({tuple(one.tokens): one for one in parsed(20)}.values())
    page = "".join(f"<p>{' '.join(one.tokens)}</p>" for one in inputs).encode()
    model = searched.model(cohesion=[feature])
    without = model.translate_document(page, "html")
    assert not any(one.translation.features[feature] for one in without if one.translation)
    model.parser = _Known(inputs)
    found = [one.translation for one in model.translate_document(page, "html")]
    given = [one.features for one in model.translate(inputs)]
    assert [one.features for one in found if one is not None] == given
    assert any(features[feature] for features in given)


def completed(searched: Searched) -> None:
    """The best derivation of the forest that begins as typed goes on as the completion says."""
    model = searched.model()
    for words in sentences(5, most=4):
        line = " ".join(words)
        found = model.translate(line, nbest=50).nbest
        for candidate in found[:: max(1, len(found) // 4)]:
            typed = candidate.text.split()[: max(1, len(candidate.text.split()) // 2)]
            beginning = " ".join(typed)
            expected = next(one for one in found if one.text.split()[: len(typed)] == typed)
            answer = model.complete(line, beginning + " ")
            assert answer.exact
            assert answer.text.split() == expected.text.split()


def confidences(searched: Searched) -> None:
    """The confidence of every word is its share of all derivations in the forest."""
    model = searched.model()
    unsure = 0
    for line in ("x y", "z", "z x", "x y z"):
        found = model.translate(line, forest=True, confidence=0.5)
        assert found.forest is not None
        best = found.derivation
        linked, covered = (plain_word_posteriors(found.forest, 0.5, by) for by in (True, False))
        numbers = {word: number for number, word in enumerate(found.forest.words)}
        expected = dict.fromkeys(range(len(best.tokens)), 0.0)
        for step in best.steps:
            own = [word for first, last in step.source_spans for word in range(first, last)]
            for word, place in zip(step.target, step.target_positions, strict=True):
                links = [source for source, target in step.alignment if target == place]
                sums = linked if links else covered
                found_for = (sums.get((source, numbers[word]), 0.0) for source in links or own)
                expected[place] = min(1.0, max(found_for, default=0.0))
        assert list(found.confidence) == pytest.approx(list(expected.values()), abs=1e-5)
        unsure += any(value < 0.999 for value in found.confidence)
    assert unsure


def explained(searched: Searched) -> None:
    """Every step is told with its words, and the costs of all steps add up to the score."""
    model = searched.model()
    for words in sentences(5):
        found = model.translate(" ".join(words))
        text = found.explain()
        for step in found.derivation.phrases:
            assert step.source_text in text and step.target_text in text
        data = found.as_dict()
        assert sum(step["score"] for step in data["steps"]) == pytest.approx(found.score, abs=1e-4)


def filtered(searched: Searched) -> None:
    """The k-best filter takes the best cohesive derivation, and a line with its phrases has the same verdict."""
    model = searched.model()
    changed = 0
    for given in parsed(20):
        assert given.tree is not None
        derivations = [e.derivation for e in model.translate(given, nbest=50, distinct=False).nbest]
        good = [d for d in derivations if _cohesive(given, sources(d))]
        for one in derivations[:10]:
            read = [phrase.source for phrase in parse_segmentation(segmented(one)).phrases]
            assert _cohesive(given, read) == _cohesive(given, sources(one))
        expected = good[0] if good else derivations[0]
        found = model.translate(given, kbest_filter=50)
        assert found.score == pytest.approx(expected.score, abs=1e-4)
        changed += bool(good) and good[0] is not derivations[0]
    assert changed


def _cohesive(given: Input, phrases: list[tuple[int, ...]]) -> bool:
    assert given.tree is not None
    return cohesive(given.tree, [set(one) for one in phrases])

"""Two passes over documents with a model: what is counted, what it changes, and what stays."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import dragoman
from dragoman.common.errors import FormatError
from dragoman.consistency import (
    NAMES,
    Consistency,
    ConsistencyOptions,
    DiscourseInput,
    DocumentFrequencies,
    GlossaryEntry,
    read_glossary,
)
from dragoman.consistency.clusters import units
from dragoman.corpus.document import Document, Sentence
from dragoman.search import Input
from support.model.handful import make_model

ALL = ConsistencyOptions(("c1", "c2", "c3"))
FREQUENCIES = DocumentFrequencies(10, {"the": 10})


def sentences(*lines: str, document: str = "d") -> list[Input]:
    return [Input(line.split(), document=document) for line in lines]


def consistent(options=ALL, weight=0.0, **more):
    model = make_model()
    model.consistency = Consistency(options, FREQUENCIES, **more)
    for name in NAMES.values():
        if name in model.weights:
            model.weights[name] = weight
    return model


def texts(translations) -> list[str]:
    return [one.text for one in translations]


TEXT = sentences("das haus ist klein", "haus das", "ist das haus klein")


def test_zero_weights_give_the_first_pass():
    plain, model = make_model(), consistent()
    first, second = plain.translate(TEXT, nbest=5), model.translate(TEXT, nbest=5)
    assert texts(first) == texts(second)
    assert [t.score for t in first] == pytest.approx([t.score for t in second])
    for a, b in zip(first, second, strict=True):
        assert [e.text for e in a.nbest] == [e.text for e in b.nbest]
    assert any(second[0].features[name] > 0 for name in NAMES.values())


def test_a_model_keeps_its_consistency(tmp_path):
    glossary = (GlossaryEntry("haus", "building", 5), GlossaryEntry("das haus", "the house"))
    model = consistent(weight=0.3, first_weights={"lm": 0.1}, glossary=glossary)
    model.save(tmp_path / "model")
    again = dragoman.load(tmp_path / "model")
    assert again.consistency == model.consistency
    assert again.weights == model.weights
    assert texts(again.translate(TEXT)) == texts(model.translate(TEXT))
    again.consistency = None
    assert set(again.weights) == set(make_model().weights)


def test_counts_of_the_first_pass_are_those_of_its_derivations():
    model = consistent(weight=5.0)
    plain = make_model().translate(TEXT)
    [counts] = {
        id(one.discourse): one.discourse.counts for one in model.decoder().informed(TEXT)
    }.values()
    assert counts.words == sum_of(word for t in plain for word in t.tokens)
    assert counts.rules == sum_of(step.rule for t in plain for step in t.derivation.steps)
    assert counts.pairs == sum_of(
        (t.source_tokens[i], t.tokens[j]) for t in plain for i, j in t.alignment
    )


def sum_of(things):
    from collections import Counter

    return Counter(things)


def test_a_choice_spreads_over_its_document_only():
    """`building` is the choice of most sentences; with the features it is everybody's."""
    lines = sentences("haus", "haus", "das haus ist klein")
    given = [replace(one, zones=[dragoman.search.Zone(0, 1, [["building"]])]) for one in lines[:2]]
    other = sentences("das haus ist klein", document="e")
    model = consistent(ConsistencyOptions(("c3",)), 3.0)
    together = texts(model.translate([*given, lines[2], *other]))
    assert together == ["building", "building", "the building is small", "the house is small"]
    model.consistency = replace(model.consistency, options=replace(ALL, features=()))
    assert texts(model.translate([*given, lines[2]]))[2] == "the house is small"


def test_sentences_without_a_document_are_translated_once():
    model = consistent(weight=3.0)
    [one] = model.translate([Input(["das", "haus", "ist", "klein"])])
    assert all(one.features[name] == 0 for name in NAMES.values())
    assert model.translate("das haus").text == "the house"
    document = Document("d", (Sentence("das haus"), Sentence("haus")))
    assert any(t.features["consistency.rules"] > 0 for t in model.translate(document))


def test_the_same_for_any_number_of_threads():
    model = consistent(weight=0.7)
    many = [replace(one, document=str(i)) for i in range(9) for one in TEXT]
    one, four = model.translate(many, threads=1), model.translate(many, threads=4)
    assert [t.features for t in one] == [t.features for t in four]


def test_a_glossary_counts_before_the_document(tmp_path):
    (tmp_path / "terms.tsv").write_text("haus\tbuilding\n\n", encoding="utf-8")
    glossary = read_glossary(tmp_path / "terms.tsv")
    assert glossary == (GlossaryEntry("haus", "building"),)
    for feature in ("c1", "c2", "c3"):
        options = ConsistencyOptions((feature,))
        with_it = consistent(options, 3.0, glossary=glossary).translate(sentences("haus"))
        assert texts(with_it) == ["building"]
        assert texts(consistent(options, 3.0).translate(sentences("haus"))) == ["house"]


@pytest.mark.parametrize("line", ["haus", "haus\t", "haus\tbuilding\tmany", "\tbuilding"])
def test_glossaries_that_are_none(tmp_path, line):
    (tmp_path / "terms.tsv").write_text(line + "\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"terms\.tsv:1"):
        read_glossary(tmp_path / "terms.tsv")


def test_more_passes_go_on_until_nothing_changes():
    """Three passes are four, once the counts of a pass are those that it was given."""
    model = consistent(weight=0.5)
    results = []
    for passes in (3, 9, 10):
        model.consistency = replace(model.consistency, options=replace(ALL, passes=passes))
        results.append(texts(model.translate(TEXT)))
    assert results[1] == results[2]


def test_clusters_of_similar_documents():
    inputs = [
        *sentences("tree leaf root", document="a"),
        *sentences("tree leaf root branch", document="b"),
        *sentences("money bank loan", document="c"),
        Input(["alone"]),
    ]
    assert units(inputs, ALL) == ["a", "b", "c", ""]
    assert units(inputs, replace(ALL, similarity=0.5)) == ["a", "a", "c", ""]
    assert units(inputs, replace(ALL, similarity=0.99)) == ["a", "b", "c", ""]


def test_tuning_decodes_the_first_pass_once():
    from dragoman.experiment.tuning import Decoding

    model = consistent(weight=0.5)
    start = {n: w for n, w in model.weights.items() if n not in NAMES.values()}
    decoding = Decoding(model, TEXT, 5, 1)
    assert model.consistency.first_weights == start
    assert all(isinstance(one, DiscourseInput) for one in decoding.sentences)
    lists = decoding({**model.weights, "lm": 0.9})
    place = list(model.weights).index("consistency.rules")
    assert lists[0][0].features[place] > 0
    assert model.consistency.first_weights == start
    assert np.isfinite(lists[0][0].features).all()

"""What every decoder of the list does alike, whatever its search."""

from __future__ import annotations

import json
import math
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib.metadata import EntryPoint
from typing import get_args

import numpy as np
import pytest

from dragoman.common import plugins
from dragoman.common.errors import ConfigError
from dragoman.corpus.lattice import Lattice
from dragoman.forest.prefix import Prefix
from dragoman.forest.segmentation import parse_segmentation, phrases_of, segmented
from dragoman.lm import ClassOptions, LanguageModel, LMOptions, WordClasses
from dragoman.search import (
    DecodeRequest,
    EdgeFeature,
    Input,
    PhraseDecoder,
    RuleFeature,
    SearchFeature,
    Zone,
    decoder,
    decoder_type,
    decoders,
)
from dragoman.search.input import Demand, check_demands
from support.forest.word_links import check_word_links
from support.search.conformance import SYSTEMS


@pytest.fixture(scope="module", params=SYSTEMS)
def system(request, tmp_path_factory):
    return SYSTEMS[request.param](tmp_path_factory.mktemp("model"))


def sentences(count, seed=5):
    rng = random.Random(seed)
    return [[rng.choice("xyzu") for _ in range(rng.randint(1, 7))] for _ in range(count)]


def one(system, sentence, forest=False, **options):
    [result] = system.decoder(**options).decode([sentence], DecodeRequest(forest=forest))
    return result


def check_derivation(derivation, weights):
    """Every source word is translated once, every target word made once, and the score is what the features say."""
    spans = [span for step in derivation.steps for span in step.source_spans]
    covered = sorted(word for begin, end in spans for word in range(begin, end))
    assert covered == list(range(len(derivation.source)))
    made = sorted(place for step in derivation.steps for place in step.target_positions)
    assert made == list(range(len(derivation.tokens)))
    for number, step in enumerate(derivation.steps):
        assert all(tail < number for tail in step.tails)
        assert [derivation.tokens[i] for i in step.target_positions] == list(step.target)
        total = sum(weights[name] * value for name, value in step.features.items())
        assert total == pytest.approx(step.score, abs=1e-4)
    used = [tail for step in derivation.steps for tail in step.tails]
    assert sorted(used) == list(range(len(derivation.steps) - 1))
    assert all(
        i < len(derivation.source) and j < len(derivation.tokens) for i, j in derivation.alignment
    )
    if derivation.linked is not None:
        check_word_links(derivation)
    read = parse_segmentation(segmented(derivation))
    assert read.tokens == derivation.tokens
    assert list(read.phrases) == phrases_of(derivation)
    data = derivation.as_dict(weights)
    assert json.loads(json.dumps(data)) == data


def test_the_list_is_frozen():
    assert list(decoder.DECODERS.ours) == ["phrase", "chart", "treelet"]
    assert set(SYSTEMS) == set(decoder.DECODERS.ours), (
        "every decoder needs a system in conformance.py"
    )
    for name in decoder.DECODERS.ours:
        assert decoder_type(name).name == name


def test_other_packages_bring_decoders(monkeypatch):
    theirs = EntryPoint("theirs", "dragoman.search.phrase:PhraseDecoder", decoder.DECODERS.group)
    false = EntryPoint("phrase", "nowhere:Nothing", decoder.DECODERS.group)
    monkeypatch.setattr(plugins, "entry_points", lambda group: [false, theirs])
    assert list(decoders()) == ["phrase", "chart", "treelet", "theirs"]
    assert decoder_type("theirs") is decoder_type("phrase") is PhraseDecoder
    with pytest.raises(
        ConfigError,
        match="there is no decoder 'chrt'; the decoders are: phrase, chart, treelet, theirs",
    ):
        decoder_type("chrt")


def test_features_and_weights(system):
    made = system.decoder()
    assert made.feature_names == system.type.features_of(system.rules, system.lms)
    assert len(set(made.feature_names)) == len(made.feature_names)
    with pytest.raises(ConfigError, match="is not a feature of the model"):
        system.decoder(weights={"nonsense": 1.0})


def test_a_model_of_word_classes_scores_every_word_as_its_class(system):
    outputs = [
        " ".join(one.tokens) for one in system.decoder().decode(list(map(Input, sentences(30))))
    ]
    classes = WordClasses.train(outputs, ClassOptions(count=2))
    plain = LanguageModel.train(classes.lines(outputs), LMOptions(order=3))
    lm = plain.of_members(classes.vocabulary, [str(one) for one in classes.classes.tolist()])
    lms = [*system.lms, lm]
    name = f"lm{len(lms)}"
    with_classes = replace(system, lms=lms, weights={**system.weights, name: 0.7}).decoder()
    assert name in with_classes.feature_names
    inputs = [Input(one) for one in [*sentences(20, seed=6), ["x", "xyzzy", "y"]]]
    changed = 0
    for result, before in zip(
        with_classes.decode(inputs), system.decoder().decode(inputs), strict=True
    ):
        [line] = classes.lines([" ".join(result.tokens)])
        assert result.features[name] == pytest.approx(plain.score(line) * math.log(10), abs=1e-3)
        changed += result.tokens != before.tokens
    assert changed


def test_a_word_with_a_given_translation_is_not_copied(system):
    """Neither freely nor for a text: guesses of unseen words compete with nothing."""
    zones = [Zone(0, 1, [["q"]], exclusive=False)]
    free = one(system, Input(["u"], zones), forest=True)
    assert [found.tokens for found in free.forest.kbest(10)] == [("q",)]
    assert one(system, Input(["u"], zones, reference=["q"])).tokens == ("q",)
    assert one(system, Input(["u"], zones, reference=["u"])).outcome.unreachable
    assert one(system, Input(["u"], zones, prefix=Prefix.of(["u"]))).outcome.unreachable


def test_nothing_and_no_sentences(system):
    assert system.decoder().decode([]) == []
    result = one(system, Input([]), forest=True)
    assert (result.tokens, result.score, result.derivation.steps) == ((), 0, ())
    assert set(result.features.values()) == {0.0}
    assert result.forest.kbest(3) == []


def test_unknown_words_are_copied_and_told(system):
    result = one(system, Input(["x", "grün", "B52"]))
    assert {"grün", "B52"} <= set(result.tokens)
    unknown = [step for step in result.derivation.steps if step.kind == "unknown"]
    assert sorted(step.source for step in unknown) == [("B52",), ("grün",)]
    assert result.features["unknown"] == -200
    assert result.derivation.linked is not None
    check_derivation(result.derivation, system.weights)


def test_a_thread_that_nobody_interrupts_decodes_by_itself(system):
    """The same results, and no thread of the core's own (``NativeDecoder.decode``)."""
    inputs = [Input(words) for words in sentences(12)]
    asked = system.decoder(features=[RuleCount()], weights={RuleCount.name: 0.5})
    for made in (system.decoder(), asked):  # what is written in Python is asked on that thread
        with ThreadPoolExecutor(1) as pool:
            elsewhere = pool.submit(made.decode, inputs).result()
        assert elsewhere == made.decode(inputs)


def test_zones_are_obeyed(system):
    words = ["x", "y", "z", "y"]
    result = one(system, Input(words, zones=[Zone(1, 3, [["given", "words"]])]))
    given = [step for step in result.derivation.steps if step.kind == "given"]
    assert [step.target for step in given] == [("given", "words")]
    assert given[0].source_spans == ((1, 3),)
    assert {"given", "words"} <= set(result.tokens)
    check_derivation(result.derivation, system.weights)
    own = one(system, Input(words))
    either = one(system, Input(words, zones=[Zone(1, 3, [["given"]], exclusive=False)]))
    assert either.score >= own.score - 1e-6


def test_forced_decoding_finds_the_best_derivation_of_a_text(system):
    if "reference" not in system.type.takes:
        pytest.skip("the decoder takes no references")
    for words in sentences(5):
        candidates = one(system, Input(words), forest=True).forest.kbest(20, distinct=True)
        for candidate in candidates[:: max(1, len(candidates) // 4)]:
            forced = one(system, Input(words, reference=candidate.tokens))
            assert forced.tokens == candidate.tokens
            assert forced.score >= candidate.score - 1e-4
            check_derivation(forced.derivation, system.weights)
    impossible = one(system, Input(["x"], reference=["nobody", "says", "this"]))
    assert impossible.outcome.unreachable
    assert impossible.tokens == ()


def test_a_given_beginning_is_kept(system):
    if "prefix" not in system.type.takes:
        pytest.skip("the decoder takes no beginnings")
    for words in sentences(5):
        candidates = one(system, Input(words), forest=True).forest.kbest(20, distinct=True)
        for candidate in candidates[:: max(1, len(candidates) // 4)]:
            for count in range(1, len(candidate.tokens) + 1):
                begun = one(system, Input(words, prefix=Prefix.of(candidate.tokens[:count])))
                assert begun.tokens[:count] == candidate.tokens[:count]  # the search may be narrow
                check_derivation(begun.derivation, system.weights)
    impossible = one(system, Input(["x"], prefix=Prefix.of(["nobody"])))
    assert impossible.outcome.unreachable
    assert impossible.tokens == ()


def test_demands_that_are_not_taken_are_refused(system):
    all_kinds: dict[Demand, Input] = {
        "zones": Input(["x"], zones=[Zone(0, 1, [["a"]])]),
        "walls": Input(["x", "y"], walls=[1]),
        "reference": Input(["x"], reference=["a"]),
        "prefix": Input(["x"], prefix=Prefix.of(["a"])),
        "lattice": Input.of_lattice(Lattice(("x",), ((0, 1, 0.0),))),
    }
    assert set(all_kinds) == set(get_args(Demand))
    for demand, sentence in all_kinds.items():
        assert sentence.demands == {demand}
        with pytest.raises(ConfigError, match=f"the simple decoder takes no {demand}"):
            check_demands([Input(["y"]), sentence], frozenset(), "simple")
        if demand in system.type.takes:
            assert one(system, sentence).tokens is not None
        else:
            with pytest.raises(ConfigError, match=f"takes no {demand}"):
                one(system, sentence)


def test_the_n_best_are_sorted_and_begin_with_the_best(system):
    for words in sentences(5):
        result = one(system, Input(words), forest=True)
        found = result.forest.kbest(50)
        scores = [derivation.score for derivation in found]
        assert scores == pytest.approx(sorted(scores, reverse=True), abs=1e-9)
        assert found[0].score == pytest.approx(result.score, abs=1e-4)
        assert found[0].tokens == result.tokens
        distinct = result.forest.kbest(50, distinct=True)
        assert len({derivation.tokens for derivation in distinct}) == len(distinct)
        for derivation in found[:10]:
            check_derivation(derivation, system.weights)


def test_the_forest_scores_what_its_features_weigh(system):
    names = system.decoder().feature_names
    weights = np.array([system.weights[name] for name in names])
    for words in sentences(5):
        result = one(system, Input(words), forest=True)
        assert result.forest.feature_names == names
        assert result.forest.scores == pytest.approx(result.forest.features @ weights, abs=1e-4)
        total = sum(system.weights[name] * value for name, value in result.features.items())
        assert total == pytest.approx(result.score, abs=1e-4)
        assert tuple(result.features) == names


def test_threads_change_nothing(system):
    inputs = [Input(words) for words in sentences(30)]
    first, *others = (system.decoder().decode(inputs, DecodeRequest(threads=n)) for n in (1, 2, 3))
    for other in others:
        assert other == first


def test_other_rules_leave_options_weights_and_features(system):
    inputs = [Input(words) for words in sentences(10)]
    asked = {"features": [RuleCount()], "weights": {RuleCount.name: 0.5}}
    made = system.decoder(**asked, unknown="drop", table_limit=1)
    again = made.with_rules(made.rules)
    assert again.decode(inputs) == made.decode(inputs)
    assert again.decode(inputs) != system.decoder(**asked).decode(inputs)
    assert (again.feature_names, again.weights) == (made.feature_names, made.weights)
    assert (again.takes, again.by_document) == (made.takes, made.by_document)


def test_progress_is_told(system):
    told = []
    system.decoder().decode([Input(["x"])] * 5, progress=lambda *facts: told.append(facts))
    assert told


class Length(SearchFeature):
    """Counts target words as the translation grows."""

    name = "length"

    def extend(self, sentence, states, steps):
        return [len(step.target) for step in steps], states


class EdgeLength(EdgeFeature):
    """The same of edges, and remembers nothing."""

    name = "edge_length"

    def apply(self, sentence, steps, tails):
        counts = [sum(isinstance(word, str) for word in step.target) for step in steps]
        return counts, [None] * len(steps)


class RuleCount(RuleFeature):
    """One for every rule of the table."""

    name = "rules"

    def values(self, sentence, table, rules):
        return np.ones(len(rules))


@pytest.mark.parametrize("kind", [EdgeLength, RuleCount])
def test_features_in_python_are_summed(system, kind):
    made = system.decoder(features=[kind()], weights={kind.name: 0.5})
    assert made.feature_names[-1] == kind.name
    for words in sentences(3):
        [result] = made.decode([Input(words)])
        of_rules = sum(step.kind == "rule" for step in result.derivation.steps)
        expected = of_rules if kind is RuleCount else len(result.tokens)
        assert result.features[kind.name] == expected
        check_derivation(result.derivation, {**system.weights, kind.name: 0.5})


def test_features_that_go_from_left_to_right_are_asked_or_refused(system):
    try:
        made = system.decoder(features=[Length()], weights={"length": 0.5})
    except ConfigError as error:
        assert "length" in str(error) and "left to right" in str(error)
        return
    for words in sentences(3):
        [result] = made.decode([Input(words)])
        assert result.features["length"] == len(result.tokens)

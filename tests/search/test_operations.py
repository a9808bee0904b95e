"""The operation sequence model as a feature of the phrase decoder; its forests are compared with enumeration in
``test_forests.py``."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError
from dragoman.grammar import AlignedBitext, PhraseTableOptions, extract
from dragoman.lm import LanguageModel, LMOptions
from dragoman.model import Model
from dragoman.osm import OperationModel, OperationOptions
from dragoman.search import ChartDecoder, DecodeRequest, Input, PhraseDecoder, SearchOptions, Zone
from support.examples import examples
from support.search import hiero, lattices, tiny
from support.search.plain_operations import operation_value, random_model, sequences, with_links

WIDE = {"stack": 0, "beam": 0.0, "table_limit": 0, "pop_limit": 10**6}
relaxed = settings(
    max_examples=examples(20),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def phrases_of(result) -> list:
    """The phrases of a derivation, as the oracle takes them."""
    return [
        (
            [word for begin, end in step.source_spans for word in range(begin, end)],
            step.target,
            [(source, step.target_positions.index(place)) for source, place in step.alignment],
        )
        for step in result.derivation.phrases
    ]


def tiny_decoder(seed: int, directory: Path, **options) -> tuple[PhraseDecoder, OperationModel]:
    rng = random.Random(seed)
    model = tiny.make(seed, directory)
    table, _ = with_links(rng, model.table)
    osm = random_model(rng, 3)
    weights = model.weights | {osm.name: 0.7}
    return PhraseDecoder(table, model.lms, weights, SearchOptions(**options), [osm]), osm


@pytest.mark.parametrize("search", ["stack", "cube", "oriented"])
@relaxed
@given(st.integers(0, 10**6), st.integers(5, 90), st.sampled_from([-1, 4]))
def test_long_lines(tmp_path: Path, search: str, seed: int, length: int, limit: int) -> None:
    """The value of the derivation that was found is that of its operations, in wide windows too."""
    decoder, osm = tiny_decoder(seed, tmp_path, search=search, distortion_limit=limit, stack=5)
    words = random.Random(seed).choices("xyzu", k=length)
    [result] = decoder.decode([Input(words)])
    expected = operation_value(osm, words, phrases_of(result))
    assert result.features[osm.name] == pytest.approx(expected, rel=1e-5)


@relaxed
@given(st.integers(0, 10**6))
def test_a_line_in_pieces(tmp_path: Path, seed: int) -> None:
    """Each piece has a sequence of its own; only the first begins a sentence, and only the last ends one."""
    decoder, osm = tiny_decoder(seed, tmp_path, max_words=4, stack=10)
    words = random.Random(seed).choices("xyz", k=10)
    [result] = decoder.decode([Input(words)])
    assert result.outcome.degraded
    phrases, expected = phrases_of(result), 0.0
    ends = {4, 8, 10}
    while phrases:
        first = min(min(one[0]) for one in phrases)
        end = min(end for end in ends if end > first)
        own = [one for one in phrases if max(one[0]) < end]
        moved = [
            ([w - first for w in places], target, [(w - first, p) for w, p in links])
            for places, target, links in own
        ]
        phrases = phrases[len(own) :]
        names = [name for one in sequences(words[first:end], moved) for name in one]
        expected += osm.lm.score(names, bos=first == 0, eos=not phrases)
    assert result.features[osm.name] == pytest.approx(expected * 2.302585, rel=1e-4)


def test_any_number_of_threads(tmp_path: Path) -> None:
    decoder, _ = tiny_decoder(5, tmp_path, stack=20, pop_limit=20)
    rng = random.Random(1)
    inputs = [Input(rng.choices("xyzu", k=8)) for _ in range(30)]
    one, two = (decoder.decode(inputs, DecodeRequest(threads=n)) for n in (1, 2))
    assert [(r.tokens, r.features) for r in one] == [(r.tokens, r.features) for r in two]
    alone = [decoder.decode([each])[0] for each in reversed(inputs)]
    assert [(r.tokens, r.features) for r in reversed(alone)] == [
        (r.tokens, r.features) for r in one
    ]


def test_given_translations_and_references(tmp_path: Path) -> None:
    decoder, osm = tiny_decoder(7, tmp_path, distortion_limit=-1, **WIDE)
    words = ["x", "y", "z"]
    zone = Zone(0, 2, [["a", "q"]])
    [result] = decoder.decode([Input(words, zones=[zone])])
    assert (
        "x_y→a_q"
        in sequences(words, phrases_of(result))[0] + sequences(words, phrases_of(result))[-1]
    )
    assert result.features[osm.name] == pytest.approx(
        operation_value(osm, words, phrases_of(result))
    )
    [forced] = decoder.decode([Input(words, reference=list(result.tokens), zones=[zone])])
    assert forced.score == pytest.approx(result.score, abs=1e-4)


def test_what_cannot_be(tmp_path: Path) -> None:
    decoder, osm = tiny_decoder(7, tmp_path)
    given = Input.of_lattice(lattices.draw(random.Random(3)))
    with pytest.raises(ConfigError, match=r"operation sequences \(osm\) translates no lattices"):
        decoder.decode([given])
    model = hiero.make(11, tmp_path)
    with pytest.raises(ConfigError, match="only the phrase decoder has this feature"):
        ChartDecoder(model.table, model.lms, {**model.weights, osm.name: 1.0}, None, [osm])
    with pytest.raises(ConfigError, match="expected one model of operation sequences"):
        PhraseDecoder.features_of(decoder.rules, decoder.lms, None, [osm, osm])


def test_contexts_across_phrases_decide(tmp_path: Path) -> None:
    """A word is translated by the source word before, which its target does not show: phrases of one word and a
    language model cannot know."""
    rng = random.Random(4)
    pairs = []
    for _ in range(200):
        words = [rng.choice("ab") for _ in range(3)]
        source = [w for word in words for w in (word, "p")]
        target = [w for word in words for w in ("the", "one" if word == "a" else "two")]
        pairs.append((" ".join(source), " ".join(target), " ".join(f"{i}-{i}" for i in range(6))))
    train, test = pairs[:150], pairs[150:]
    bitext = AlignedBitext.encode(*zip(*train, strict=True))
    table = extract(bitext, PhraseTableOptions(max_length=1, reordering="none"))
    lm = LanguageModel.train([target for _, target, _ in train], LMOptions(order=3))
    osm = OperationModel.train(bitext, OperationOptions(order=3))
    right = []
    for operations in (None, osm):
        model = Model(table, [lm], {"distortion": 1.0}, operations=operations)
        found = model.translate([source for source, _, _ in test])
        right.append(
            sum(str(one) == target for one, (_, target, _) in zip(found, test, strict=True))
        )
    assert right[0] < len(test) / 2
    assert right[1] == len(test)
    text = model.translate("a p b p").explain()
    assert "operations" in text and "b→the" in text and "p→two" in text
    model.save(tmp_path / "model")
    again = Model.open(tmp_path / "model")
    assert again.translate("a p b p").score == model.translate("a p b p").score
    assert again.weights["osm"] == model.weights["osm"]
    again.operations = None
    assert "osm" not in again.weights

"""The native trainer against textbook expectation maximisation."""

from __future__ import annotations

import math
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman._core import AlignTrainer
from dragoman.align import AlignOptions
from dragoman.common.errors import ConfigError
from support.align.textbook import Textbook, Words
from support.examples import examples

SCHEDULES = {
    "ibm1": [("ibm1", False)] * 4,
    "hmm": [("ibm1", False)] * 2 + [("hmm", False)] * 3,
    "agreement": [("ibm1", True)] * 2 + [("hmm", True)] * 3,
    "diagonal": [("diagonal", False)] * 4,
}
NULL_PROBABILITY, SMOOTHING = 0.1, 0.5


def corpora(max_words: int = 5, max_length: int = 6) -> st.SearchStrategy:
    sentence = st.lists(st.integers(0, max_words - 1), max_size=max_length)
    return st.lists(st.tuples(sentence, sentence), min_size=1, max_size=6)


def compact(pairs: list[tuple[Words, Words]]) -> list[tuple[Words, Words]]:
    """Numbers words from 0 without gaps, by first use, in every sentence."""
    sources: dict[int, int] = {}
    targets: dict[int, int] = {}
    return [
        (
            [sources.setdefault(w, len(sources)) for w in source],
            [targets.setdefault(w, len(targets)) for w in target],
        )
        for source, target in pairs
    ]


def arrays(sentences: list[Words]) -> tuple[np.ndarray, np.ndarray, int]:
    flat = [w for sentence in sentences for w in sentence]
    offsets = np.cumsum([0] + [len(s) for s in sentences]).astype(np.uint64)
    return np.array(flat, np.uint32), offsets, max(flat, default=-1) + 1


def native(
    pairs: list[tuple[Words, Words]],
    prior: float = 0.0,
    threads: int = 1,
    slot_memory: int = 1 << 20,
    table_memory: int = 1 << 30,
    null_share: float = 0.0,
    known: dict[tuple[int, int], float] | None = None,
) -> AlignTrainer:
    given = sorted((known or {}).items())
    source, target = arrays([s for s, _ in pairs]), arrays([t for _, t in pairs])
    return AlignTrainer(
        *source[:2],
        max([source[2], *(f + 1 for (f, _), _ in given)]),
        *target[:2],
        max([target[2], *(e + 1 for (_, e), _ in given)]),
        AlignOptions(
            prior=prior,
            null_probability=NULL_PROBABILITY,
            null_share=null_share,
            jump_smoothing=SMOOTHING,
            max_length=200,
            table_memory=table_memory,
            slot_memory=slot_memory,
        ),
        np.array([f for (f, _), _ in given], np.uint32),
        np.array([e for (_, e), _ in given], np.uint32),
        np.array([count for _, count in given], np.float64),
        threads,
        None,
    )


def assert_equal(trainer: AlignTrainer, twin: Textbook) -> None:
    rows, targets, values, null_forward, null_reverse = trainer.translation_table()
    kept = 0
    for f in range(len(rows) - 1):
        for place in range(int(rows[f]), int(rows[f + 1])):
            e = int(targets[place])
            assert values[place][0] == pytest.approx(twin.forward.table[f, e], rel=1e-9, abs=1e-11)
            assert values[place][1] == pytest.approx(twin.reverse.table[e, f], rel=1e-9, abs=1e-11)
            kept += 1
    stored = {(g, w) for g, w in twin.forward.table if g is not None}
    usable = {(f, e) for s, t in twin.forward.usable() for f in s for e in t}
    usable |= {(f, e) for f, e in twin.forward.known if f is not None}
    small = [
        pair
        for pair in usable
        if twin.forward.table[pair] <= 1e-10 and twin.reverse.table[pair[1], pair[0]] <= 1e-10
    ]
    assert kept + len(small) == len(usable) and usable <= stored
    for e, value in enumerate(null_forward):
        if (None, e) in twin.forward.table and any(e in t for _, t in twin.forward.usable()):
            assert value == pytest.approx(twin.forward.table[None, e], rel=1e-9, abs=1e-11)
    for f, value in enumerate(null_reverse):
        if any(f in s for s, _ in twin.forward.usable()):
            assert value == pytest.approx(twin.reverse.table[None, f], rel=1e-9, abs=1e-11)
    for forward, direction in ((True, twin.forward), (False, twin.reverse)):
        null_probability, tension, jumps = trainer.parameters(forward)
        assert null_probability == pytest.approx(direction.null_probability, rel=1e-9)
        assert tension == pytest.approx(direction.tension, rel=1e-9)
        assert jumps[0] == pytest.approx(list(direction.start.values()), rel=1e-9)
        assert jumps[1] == pytest.approx(list(direction.jumps.values()), rel=1e-9)


@settings(max_examples=examples(20))
@given(corpora(), st.sampled_from([0.3, 0.5, 1.0]))
def test_null_is_held_to_a_part_of_what_it_generates(
    pairs: list[tuple[Words, Words]], share: float
) -> None:
    pairs = compact(pairs)
    trainer = native(pairs, null_share=share)
    twin = Textbook(pairs, NULL_PROBABILITY, 0.0, SMOOTHING, null_share=share)
    for name, joint in (("ibm1", True), ("hmm", True), ("hmm", True), ("hmm", True)):
        forward, reverse, *_ = trainer.iterate(name, joint, None)
        assert (forward, reverse) == pytest.approx(twin.iterate(name, joint), rel=1e-9, abs=1e-9)
    assert_equal(trainer, twin)


@pytest.mark.parametrize("prior", [0.0, 0.01])
@pytest.mark.parametrize("model", SCHEDULES)
@settings(max_examples=examples(20))
@given(corpora())
def test_equals_the_textbook(model: str, prior: float, pairs: list[tuple[Words, Words]]) -> None:
    pairs = compact(pairs)
    trainer, twin = native(pairs, prior), Textbook(pairs, NULL_PROBABILITY, prior, SMOOTHING)
    for name, joint in SCHEDULES[model]:
        forward, reverse, *_ = trainer.iterate(name, joint, None)
        assert (forward, reverse) == pytest.approx(twin.iterate(name, joint), rel=1e-9, abs=1e-9)
    assert_equal(trainer, twin)


@pytest.mark.parametrize("joint", [True, False])
@settings(max_examples=examples(30))
@given(corpora(), st.integers(2, 4))
def test_steps_over_parts_of_the_text_equal_the_textbook(
    joint: bool, pairs: list[tuple[Words, Words]], parts: int
) -> None:
    """Every word of the text has been seen by a whole iteration, as in the schedules."""
    pairs = compact(pairs)
    trainer, twin = native(pairs), Textbook(pairs, NULL_PROBABILITY, 0.0, SMOOTHING)
    steps = [("ibm1", 0, 1), *(("ibm1", k, parts) for k in range(parts))]
    for name, part, all_parts in (
        *steps,
        *(("hmm", k, parts) for k in range(parts)),
        ("hmm", 0, 1),
    ):
        forward, reverse, *_ = trainer.iterate(name, joint, None, part, all_parts)
        expected = twin.iterate(name, joint, part, all_parts)
        assert (forward, reverse) == pytest.approx(expected, rel=1e-9, abs=1e-9)
    assert_equal(trainer, twin)


@pytest.mark.parametrize("joint", [True, False])
@settings(max_examples=examples(30))
@given(
    corpora(),
    st.dictionaries(st.tuples(st.integers(0, 4), st.integers(0, 4)), st.floats(0.1, 9), max_size=5),
)
def test_known_translations_equal_the_textbook(
    joint: bool, pairs: list[tuple[Words, Words]], known: dict[tuple[int, int], float]
) -> None:
    """Pairs that never occur together are learned too, and serve texts that are aligned later."""
    sides = [{w for pair in pairs for w in pair[k]} | {p[k] for p in known} for k in range(2)]
    numbers = [{w: n for n, w in enumerate(sorted(side))} for side in sides]
    pairs = [([numbers[0][w] for w in s], [numbers[1][w] for w in t]) for s, t in pairs]
    known = {(numbers[0][f], numbers[1][e]): count for (f, e), count in known.items()}
    trainer = native(pairs, known=known)
    twin = Textbook(pairs, NULL_PROBABILITY, 0.0, SMOOTHING, known=known)
    for name in ("ibm1", "ibm1", "hmm", "hmm"):
        forward, reverse, *_ = trainer.iterate(name, joint, None)
        assert (forward, reverse) == pytest.approx(twin.iterate(name, joint), rel=1e-9, abs=1e-9)
    assert_equal(trainer, twin)


def test_known_translations_that_are_not_sound_are_refused() -> None:
    for known in ({(0, 0): -1.0}, {(0, 0): float("nan")}, {(0, 0): 1e9}):
        with pytest.raises(ConfigError, match="known word pairs"):
            native([([0], [0])], known=known)
    with pytest.raises(ConfigError, match="a share of the text"):
        native([([0], [0])]).iterate("ibm1", True, None, 0, 65)


def test_long_jumps_equal_the_textbook() -> None:
    generator = np.random.default_rng(7)
    pairs = [
        (generator.integers(0, 30, n).tolist(), generator.integers(0, 30, m).tolist())
        for n, m in ((40, 30), (29, 41), (12, 13), (14, 1))
    ]
    pairs = compact(pairs)
    trainer, twin = native(pairs), Textbook(pairs, NULL_PROBABILITY, 0.0, SMOOTHING)
    for name, joint in [("ibm1", False), ("hmm", True), ("hmm", True)]:
        forward, reverse, *_ = trainer.iterate(name, joint, None)
        assert (forward, reverse) == pytest.approx(twin.iterate(name, joint), rel=1e-9)
    assert_equal(trainer, twin)


def supported(p: list[list[float]], q: list[list[float]]) -> list[list[float]]:
    """The scores of all links (source, target) from both directions' posteriors, NULL being column 0."""

    def score(i: int, j: int) -> float:
        forward, reverse = p[j][i + 1], q[i][j + 1]
        rather = min(forward + p[j][0], reverse + q[i][0])
        return forward * reverse / (0.02 + 0.98 * rather)

    return [[score(i, j) for j in range(len(p))] for i in range(len(q))]


@settings(max_examples=examples(40))
@given(corpora(), st.sampled_from([0.2, 0.5, 0.8]))
def test_supported_links_are_those_of_the_definition(
    pairs: list[tuple[Words, Words]], threshold: float
) -> None:
    pairs = compact(pairs)
    trainer, twin = native(pairs), Textbook(pairs, NULL_PROBABILITY, 0.0, SMOOTHING)
    for name, joint in SCHEDULES["agreement"]:
        trainer.iterate(name, joint, None)
        twin.iterate(name, joint)
    chosen = AlignOptions(symmetrize="supported", threshold=threshold)
    offsets, links, *_ = trainer.align("hmm", chosen, False, 1, None)
    found = set(_by_sentence(offsets, links))
    for s, (source, target) in enumerate(pairs):
        if not source or not target:
            assert offsets[s] == offsets[s + 1]
            continue
        scores = supported(twin.forward.hmm(source, target)[0], twin.reverse.hmm(target, source)[0])
        for i, j in product(range(len(source)), range(len(target))):
            best = min(max(scores[i]), max(row[j] for row in scores))
            least = max(threshold, best)
            if abs(scores[i][j] - threshold) < 1e-6 or 1e-12 < best - scores[i][j] < 1e-6:
                continue  # either answer is right
            assert ((s, (i, j)) in found) == (scores[i][j] >= least - 1e-12)


def random_bitext(sentences: int, seed: int = 3) -> list[tuple[Words, Words]]:
    generator = np.random.default_rng(seed)
    pairs = []
    for _ in range(sentences):
        source = generator.integers(0, 60, generator.integers(1, 20)).tolist()
        target = [(w * 7 + int(generator.integers(0, 3))) % 60 for w in source]
        pairs.append((source, target))
    return compact(pairs)


@pytest.mark.parametrize("model", SCHEDULES)
def test_threads_and_memory_do_not_matter(model: str) -> None:
    pairs = random_bitext(700)
    results = []
    for threads, slot_memory in ((1, 1 << 30), (3, 1 << 30), (2, 0)):
        trainer = native(pairs, 0.01, threads, slot_memory)
        reports = [trainer.iterate(name, joint, None) for name, joint in SCHEDULES[model]]
        name, joint = SCHEDULES[model][-1]
        reports += [trainer.iterate(name, joint, None, part, 3) for part in range(3)]
        chosen = AlignOptions(symmetrize="posterior", threshold=0.3)
        links = trainer.align(SCHEDULES[model][-1][0], chosen, True, threads, None)
        results.append([np.asarray(reports), *trainer.translation_table(), *links])
    for other in results[1:]:
        for expected, found in zip(results[0], other, strict=True):
            np.testing.assert_array_equal(expected, found)


def test_a_table_without_room_keeps_the_most_telling_pairs() -> None:
    pairs = random_bitext(700)
    everything = native(pairs)
    found = everything.pairs[1]
    assert everything.pairs == (found, found)
    limit = found // 4
    chosen = AlignOptions(symmetrize="posterior", threshold=0.5)
    results = []
    for threads, slot_memory in ((1, 1 << 30), (2, 0)):
        trainer = native(pairs, 0.0, threads, slot_memory, table_memory=36 * limit)
        kept, total = trainer.pairs
        assert total == found and 0.8 * limit < kept < 1.1 * limit
        for model in ("ibm1", "ibm1", "hmm", "hmm"):
            report = trainer.iterate(model, True, None)
        links = trainer.align("hmm", chosen, True, threads, None)
        results.append([np.asarray(report), *trainer.translation_table(), *links])
    for one, two in zip(*results, strict=True):
        np.testing.assert_array_equal(one, two)
    for model in ("ibm1", "ibm1", "hmm", "hmm"):
        everything.iterate(model, True, None)
    offsets, cells, *_ = everything.align(
        "hmm", AlignOptions(symmetrize="posterior", threshold=0.5), True, 1, None
    )
    ours = {(s, *link) for s, link in _by_sentence(results[0][6], results[0][7])}
    theirs = {(s, *link) for s, link in _by_sentence(offsets, cells)}
    assert len(ours & theirs) > 0.9 * max(len(ours), len(theirs))


def _by_sentence(offsets: np.ndarray, links: np.ndarray) -> list[tuple[int, tuple[int, int]]]:
    sentences = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets.astype(np.int64)))
    return [(int(s), (int(i), int(j))) for s, (i, j) in zip(sentences, links, strict=True)]


def test_likelihood_rises_when_directions_are_apart() -> None:
    trainer = native(random_bitext(300))
    for model in ("ibm1", "hmm"):
        reports = [trainer.iterate(model, False, None) for _ in range(6)]
        for before, after in pairwise(reports):
            assert after[0] >= before[0] - 1e-6
            assert after[1] >= before[1] - 1e-6


def test_a_sentence_of_a_thousand_words_has_sound_probabilities() -> None:
    pairs = random_bitext(50)
    long = [w % 60 for w in range(199)]
    trainer = native([*pairs, (long, long)])
    for _ in range(3):
        forward, reverse, *_ = trainer.iterate("hmm", True, None)
        assert math.isfinite(forward) and math.isfinite(reverse)
    *_, first, second = trainer.align(
        "hmm", AlignOptions(symmetrize="posterior", threshold=0.1), True, 1, None
    )
    assert len(first) > 0
    assert np.all((first >= 0) & (first <= 1 + 1e-6) & (second >= 0) & (second <= 1 + 1e-6))

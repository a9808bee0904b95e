from __future__ import annotations

import math
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError, FormatError
from dragoman.grammar import (
    AlignedBitext,
    GappedTableOptions,
    PhraseTableOptions,
    RuleTable,
    extract,
)
from dragoman.grammar.option_parts import Smoothing
from dragoman.grammar.rule_table import ARRAYS
from support.examples import examples
from support.grammar.brute_force import (
    Pair,
    Sentence,
    Words,
    best_alignment,
    extract_pairs,
    lexical_weight,
    lexicon,
)
from support.grammar.random_corpora import bitext, corpora


def by_sides(table: RuleTable) -> dict[tuple[Words, Words], list[float]]:
    return {
        (tuple(rule.source.split()), tuple(rule.target.split())): [
            math.exp(value) for value in [*rule.scores.values(), *rule.reordering.values()]
        ]
        for rule in table
    }


@given(
    corpora(most=6),
    st.integers(1, 4),
    st.sampled_from(["wbe", "phrase", "hier"]),
    st.integers(1, 2),
    st.sampled_from([0, 1 << 30]),
)
def test_equals_brute_force(
    corpus: list[Sentence], limit: int, model: str, threads: int, memory: int
) -> None:
    options = PhraseTableOptions(
        max_length=limit, reordering=model, smoothing="none", memory=memory
    )
    table = extract(bitext(corpus), options, threads=threads)
    ours, pairs = by_sides(table), extract_pairs(corpus, limit, model)
    assert ours.keys() == pairs.keys()
    counts = lexicon(corpus)
    source_total: Counter[str | None] = Counter()
    target_total: Counter[str | None] = Counter()
    for (f, e), count in counts.items():
        source_total[f] += count
        target_total[e] += count
    direct = {(e, f): round(c / source_total[f], 7) for (f, e), c in counts.items()}
    inverse = {(f, e): round(c / target_total[e], 7) for (f, e), c in counts.items()}
    of_source: Counter[Words] = Counter()
    of_target: Counter[Words] = Counter()
    for (source, target), pair in pairs.items():
        of_source[source] += pair.count
        of_target[target] += pair.count
    for (source, target), pair in pairs.items():
        by_target = best_alignment(pair, len(target), 1)
        by_source = best_alignment(pair, len(source), 0)
        expected = [
            pair.count / of_target[target],
            lexical_weight(source, target, by_source, inverse),
            pair.count / of_source[source],
            lexical_weight(target, source, by_target, direct),
        ]
        for side in (pair.backward, pair.forward):
            expected += [(side[k] + 0.5) / (pair.count + 1.5) for k in range(3)]
        assert ours[source, target] == pytest.approx(expected, rel=1e-5)
        (rule,) = [r for r in table.lookup(" ".join(source)) if r.target.split() == list(target)]
        assert list(rule.counts.values()) == [of_target[target], of_source[source], pair.count]
        assert rule.alignment == tuple((i, j) for j, row in enumerate(by_target) for i in row)


def smoothed(
    pairs: dict[tuple[Words, Words], Pair], kind: Smoothing
) -> dict[tuple[Words, Words], tuple[float, float]]:
    """Foster, Kuhn & Johnson 2006 with the constants of Moses' consolidation."""
    n = Counter(pair.count for pair in pairs.values())
    discount = [0.01]
    for r in range(1, 10):
        ratio = (r + 1) / r * (n[r + 1] + 0.1) / (n[r] + 0.1)
        discount.append(max(min(1.0, ratio), discount[-1]))
    y = n[1] / (n[1] + 2 * n[2]) if n[1] else 0.0
    raw = [r - (r + 1) * y * n[r + 1] / n[r] if n[r] else r for r in (1, 2, 3)]
    d = [max(0.0, min(r - 0.1, value)) for r, value in enumerate(raw, 1)]
    result = {}
    for (source, target), pair in pairs.items():
        same_source = [p.count for (s, _), p in pairs.items() if s == source]
        same_target = [p.count for (_, t), p in pairs.items() if t == target]
        if kind == "good-turing":
            kept = pair.count * (discount[pair.count] if pair.count <= 8 else 1)
        else:
            off = d[min(pair.count, 3) - 1]
            off = pair.count - 0.01 if off > pair.count else off
            kept = pair.count - off + off * len(same_source) * len(same_target) / len(pairs)
        result[source, target] = kept / sum(same_target), kept / sum(same_source)
    return result


@given(corpora(most=6), st.sampled_from(["good-turing", "kneser-ney"]))
def test_smoothing_equals_its_formula(corpus: list[Sentence], kind: Smoothing) -> None:
    ours = by_sides(extract(bitext(corpus), PhraseTableOptions(smoothing=kind)))
    for pair, expected in smoothed(extract_pairs(corpus, 7, "wbe"), kind).items():
        assert (ours[pair][0], ours[pair][2]) == pytest.approx(expected, rel=1e-5)


def fisher(corpus: list[Sentence], source: Words, target: Words) -> float:
    def holds(words: Words, phrase: Words) -> bool:
        return any(words[i : i + len(phrase)] == phrase for i in range(len(words)))

    n = len(corpus)
    f = sum(holds(s.source, source) for s in corpus)
    e = sum(holds(s.target, target) for s in corpus)
    both = sum(holds(s.source, source) and holds(s.target, target) for s in corpus)
    p = sum(
        math.comb(f, k) * math.comb(n - f, e - k) / math.comb(n, e)
        for k in range(both, min(f, e) + 1)
    )
    return -math.log(p)


@given(corpora(most=6), st.sampled_from([0.2, 0.5, 1.0]))
def test_significance_equals_fisher(corpus: list[Sentence], threshold: float) -> None:
    kept = by_sides(extract(bitext(corpus), PhraseTableOptions(significance=threshold)))
    full = by_sides(extract(bitext(corpus)))
    for (source, target), values in full.items():
        value = fisher(corpus, source, target)
        if abs(value - threshold) > 1e-9:
            assert ((source, target) in kept) == (value > threshold)
        if (source, target) in kept:
            assert kept[source, target] == values


def test_significance_of_frequent_phrases() -> None:
    generator = np.random.default_rng(1)
    corpus = []
    for _ in range(300):
        words = generator.integers(0, 4, size=4)
        corpus.append(
            Sentence(
                tuple("abcd"[w] for w in words),
                tuple("wxyz"[w] for w in words),
                frozenset((i, i) for i in range(4)),
            )
        )
    kept = by_sides(extract(bitext(corpus), PhraseTableOptions(significance="alpha-epsilon")))
    for source, target in by_sides(extract(bitext(corpus))):
        value = fisher(corpus, source, target)
        assert ((source, target) in kept) == (value > math.log(300) - 1e-3)


@given(corpora(most=6), st.integers(1, 3))
def test_top_keeps_the_most_frequent(corpus: list[Sentence], top: int) -> None:
    full, cut = extract(bitext(corpus)), extract(bitext(corpus), PhraseTableOptions(top=top))
    for source in {rule.source for rule in full}:
        counts = [rule.counts["joint"] for rule in full.lookup(source)]
        assert counts == sorted(counts, reverse=True)
        assert cut.lookup(source) == full.lookup(source)[:top]


@settings(max_examples=examples(5))
@given(st.integers(0, 2**32 - 1))
def test_bytes_do_not_depend_on_threads_or_memory(seed: int) -> None:
    generator = np.random.default_rng(seed)
    corpus = []
    for _ in range(1500):
        n, m = generator.integers(1, 12, size=2)
        corpus.append(
            Sentence(
                tuple(map(str, generator.zipf(1.5, n) % 50)),
                tuple(map(str, generator.zipf(1.5, m) % 50)),
                frozenset(
                    (int(i), int(generator.integers(m))) for i in generator.integers(n, size=n)
                ),
            )
        )
    encoded = bitext(corpus)
    first = extract(encoded, PhraseTableOptions(reordering="phrase"))
    for threads, memory in ((2, 1 << 30), (1, 100_000), (2, 0)):
        other = extract(
            encoded, PhraseTableOptions(reordering="phrase", memory=memory), threads=threads
        )
        for name in ARRAYS:
            assert other.array(name).tobytes() == first.array(name).tobytes()


def test_a_table_too_large_for_memory_is_saved_from_its_files(tmp_path: Path) -> None:
    """Its files become those of the saved table, and nothing else is left beside it."""
    random = np.random.default_rng(5)
    words = [" ".join(map(str, random.integers(0, 300, 12))) for _ in range(400)]
    corpus = AlignedBitext.encode(words, words, [" ".join(f"{i}-{i}" for i in range(12))] * 400)
    whole = extract(corpus)
    table = extract(corpus, PhraseTableOptions(memory=0), beside=tmp_path / "rules")
    assert len(list(tmp_path.iterdir())) == 1 and not (tmp_path / "rules").exists()
    table.save(tmp_path / "rules")
    table.save(tmp_path / "again")
    del table
    assert sorted(place.name for place in tmp_path.iterdir()) == ["again", "rules"]
    for name in ("rules", "again"):
        saved = RuleTable.open(tmp_path / name)
        for array in ARRAYS:
            assert np.array_equal(saved.array(array), whole.array(array)), array


def test_nothing_is_left_of_an_extraction_that_is_stopped(tmp_path: Path) -> None:
    corpus = AlignedBitext.encode(["a b"] * 2000, ["x y"] * 2000, ["0-0 1-1"] * 2000)

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        extract(corpus, progress=stop, beside=tmp_path / "rules")
    assert not list(tmp_path.iterdir())


def test_words_that_look_like_markup_are_words() -> None:
    odd = AlignedBitext.encode(["||| [X] NULL"], ["[X] ||| NULL"], ["0-1 1-0"])
    found = {(rule.source, rule.target) for rule in extract(odd)}
    assert ("|||", "|||") in found
    assert ("[X]", "[X]") in found


@pytest.mark.parametrize(
    ("source", "target", "alignment", "line"),
    [
        (["a"], ["b"], ["0-1"], 1),
        (["a"], ["b"], ["1-0"], 1),
        (["a", "a"], ["b", "b"], ["0-0", "0:0"], 2),
        (["a", "a"], ["b", "b"], ["0-0", "0-99999"], 2),
        (["a"], ["b"], ["0-0", "0-0"], 0),
        (["a", "a"], ["b"], ["0-0", "0-0"], 0),
    ],
)
def test_unsound_input_is_named(
    source: list[str], target: list[str], alignment: list[str], line: int
) -> None:
    with pytest.raises(FormatError) as caught:
        extract(AlignedBitext.encode(source, target, alignment, "links"))
    assert caught.value.line == line


def test_repeated_links_count_once() -> None:
    once = by_sides(extract(AlignedBitext.encode(["a b"], ["x y"], ["0-0 1-1"])))
    assert by_sides(extract(AlignedBitext.encode(["a b"], ["x y"], ["1-1 0-0 1-1"]))) == once


@pytest.mark.parametrize(
    "options",
    [
        {"max_length": 0},
        {"max_length": 256},
        {"significance": "high"},
        {"significance": float("nan")},
        {"top": -1},
        {"top": 10**30},
        {"smoothing": "kneser"},
    ],
)
def test_impossible_options_are_refused_by_name(options: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match=f"^{next(iter(options))}: expected"):
        PhraseTableOptions(**options)


def test_an_empty_corpus_gives_an_empty_table(tmp_path: Path) -> None:
    for options in (PhraseTableOptions(), GappedTableOptions()):
        table = extract(AlignedBitext.encode([], [], []), options)
        table.save(tmp_path / options.gaps)
        assert len(RuleTable.open(tmp_path / options.gaps)) == 0

"""The grammar of lengths, held against all its trees."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from dragoman.corpus.constituency import ConstituencyTree, parse_tree
from dragoman.parse.hidden_sentences import HiddenSentenceParser
from dragoman.parse.inside_outside import InsideOutside
from dragoman.parse.length_grammar import LONGEST_WORD, LengthGrammar, count_grammar, lengths_of
from dragoman.parse.span_actions import Span
from dragoman.parse.span_parser import label_names

LABELS, TAGS = 2, 2


def _grown(generator: np.random.Generator, words: int) -> ConstituencyTree:
    if words == 1:
        word = "x" * int(generator.integers(1, 4))
        tree = ConstituencyTree(f"T{generator.integers(TAGS)}", (), word)
        return tree if generator.random() < 0.6 else ConstituencyTree("L0", (tree,))
    cuts = sorted({0, words, *generator.integers(1, words, 2).tolist()})
    children = tuple(_grown(generator, end - begin) for begin, end in pairwise(cuts))
    return ConstituencyTree(f"L{generator.integers(LABELS)}", children)


def _trees(seed: int) -> list[ConstituencyTree]:
    generator = np.random.default_rng(seed)
    return [_grown(generator, int(size)) for size in generator.integers(1, 6, 25)]


def _grammar(trees: list[ConstituencyTree]) -> LengthGrammar:
    numbers = {f"T{number}": number for number in range(TAGS)}
    return count_grammar([(tree, 1) for tree in trees], label_names(trees), numbers)


Derivation = tuple[float, dict[Span, int]]
"""A probability, and the symbol of every span."""


def _derivations(
    grammar: LengthGrammar, symbol: int, lengths: list[int], begin: int, end: int
) -> Iterator[Derivation]:
    """All ways in which a symbol makes the words from one place to another."""
    here = {(begin, end): symbol}
    if symbol < grammar.words:
        if end - begin == 1:
            yield float(grammar.lengths[symbol * LONGEST_WORD + lengths[begin]]), here
        return
    rules = zip(grammar.rules.reshape(-1, 3).tolist(), grammar.probabilities.tolist(), strict=True)
    for (_, left, right), probability in [pair for pair in rules if pair[0][0] == symbol]:
        for split in range(begin + 1, end):
            for first, spans in _derivations(grammar, left, lengths, begin, split):
                for second, more in _derivations(grammar, right, lengths, split, end):
                    yield probability * first * second, {**here, **spans, **more}


@pytest.mark.parametrize("seed", range(4))
def test_posteriors_are_sums_over_all_derivations(seed: int) -> None:
    trees = _trees(seed)
    grammar = _grammar(trees)
    for words in {tree.words() for tree in trees if len(tree.words()) < 5}:
        lengths = lengths_of(words)
        expected: dict[tuple[Span, int], float] = defaultdict(float)
        total = 0.0
        for symbol, root in enumerate(grammar.roots.tolist()):
            for probability, spans in _derivations(grammar, symbol, lengths, 0, len(words)):
                total += root * probability
                for span, found in spans.items():
                    expected[span, found] += root * probability
        found = InsideOutside(grammar).posteriors(lengths)
        assert found is not None and total > 0
        for width, values in enumerate(found, 1):
            first = 0 if width == 1 else grammar.words
            for (begin, column), value in np.ndenumerate(values):
                wanted = expected[(begin, begin + width), first + column] / total
                assert value == pytest.approx(wanted, abs=1e-12)


def test_what_the_grammar_counts() -> None:
    tree = parse_tree("(S (NP (T0 ab)) (T1 c) (T0 d))")
    grammar = count_grammar([(tree, 3)], label_names([tree]), {"T0": 0, "T1": 1})
    assert grammar.words == 3  # T0, T1 and NP over T0
    assert grammar.probabilities.tolist() == [1.0, 1.0]  # the first two children, then the third
    assert grammar.roots.sum() == 1 and grammar.roots[grammar.rules[0]] in (0.0, 1.0)
    assert np.allclose(grammar.lengths.reshape(3, LONGEST_WORD).sum(1), 1)
    assert sorted(grammar.tags.tolist()) == [-1, -1, 0, 0, 1]


def _bracketings(begin: int, end: int) -> Iterator[frozenset[Span]]:
    """All binary trees, as their spans."""
    if end - begin == 1:
        yield frozenset({(begin, end)})
    for split in range(begin + 1, end):
        for left in _bracketings(begin, split):
            for right in _bracketings(split, end):
                yield left | right | {(begin, end)}


@pytest.mark.parametrize("seed", range(4))
def test_the_tree_has_the_most_constituents_that_are_expected_to_be_right(seed: int) -> None:
    trees = _trees(seed)
    labels = label_names(trees)
    parser = HiddenSentenceParser(_grammar(trees), labels, ["T0", "T1"])
    generator = np.random.default_rng(seed)
    names = sorted({name for label in labels for name in label.split(" ")} - {"TOP"})
    size = 6
    tables = [generator.random((size - width, len(names))) ** 3 for width in range(size)]

    def gain(span: Span, chain: tuple[str, ...]) -> float:
        row = tables[span[1] - span[0] - 1][span[0]]
        return sum(row[names.index(name)] - 0.15 for name in chain if name != "TOP")

    def best(span: Span) -> float:
        whole = span == (0, size)
        chains = [tuple(label.split(" ")) for label in labels]
        gains = [gain(span, chain) for chain in chains if (chain[0] == "TOP") == whole]
        return max(gains) if whole else max(0.0, *gains)

    spans = parser.best_spans(tables)
    found = sum(gain(span, chain) for span, chain in spans.items())
    assert found == pytest.approx(max(sum(map(best, tree)) for tree in _bracketings(0, size)))

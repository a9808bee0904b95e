"""Small aligned corpora, their indexes, and what tests of suffix grammars ask of tables."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dragoman.grammar import Rule, RuleTable, SuffixGrammar
from support.grammar.brute_force import Sentence
from support.grammar.random_corpora import bitext

FIGURE_2 = Sentence(
    ("je", "ne", "veux", "plus", "jouer"),
    ("I", "do", "not", "want", "to", "play", "anymore"),
    frozenset({(0, 0), (1, 2), (1, 6), (3, 2), (3, 6), (2, 1), (2, 3), (4, 4), (4, 5)}),
)
"""The example of Galley & Manning (2010, figure 2)."""


def index(corpus: list[Sentence]) -> SuffixGrammar:
    return SuffixGrammar.build(bitext(corpus))


def sides(table: RuleTable) -> set[tuple[str, str]]:
    return {(rule.source, rule.target) for rule in table}


def random_corpus(seed: int, lines: int = 300) -> list[Sentence]:
    generator = np.random.default_rng(seed)
    corpus = []
    for _ in range(lines):
        n, m = generator.integers(1, 12, size=2)
        corpus.append(
            Sentence(
                tuple(map(str, generator.zipf(1.4, n) % 40)),
                tuple(map(str, generator.zipf(1.4, m) % 40)),
                frozenset(
                    (int(i), int(generator.integers(m))) for i in generator.integers(n, size=n)
                ),
            )
        )
    return corpus


def rules_of(table: RuleTable) -> dict[tuple[str, str], Rule]:
    """By their sides; numbers of words may differ between grammars."""
    return {(r.source, r.target): replace(r, source_symbols=(), target_symbols=()) for r in table}


def added(grammar: SuffixGrammar, corpus: list[Sentence]) -> SuffixGrammar:
    return grammar.add(
        [" ".join(s.source) for s in corpus],
        [" ".join(s.target) for s in corpus],
        [" ".join(f"{i}-{j}" for i, j in sorted(s.links)) for s in corpus],
    )

"""Cases: a source phrase that occurs several times in a document and that the grammar translates in several ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import exp

from dragoman.consistency.difference import different, grouped, plain_words
from dragoman.grammar import RuleTable
from dragoman.search import Input, Result

PROBABILITY = "phrase_direct"
"""The column of the rule table that holds log p(target | source)."""


@dataclass
class Case:
    """A source phrase in a document."""

    document: str
    source: str
    alternatives: Mapping[str, float]
    """What the grammar offers, with probabilities."""
    uses: list[tuple[int, str]] = field(default_factory=list)
    """The number of the sentence and the translation, for every occurrence."""

    @property
    def sentences(self) -> set[int]:
        """The sentences that it occurs in."""
        return {sentence for sentence, _ in self.uses}

    @cached_property
    def translations(self) -> Counter[str]:
        """How often each translation was used."""
        return Counter(target for _, target in self.uses)

    @property
    def consistent(self) -> bool:
        """Whether no two of its translations are different."""
        return not any(different(a, b) for a, b in combinations(self.translations, 2))

    def second_best(self) -> float:
        """The probability of the second most probable alternative."""
        return sorted([0.0, 0.0, *self.alternatives.values()])[-2]

    def merged(self) -> dict[str, float]:
        """The alternatives as groups of minor variations (mega-rules), by their most probable one."""
        ranked = sorted(self.alternatives, key=lambda target: -self.alternatives[target])
        return {group[0]: self.alternatives[group[0]] for group in grouped(ranked)}


def collect(table: RuleTable, inputs: Sequence[Input], results: Sequence[Result]) -> list[Case]:
    """One case for every source side of a rule that occurs more than once in a document and heads several rules."""
    cases: dict[tuple[str, str], Case] = {}
    for number, (one, result) in enumerate(zip(inputs, results, strict=True)):
        for step in result.derivation.steps:
            if step.rule < 0:
                continue
            rule = table.rule(step.rule)
            key = one.document, rule.source
            if key not in cases:
                cases[key] = Case(
                    one.document, rule.source, _alternatives(table, rule.source_symbols)
                )
            cases[key].uses.append((number, rule.target))
    return [c for c in cases.values() if len(c.uses) > 1 and len(c.alternatives) > 1]


def _alternatives(table: RuleTable, source: Sequence[int]) -> dict[str, float]:
    return {rule.target: exp(rule.scores.get(PROBABILITY, 0.0)) for rule in table.lookup(source)}


def without_variations(cases: Iterable[Case]) -> list[Case]:
    """Cases whose phrases have neither gaps, non-terminals nor punctuation; what is the same then is one case."""
    merged: dict[tuple[str, str], Case] = {}
    for case in cases:
        source = plain_words(_words(case.source))
        if not source:
            continue
        alternatives: dict[str, float] = {}
        for target, p in case.alternatives.items():
            plain = plain_words(_words(target))
            alternatives[plain] = max(alternatives.get(plain, 0.0), p)
        kept = merged.setdefault((case.document, source), Case(case.document, source, {}))
        kept.alternatives = {**alternatives, **kept.alternatives}
        kept.uses += [(number, plain_words(_words(target))) for number, target in case.uses]
    return list(merged.values())


def _words(side: str) -> list[str]:
    """The words of a rule's side as it is shown; ``…`` and ``[X1]`` are none."""
    return [w for w in side.split() if w != "…" and not (w.startswith("[X") and w.endswith("]"))]

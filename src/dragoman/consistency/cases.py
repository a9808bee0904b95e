"""Cases: a source phrase that occurs several times in a document and that the grammar translates in several ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import exp

from dragoman.consistency.difference import different, grouped, plain_words
from dragoman.grammar import RuleTable
from dragoman.search import Input, Result

PROBABILITY = "phrase_direct"
"""The column of the rule table that holds log p(target | source)."""


Offers = dict[str, float]
"""The translations of one source side, each with the probability of its most probable rule."""


@dataclass
class Case:
    """A source phrase in a document."""

    document: str
    source: str
    offers: dict[str, Offers]
    """What the grammar offers for each source side that counts as this phrase. Probabilities are those of rules with
    the same source side, so that only these are alternatives to each other."""
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

    @property
    def alternatives(self) -> Offers:
        """All translations, each with its greatest probability among the source sides; the most probable first."""
        best: Offers = {}
        for offers in self.offers.values():
            for target, p in offers.items():
                best[target] = max(best.get(target, 0.0), p)
        return {target: best[target] for target in _ranked(best)}

    def second_best(self) -> float:
        """Return the probability of the second most probable translation with the same source side.

        Of several source sides, the greatest: there the phrase has a reasonable alternative.
        """
        return max(sorted([0.0, 0.0, *offers.values()])[-2] for offers in self.offers.values())

    def choices(self, least: float) -> int:
        """Return how many different translations of at least this probability one source side has, at most.

        Minor variations are one translation (a mega-rule), as probable as the most probable of them.
        """
        return max(
            sum(offers[group[0]] >= least for group in grouped(_ranked(offers)))
            for offers in self.offers.values()
        )


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
                offers = {rule.source: _offers(table, rule.source_symbols)}
                cases[key] = Case(one.document, rule.source, offers)
            cases[key].uses.append((number, rule.target))
    return [c for c in cases.values() if len(c.uses) > 1 and len(c.alternatives) > 1]


def _offers(table: RuleTable, source: Sequence[int]) -> Offers:
    return {rule.target: exp(rule.scores.get(PROBABILITY, 0.0)) for rule in table.lookup(source)}


def without_variations(cases: Iterable[Case]) -> list[Case]:
    """Cases whose phrases have neither gaps, non-terminals nor punctuation; what is the same then is one case."""
    merged: dict[tuple[str, str], Case] = {}
    for case in cases:
        source = plain_words(_words(case.source))
        if not source:
            continue
        kept = merged.setdefault((case.document, source), Case(case.document, source, {}))
        for side, offers in case.offers.items():
            plain_offers = kept.offers.setdefault(side, {})
            for target, p in offers.items():
                plain = plain_words(_words(target))
                plain_offers[plain] = max(plain_offers.get(plain, 0.0), p)
        kept.uses += [(number, plain_words(_words(target))) for number, target in case.uses]
    return list(merged.values())


def _ranked(offers: Offers) -> list[str]:
    """Return the translations, the most probable first, in an order that depends on nothing else."""
    return sorted(offers, key=lambda target: (-offers[target], target))


def _words(side: str) -> list[str]:
    """The words of a rule's side as it is shown; ``…`` and ``[X1]`` are none."""
    return [w for w in side.split() if w != "…" and not (w.startswith("[X") and w.endswith("]"))]

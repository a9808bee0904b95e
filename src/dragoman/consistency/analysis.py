"""How consistent translators are: the exploratory analysis of Ture et al. 2012, section 3.

References are forced-decoded: the rules that yield exactly the reference say how each source phrase was translated.

    analysis = analyze(model.decoder(), model.rules, inputs)      # inputs with documents and references
    analysis.consistent, analysis.cases, analysis.steps
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass

from dragoman.common.errors import ConfigError
from dragoman.common.progress import Report
from dragoman.consistency.cases import Case, collect, without_variations
from dragoman.consistency.difference import plain_words
from dragoman.grammar import RuleTable
from dragoman.search import Decoder, DecodeRequest, Input

ALTERNATIVE = 0.1
"""The least probability of the second best rule with the same source side that makes it a reasonable alternative."""


@dataclass(frozen=True)
class AnalysisStep:
    """Cases that are left after a filter, and the sentences that they occur in."""

    name: str
    cases: int
    sentences: int


@dataclass(frozen=True)
class Analysis:
    """What the references of a collection say."""

    documents: int
    sentences: int
    reachable: int
    """Sentences whose reference the model can produce; the others are left out."""
    steps: tuple[AnalysisStep, ...]
    cases: tuple[Case, ...]
    """Those that passed all filters."""
    function_words: frozenset[str]

    @property
    def consistent(self) -> list[Case]:
        """Cases whose phrase was translated in one way."""
        return [case for case in self.cases if case.consistent]

    @property
    def inconsistent(self) -> list[Case]:
        """The others."""
        return [case for case in self.cases if not case.consistent]

    def about_content(self, case: Case) -> bool:
        """Whether a content word changes: one that some translations have and others have not."""
        words = [set(target.split()) for target in case.translations]
        changed = {word for some in words for word in some if not all(word in w for w in words)}
        return bool(changed - self.function_words)


def analyze(
    decoder: Decoder,
    table: RuleTable,
    inputs: Sequence[Input],
    *,
    alternative: float = ALTERNATIVE,
    function_words: Set[str] | None = None,
    threads: int = 1,
    progress: Report | None = None,
) -> Analysis:
    """Forced-decodes the references of the inputs and counts cases, filter by filter."""
    if any(one.reference is None or not one.document for one in inputs):
        raise ConfigError("the analysis needs a reference and a document id for every sentence")
    results = decoder.decode(inputs, DecodeRequest(threads=threads), progress=progress)
    reached = [(i, r) for i, r in zip(inputs, results, strict=True) if not r.outcome.unreachable]
    found = collect(table, [i for i, _ in reached], [r for _, r in reached])
    steps = [_step("a phrase occurs twice, with two rules", found)]
    found = without_variations(found)
    found = [case for case in found if case.second_best() >= alternative]
    steps.append(_step(f"the second best rule has at least {alternative:g}", found))
    found = [case for case in found if case.choices(alternative) > 1]
    steps.append(_step("and it is a different translation", found))
    if function_words is None:
        function_words = most_frequent(one.reference or () for one in inputs)
    return Analysis(
        len({one.document for one in inputs}),
        len(inputs),
        len(reached),
        tuple(steps),
        tuple(found),
        frozenset(function_words),
    )


def _step(name: str, cases: Sequence[Case]) -> AnalysisStep:
    return AnalysisStep(name, len(cases), len(affected(cases)))


def affected(cases: Iterable[Case]) -> set[int]:
    """The sentences that cases occur in."""
    return {sentence for case in cases for sentence in case.sentences}


def most_frequent(sentences: Iterable[Sequence[str]]) -> set[str]:
    """The most frequent words, which make up half of a text together: nearly all are function words."""
    counts = Counter(word for words in sentences for word in plain_words(words).split())
    half, words, covered = sum(counts.values()) / 2, set[str](), 0
    for word, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if covered >= half:
            break
        words.add(word)
        covered += count
    return words

"""The log-linear dependency model in plain Python: features by name, and steps along the gradient (AdaGrad)."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable
from itertools import product

from dragoman.corpus.dependency import DependencyTree
from dragoman.grammar.treelet.derivation import Derivation
from dragoman.grammar.treelet.models import Gamma, GammaWord
from support.treelet.naive import Links
from support.treelet.naive_models import Range, gamma_contexts, sentence_ranges, top

RATE = 0.2


def _relation(a: Range, b: Range, heads: tuple[int, ...]) -> str:
    """How two source ranges depend on each other."""
    if any(b[0] <= heads[i] <= b[1] for i in range(a[0], a[1] + 1)):
        return "down"
    if any(a[0] <= heads[i] <= a[1] for i in range(b[0], b[1] + 1)):
        return "up"
    return "sisters" if heads[a[1]] == heads[b[1]] else "none"


CLAUSES = (
    *("csubj", "csubjpass", "ccomp", "xcomp", "pcomp", "advcl", "acl", "relcl", "rcmod"),
    *("partmod", "infmod", "purpcl", "parataxis"),
)


def clause_of(word: int, tree: DependencyTree) -> int:
    """The nearest word above a word, or itself, that heads a clause."""

    def heads_clause(one: int) -> bool:
        label = tree.labels[one].split(":")[0]
        if tree.heads[one] < 0 or label in CLAUSES:
            return True
        return label == "conj" and heads_clause(tree.heads[one])

    return word if heads_clause(word) else clause_of(tree.heads[word], tree)


def _clause_relation(a: int, b: int, tree: DependencyTree) -> str:
    """How the clauses of two words lie."""
    if not tree.labels:
        return "unknown"
    one, other = clause_of(a, tree), clause_of(b, tree)
    if one == other:
        return "same"
    for low, high, name in ((one, other, "below"), (other, one, "above")):
        if tree.heads[low] >= 0 and clause_of(tree.heads[low], tree) == high:
            return name
    return "apart"


def _top(r: Range, tree: DependencyTree) -> int:
    """The last word of a range, or what it depends on in the range."""
    word = r[1]
    while r[0] <= tree.heads[word] <= r[1]:
        word = tree.heads[word]
    return word


def gamma_features(
    gamma: Gamma, source: DependencyTree, wanted: Collection[str] = ()
) -> list[Hashable]:
    """What the model knows of a dependency."""
    m, h = gamma.modifier.spine, gamma.head.spine
    a = gamma.modifier.first, gamma.modifier.last
    b = gamma.head.first, gamma.head.last
    tags = source.xpos
    contexts = gamma_contexts(m, h, a, b, gamma.left, list(tags))
    last = contexts[-1]
    assert isinstance(last, tuple)
    _, (left, rho, distance) = last
    order = left, rho

    def tag(place: int) -> str:
        return "<" if place < 0 else tags[place] if place < len(tags) else ">"

    def ends(r: Range) -> tuple[str, str]:
        return tag(r[0]), tag(r[1])

    found: list[Hashable] = [*contexts, "bias"]
    found.append(("words", m.word, h.word))
    found.append(("modifier", m.word, h.tag, order, distance))
    found.append(("head", m.tag, h.word, order, distance))
    found.append(("spines", m[1:], h[1:], order))
    found.append(("tags", ends(a), ends(b), order, distance))
    found.append(("around modifier", tag(a[0] - 1), ends(a), tag(a[1] + 1), m.tag, h.tag))
    found.append(("around head", tag(b[0] - 1), ends(b), tag(b[1] + 1), m.tag, h.tag))
    first, second = sorted((a, b))
    if first[1] < second[0]:
        for place in list(range(first[1] + 1, second[0]))[:10]:
            found.append(("between", tag(place), m.tag, h.tag, order))
    relation = _relation(a, b, source.heads)
    found.append(("relation", relation, order, m.tag, h.tag))
    found.append(("relation and distance", relation, distance))
    modifier, head = _top(a, source), _top(b, source)
    if "clause" in wanted:
        clauses = _clause_relation(modifier, head, source)
        found.append(("clauses", clauses, order, m.tag, h.tag))
        found.append(("clauses and distance", clauses, distance))
    if "role" in wanted:
        roles = source.labels or ("",) * len(source)
        found.append(("role", roles[modifier], left, m.tag, top(m), h.tag))
        found.append(("role and relation", roles[modifier], relation, left, m.tag, h.tag))
        found.append(("roles", roles[modifier], roles[head], order, m.tag, h.tag))
    return found


def examples(
    corpus: Iterable[tuple[DependencyTree, Derivation, Links]], longest: int
) -> Iterable[tuple[Gamma, DependencyTree, bool]]:
    """Every pair of target words, once for each combination of their alignments (footnote 8)."""
    for source, derivation, links in corpus:
        spines = derivation.spines
        ranges = sentence_ranges(len(source), len(spines), links, longest)
        heads = {x.modifier: x.head for x in derivation.adjunctions}
        for m, h in product(range(len(spines)), repeat=2):
            for a, b in product(sorted(ranges[m]), sorted(ranges[h])) if m != h else ():
                pair = GammaWord(spines[m], *a), GammaWord(spines[h], *b)
                yield Gamma(*pair, m < h), source, heads.get(m) == h


class NaiveLogLinear:
    """score_r, log-linear."""

    def __init__(
        self,
        corpus: list[tuple[DependencyTree, Derivation, Links]],
        longest: int,
        passes: int,
        wanted: Collection[str] = (),
    ) -> None:
        self.wanted = wanted
        self.weights: dict[Hashable, float] = defaultdict(float)
        squares: dict[Hashable, float] = defaultdict(lambda: 1.0)
        for _ in range(passes):
            for gamma, source, depends in examples(corpus, longest):
                features = gamma_features(gamma, source, wanted)
                gradient = float(depends) - self._probability(features)
                for feature in features:
                    squares[feature] += gradient**2
                    self.weights[feature] += RATE * gradient / math.sqrt(squares[feature])

    def _probability(self, features: list[Hashable]) -> float:
        total = sum(self.weights.get(feature, 0.0) for feature in features)
        return min(max(1 / (1 + math.exp(-total)), 1e-6), 1 - 1e-6)

    def score(self, gamma: Gamma, source: DependencyTree) -> float:
        return math.log(self._probability(gamma_features(gamma, source, self.wanted)))

"""All target trees that a treelet model can make for a sentence, enumerated in plain Python.

The oracle knows nothing of items, frontiers or orders of adjunction: it tries every order of every segmentation, lets
every treelet hang on every node (and every copy of it), and keeps what is a sound derivation in which each treelet is
still the one of its s-phrase.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, permutations, product
from typing import NamedTuple

from dragoman.common.errors import FormatError
from dragoman.corpus.constituency import parse_tree
from dragoman.corpus.dependency import DependencyTree
from dragoman.grammar import AlignedBitext, PhraseTableOptions, extract
from dragoman.grammar.treelet.derivation import (
    Derivation,
    Site,
    Spine,
    adjunctions_of,
)
from dragoman.grammar.treelet.head_rules import HeadRules
from dragoman.grammar.treelet.models import Gamma, GammaWord
from dragoman.grammar.treelet.options import DependencyOptions, SPhraseOptions
from dragoman.grammar.treelet.tree_derivation import derivation_of, trees_of
from dragoman.grammar.treelet.treelet_rules import TreeletRules
from dragoman.lm import LanguageModel
from support.treelet.naive import restricted
from support.treelet.sound_derivations import check_derivation

MANY = 25
"""Sequences of s-phrases; see ``largest``."""
Corpus = list[tuple[str, str, str]]
"""Source, target tree, links."""


def rules_of(
    corpus: Corpus,
    tags: list[str] | None = None,
    known: Sequence[DependencyTree] = (),
    **options: object,
) -> TreeletRules:
    """The rules of a corpus whose source sentences have tags, or trees that are known."""
    trees = [parse_tree(tree) for _, tree, _ in corpus]
    sources = [source for source, _, _ in corpus]
    bitext = AlignedBitext.encode(
        sources, [" ".join(tree.words()) for tree in trees], [links for _, _, links in corpus]
    )
    table = extract(bitext, PhraseTableOptions(smoothing="none", reordering="none"))
    given = [tagged(*pair) for pair in zip(sources, tags, strict=True)] if tags else known
    return TreeletRules.train(
        bitext,
        table,
        [derivation_of(tree, HeadRules.named("english")) for tree in trees],
        given,
        SPhraseOptions(analyses=2),
        DependencyOptions(**options),
    )


def tagged(source: str, tags: str) -> DependencyTree:
    words = tuple(source.split())
    return DependencyTree(words, (-1,) * len(words), xpos=tuple(tags.split()))


class Used(NamedTuple):
    """An s-phrase in a sentence."""

    begin: int
    end: int
    treelets: Derivation
    alignment: tuple[tuple[int, int], ...]
    features: dict[str, float]


class Found(NamedTuple):
    tokens: tuple[str, ...]
    features: dict[str, float]
    derivation: Derivation
    spans: tuple[tuple[int, int], ...]
    """The source spans of the s-phrases in target order."""


def _phrases(rules: TreeletRules, words: list[str]) -> dict[tuple[int, int], list[Used]]:
    found: dict[tuple[int, int], list[Used]] = {}
    table = rules.table
    usual = [rules.sphrases.spines[n] for n in rules.usual[""]]
    for begin in range(len(words)):
        for end in range(begin + 1, len(words) + 1):
            here = []
            for number in range(len(table)):
                rule = table.rule(number)
                if rule.source.split() != words[begin:end]:
                    continue
                for one in rules.sphrases.lookup(number):
                    values = dict(rule.scores)
                    values |= {"treelet.analysis": one.log_probability, "phrase_penalty": 1.0}
                    values["word_penalty"] = -len(one.treelets.spines)
                    here.append(Used(begin, end, one.treelets, one.alignment, values))
            if not here and end == begin + 1:
                for tag, nodes in usual:
                    values = {"treelet.analysis": -math.log(len(usual)), "unknown": -100.0}
                    values |= {"phrase_penalty": 1.0, "word_penalty": -1.0}
                    spine = Spine(words[begin], tag, nodes)
                    here.append(Used(begin, end, Derivation((spine,), ()), ((0, 0),), values))
            found[begin, end] = here
    return found


def _segmentations(
    found: dict[tuple[int, int], list[Used]], begin: int, size: int
) -> Iterator[list[Used]]:
    if begin == size:
        yield []
    for end in range(begin + 1, size + 1):
        for one in found[begin, end]:
            for rest in _segmentations(found, end, size):
                yield [one, *rest]


def _treelet_roots(treelets: Derivation) -> list[int]:
    """For each word the root of its treelet."""
    heads = {a.modifier: a.head for a in treelets.adjunctions}
    result = []
    for word in range(len(treelets.spines)):
        while word in heads:
            word = heads[word]
        result.append(word)
    return result


def _trees(order: tuple[Used, ...]) -> Iterator[tuple[Derivation, list[int]]]:
    """All derivations over the s-phrases in this order, and for each word the root of its treelet."""
    spines: list[Spine] = []
    inner: dict[int, tuple[int, int]] = {}
    roots: list[int] = []
    for one in order:
        offset = len(spines)
        roots += [offset + root for root in _treelet_roots(one.treelets)]
        for a in one.treelets.adjunctions:
            inner[offset + a.modifier] = (offset + a.head, a.site.node)
        spines += one.treelets.spines
    size = len(spines)
    whole = Derivation(
        tuple(spines),
        adjunctions_of(
            {
                offset + a.modifier: (offset + a.head, a.site)
                for offset, one in zip(_offsets(order), order, strict=True)
                for a in one.treelets.adjunctions
            }
        ),
    )
    heads = sorted(set(roots))
    words = [[w for w in range(size) if roots[w] == root] for root in heads]
    spans = [(own[0], own[-1] + 1) for own in words]
    treelets = [(span, restricted(whole, *span)) for span in spans]
    for top in heads:
        choices = [[(word, head, node)] for word, (head, node) in inner.items()]
        for root in heads:
            if root != top:
                choices.append(
                    [
                        (root, head, node)
                        for head in range(size)
                        if roots[head] != root
                        for node in range(len(spines[head].nodes))
                    ]
                )
        for attachments in _with_copies(choices):
            derivation = Derivation(tuple(spines), adjunctions_of(attachments))
            try:
                check_derivation(derivation)
                if len(trees_of(derivation)) != 1:
                    continue
            except (FormatError, RecursionError):
                continue
            if all(restricted(derivation, *span) == one for span, one in treelets):
                yield derivation, roots


def _with_copies(
    choices: list[list[tuple[int, int, int]]],
) -> Iterator[dict[int, tuple[int, Site]]]:
    """All attachments (word, head, node) without circles and crossing arcs, to any copy that can have a modifier.

    What ``check_derivation`` and ``trees_of`` would refuse is left out early where that is seen at once: words that
    hang lower than others between them and their head, and copies below which there is an unused one.
    """
    for chosen in product(*choices):
        heads = {word: head for word, head, _ in chosen}
        if not (_sound(heads) and _outwards((w, h, (n,)) for w, h, n in chosen)):
            continue
        counts = Counter((head, node) for _, head, node in chosen)
        ranges = [range(counts[head, node] + 1) for _, head, node in chosen]
        for copies in product(*ranges):
            sites = [(w, h, (n, c)) for (w, h, n), c in zip(chosen, copies, strict=True)]
            used = {(head, *site) for _, head, site in sites}
            if all(c < 2 or (h, n, c - 1) in used for h, n, c in used) and _outwards(sites):
                yield {word: (head, Site(*site)) for word, head, site in sites}


def _outwards(places: Iterable[tuple[int, int, tuple[int, ...]]]) -> bool:
    """Whether no word (word, head, site) hangs lower than one that stands nearer to the same side of the head."""
    sides: dict[tuple[int, bool], list[tuple[int, tuple[int, ...]]]] = defaultdict(list)
    for word, head, site in places:
        sides[head, word < head].append((abs(word - head), site))
    return all(a[1] <= b[1] for side in sides.values() for a, b in pairwise(sorted(side)))


def _sound(heads: dict[int, int]) -> bool:
    for word in heads:
        above, steps = word, 0
        while above in heads and steps <= len(heads):
            above, steps = heads[above], steps + 1
        if above in heads:
            return False
    arcs = [sorted(arc) for arc in heads.items()]
    return not any(a < c < b < d for a, b in arcs for c, d in arcs)


def _offsets(order: tuple[Used, ...]) -> list[int]:
    offsets = [0]
    for one in order:
        offsets.append(offsets[-1] + len(one.treelets.spines))
    return offsets[:-1]


Span = tuple[int, int, range]
"""Where an s-phrase begins and ends in the source, and its target words."""


class Constituent(NamedTuple):
    """The source words that a treelet and those below it claim, and those of their phrases that no treelet claims."""

    covered: set[int]
    unclaimed: set[int]


def pi_constituents(
    derivation: Derivation, roots: list[int], ranges: list[tuple[int, int]], spans: list[Span]
) -> list[Constituent]:
    """The pi-constituent of every treelet.

    A treelet claims the source words that its words are aligned to (``ranges``), an only one the whole phrase.
    """
    claims: dict[int, set[int]] = {}
    free: dict[int, set[int]] = {}
    for begin, end, words in spans:
        own = {roots[word] for word in words}
        for root in own:
            mine = [ranges[w] for w in words if roots[w] == root]
            claims[root] = {i for first, last in mine for i in range(first, last + 1)}
            if len(own) == 1:
                claims[root] = set(range(begin, end))
        claimed = set().union(*(claims[root] for root in own))
        for root in own:
            free[root] = set(range(begin, end)) - claimed
    heads = {a.modifier: a.head for a in derivation.adjunctions}
    found = []
    for root in set(roots):
        below = {r for r in set(roots) if _is_below(r, root, heads, roots)}
        covered = set().union(*(claims[r] for r in below))
        found.append(Constituent(covered, set().union(*(free[r] for r in below))))
    return found


def broken(found: list[Constituent]) -> int:
    """How many pi-constituents are not contiguous; words that no treelet claims do not interrupt."""
    return sum(
        bool(set(range(min(one.covered), max(one.covered))) - one.covered - one.unclaimed)
        for one in found
    )


def crossings(found: list[Constituent], tree: DependencyTree) -> int:
    """How often a pi-constituent and a subtree of the source have common words, and each has others."""
    count = 0
    for word in range(len(tree)):
        subtree = set()
        for other in range(len(tree)):
            above = other
            while above not in (-1, word):
                above = tree.heads[above]
            if above == word:
                subtree.add(other)
        count += sum(
            bool(one.covered & subtree and one.covered - subtree and subtree - one.covered)
            for one in found
        )
    return count


def _is_below(root: int, other: int, heads: dict[int, int], roots: list[int]) -> bool:
    while root != other:
        if root not in heads:
            return False
        root = roots[heads[root]]
    return True


def largest(rules: TreeletRules, words: list[str]) -> int:
    """How many words the longest translation has, or how many sequences of s-phrases there are, if these are more."""
    cuts = list(_segmentations(_phrases(rules, words), 0, len(words)))
    sizes = [sum(len(one.treelets.spines) for one in cut) for cut in cuts]
    return max(sizes, default=0) if len(cuts) <= MANY else len(cuts)


def derivations(
    rules: TreeletRules, lm: LanguageModel, words: list[str], source: DependencyTree
) -> Iterator[Found]:
    """Everything, with all features."""
    for segmentation in _segmentations(_phrases(rules, words), 0, len(words)):
        for order in permutations(segmentation):
            for derivation, roots in _trees(order):
                yield _scored(rules, lm, order, derivation, roots, source)


def _scored(
    rules: TreeletRules,
    lm: LanguageModel,
    order: tuple[Used, ...],
    derivation: Derivation,
    roots: list[int],
    source: DependencyTree,
) -> Found:
    features: dict[str, float] = {}
    ranges: list[tuple[int, int]] = []
    spans: list[Span] = []
    for offset, one in zip(_offsets(order), order, strict=True):
        for name, value in one.features.items():
            features[name] = features.get(name, 0.0) + value
        ranges += [(one.begin + a, one.begin + b) for a, b in one.alignment]
        spans.append((one.begin, one.end, range(offset, offset + len(one.treelets.spines))))
    features["distortion"] = -float(
        sum(
            abs(there.begin - here)
            for here, there in zip([0, *(one.end for one in order)], order, strict=False)
        )
    )
    tokens = derivation.words()
    features["lm"] = lm.score(" ".join(tokens)) * 2.302585092994046
    features["treelet.syntax"] = rules.syntax.score(derivation)
    features["treelet.dependency"] = 0.0
    for a in derivation.adjunctions:
        if roots[a.modifier] == roots[a.head]:
            continue
        modifier, head = (GammaWord(derivation.spines[w], *ranges[w]) for w in (a.modifier, a.head))
        gamma = Gamma(modifier, head, a.left)
        features["treelet.dependency"] += rules.dependencies.score(gamma, source)
    found = pi_constituents(derivation, roots, ranges, spans)
    features["treelet.broken"] = -float(broken(found))
    features["coh.crossing"] = -float(crossings(found, source))
    return Found(tokens, features, derivation, tuple((one.begin, one.end) for one in order))

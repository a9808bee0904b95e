"""Extraction with gaps as Galley & Manning (2010) state it, over all sets of words."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import combinations

from dragoman.grammar import GappedLookupOptions, PhraseLookupOptions
from support.grammar.brute_force import Pair, Sentence, Words

Set = tuple[int, ...]
PhraseOptions = PhraseLookupOptions | GappedLookupOptions
GAP = "…"


@dataclass(frozen=True)
class Limits:
    length: int
    words: int
    span: int
    gaps: int

    def allow(self, chosen: Set) -> bool:
        gaps = len(stretches(chosen)) - 1
        if gaps == 0:
            return len(chosen) <= self.length
        span = chosen[-1] - chosen[0] + 1
        return gaps <= self.gaps and len(chosen) <= self.words and span <= self.span


def limits(options: PhraseOptions) -> tuple[Limits, Limits]:
    common = options.max_length, options.max_words, options.max_span
    return Limits(*common, options.source_gaps), Limits(*common, options.target_gaps)


def stretches(chosen: Set) -> list[Set]:
    """The maximal stretches without gaps."""
    found: list[Set] = []
    for position in chosen:
        if found and found[-1][-1] == position - 1:
            found[-1] += (position,)
        else:
            found.append((position,))
    return found


def subsets(length: int, limit: Limits) -> list[Set]:
    return [
        chosen
        for size in range(1, length + 1)
        for chosen in combinations(range(length), size)
        if limit.allow(chosen)
    ]


def symbols(words: Words, chosen: Set) -> Words:
    parts = [[words[i] for i in part] for part in stretches(chosen)]
    joined = parts[0]
    for part in parts[1:]:
        joined = [*joined, GAP, *part]
    return tuple(joined)


def places(chosen: Set) -> dict[int, int]:
    """From a word's position to its symbol's."""
    return {p: k + gaps for gaps, k, p in _numbered(chosen)}


def _numbered(chosen: Set) -> list[tuple[int, int, int]]:
    found, k = [], 0
    for gaps, part in enumerate(stretches(chosen)):
        for position in part:
            found.append((gaps, k, position))
            k += 1
    return found


def consistent(sentence: Sentence, source: Set, target: Set) -> bool:
    """Equation 1 and footnote 1."""
    s, t = set(source), set(target)
    if any((f in s) != (e in t) for f, e in sentence.links):
        return False
    linked_f, linked_e = {f for f, _ in sentence.links}, {e for _, e in sentence.links}
    return all(linked_f & set(part) for part in stretches(source)) and all(
        linked_e & set(part) for part in stretches(target)
    )


def extract_gappy_pairs(
    corpus: list[Sentence], options: PhraseOptions
) -> dict[tuple[Words, Words], Pair]:
    pairs: dict[tuple[Words, Words], Pair] = defaultdict(Pair)
    of_source, of_target = limits(options)
    for sentence in corpus:
        longest = max(len(sentence.source), len(sentence.target), 1)
        reach = {"phrase": options.max_length, "hier": longest}.get(options.reordering, 0)
        neighbours = sentence.blocks(reach)
        targets = subsets(len(sentence.target), of_target)
        for source in subsets(len(sentence.source), of_source):
            for target in targets:
                if not consistent(sentence, source, target):
                    continue
                pair = pairs[symbols(sentence.source, source), symbols(sentence.target, target)]
                pair.count += 1
                f_at, e_at = places(source), places(target)
                pair.alignments[
                    frozenset((f_at[f], e_at[e]) for f, e in sentence.links if f in f_at)
                ] += 1
                # As if it had no gaps; what follows is what follows a target piece.
                piece = 0 if options.gap_orientation == "piece" else -1
                end = stretches(target)[piece][-1] + 1
                block = source[0], source[-1] + 1, target[0], end
                backward, forward = sentence.orientations(block, neighbours)
                if options.reordering == "pieces" and len(stretches(source)) > 1:
                    parts = stretches(source)
                    follows = any(sentence.linked(part[-1] + 1, end) for part in parts)
                    precedes = any(sentence.linked(part[0] - 1, end) for part in parts)
                    forward = 0 if follows else 1 if precedes else 2
                pair.backward[backward] += 1
                pair.forward[forward] += 1
    return dict(pairs)


def source_patterns(lines: list[Words], options: PhraseOptions) -> set[Words]:
    limit, _ = limits(options)
    return {symbols(line, chosen) for line in lines for chosen in subsets(len(line), limit)}


def totals(pairs: dict[tuple[Words, Words], Pair], side: int) -> Counter[Words]:
    counts: Counter[Words] = Counter()
    for key, pair in pairs.items():
        counts[key[side]] += pair.count
    return counts


def contiguous(key: tuple[Words, Words]) -> bool:
    """Whether neither side of a pair has gaps."""
    return GAP not in key[0] and GAP not in key[1]

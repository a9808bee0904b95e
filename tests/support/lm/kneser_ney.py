"""The plain Python twin of estimation: modified Kneser-Ney from its formulas, on dictionaries."""

from __future__ import annotations

import math
from collections import Counter, defaultdict

Gram = tuple[str, ...]
FALLBACK = (0.0, 0.5, 1.0, 1.5)


def raw_counts(lines: list[list[str]], n: int) -> Counter[Gram]:
    """n-grams of sentences with one <s> before and </s> after them; no n-gram is <s> alone."""
    counts: Counter[Gram] = Counter()
    for line in lines:
        words = ["<s>", *line, "</s>"]
        for end in range(2, len(words) + 1):
            if end - n >= 0:
                counts[tuple(words[end - n : end])] += 1
    return counts


def adjusted_counts(lines: list[list[str]], order: int) -> list[dict[Gram, int]]:
    raws = [raw_counts(lines, n) for n in range(1, order + 1)]
    adjusted: list[dict[Gram, int]] = []
    for n in range(1, order):
        before: dict[Gram, set[str]] = defaultdict(set)
        for gram in raws[n]:
            before[gram[1:]].add(gram[0])
        adjusted.append({g: c if g[0] == "<s>" else len(before[g]) for g, c in raws[n - 1].items()})
    adjusted.append(dict(raws[order - 1]))
    return adjusted


def discounts(counts: dict[Gram, int]) -> tuple[float, ...]:
    """Chen and Goodman's equation 26."""
    n = [sum(c == k for c in counts.values()) for k in range(5)]
    if 0 in n[1:4]:
        return FALLBACK
    y = n[1] / (n[1] + 2 * n[2])
    found = (0.0, *(j - (j + 1) * y * n[j + 1] / n[j] for j in (1, 2, 3)))
    return found if all(0 < found[j] <= j for j in (1, 2, 3)) else FALLBACK


def estimate(
    lines: list[list[str]], order: int, prune: list[int], vocabulary: set[str] | None = None
) -> dict[Gram, tuple[float, float]]:
    """log10 probability and back-off of every n-gram of the model."""
    raws = [raw_counts(lines, n) for n in range(1, order + 1)]
    adjusted = adjusted_counts(lines, order)
    special = {"<unk>", "<s>", "</s>"}
    adjusted[0] |= {("<unk>",): 0, ("<s>",): 0}
    probability: dict[Gram, float] = {}
    backoff: dict[Gram, float] = {}
    kept: set[Gram] = set()
    for n in range(1, order + 1):
        counts = adjusted[n - 1]
        amount = discounts(counts)
        for gram in counts:
            known = vocabulary is None or all(w in vocabulary | special for w in gram)
            if (gram[0] in special and n == 1) or (known and raws[n - 1][gram] > prune[n - 1]):
                kept.add(gram)
        by_context: dict[Gram, list[Gram]] = defaultdict(list)
        for gram in counts:
            by_context[gram[:-1]].append(gram)
        words = sum(len(g) == 1 for g in kept) - 1
        for context, grams in by_context.items():
            total = sum(counts[g] for g in grams)
            freed = sum(amount[min(counts[g], 3)] if g in kept else counts[g] for g in grams)
            backoff[context] = freed / total
            for gram in grams:
                lower = probability[gram[1:]] if n > 1 else 1 / words
                own = (counts[gram] - amount[min(counts[gram], 3)]) / total
                probability[gram] = own + backoff[context] * lower
        if n == 1:
            probability[("<s>",)] = 1.0
    return {
        g: (math.log10(probability[g]), math.log10(backoff.get(g, 1)) if len(g) < order else 0.0)
        for g in kept
    }

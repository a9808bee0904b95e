"""The plain Python twin of queries: a back-off model as a dictionary."""

from __future__ import annotations

import random
from pathlib import Path

SPECIAL = ["<unk>", "<s>", "</s>"]
Gram = tuple[str, ...]


class BackoffModel:
    """p(w | context) by the definition: the longest n-gram listed, and back-offs before it."""

    def __init__(self, order: int, grams: dict[Gram, tuple[float, float]]) -> None:
        self.order = order
        self.grams = grams

    def word(self, context: Gram, word: str) -> float:
        if (word,) not in self.grams:
            word = "<unk>"
        known = tuple(w if (w,) in self.grams else "<unk>" for w in context)
        return self._word(known[max(0, len(known) - self.order + 1) :], word)

    def _word(self, context: Gram, word: str) -> float:
        if (*context, word) in self.grams:
            return self.grams[(*context, word)][0]
        return self.grams.get(context, (0.0, 0.0))[1] + self._word(context[1:], word)

    def sentence(self, words: list[str]) -> float:
        history: Gram = ("<s>",)
        total = 0.0
        for word in [*words, "</s>"]:
            total += self.word(history, word)
            history = (*history, word)
        return total

    def write(self, path: Path) -> None:
        lines = ["\\data\\"]
        by_order = [[g for g in self.grams if len(g) == n + 1] for n in range(self.order)]
        lines += [f"ngram {n}={len(grams)}" for n, grams in enumerate(by_order, 1)]
        for n, grams in enumerate(by_order, 1):
            lines += ["", f"\\{n}-grams:"]
            for gram in grams:
                prob, backoff = self.grams[gram]
                tail = f"\t{backoff!r}" if n < self.order else ""
                lines.append(f"{prob!r}\t{' '.join(gram)}{tail}")
        path.write_text("\n".join([*lines, "", "\\end\\", ""]), encoding="utf-8")


def random_model(rng: random.Random, order: int, closed: bool) -> BackoffModel:
    """Random numbers on random n-grams; all prefixes are listed, all suffixes only if ``closed``."""
    words = [chr(ord("a") + i) for i in range(rng.randint(1, 4))]
    grams: set[Gram] = {(w,) for w in SPECIAL + words}
    for n in range(2, order + 1):
        shorter = sorted(g for g in grams if len(g) == n - 1 and g[-1] != "</s>")
        for _ in range(rng.randint(0, 12)):
            gram = (*rng.choice(shorter), rng.choice([*words, "</s>"])) if shorter else ()
            if gram and (not closed or gram[1:] in grams):
                grams.add(gram)
    values = {}
    for gram in sorted(grams, key=lambda g: (len(g), g)):
        backoff = rng.choice([0.0, round(-rng.random(), 4)]) if len(gram) < order else 0.0
        values[gram] = (round(-3 * rng.random(), 4), backoff)
    return BackoffModel(order, values)

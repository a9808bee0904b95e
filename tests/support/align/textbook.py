"""Textbook expectation maximisation in plain Python: the twin of core/align, written for clarity alone."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

FLOOR = 1e-10
WIDTH = 11
JUMPS = range(-WIDTH, WIDTH + 1)

Words = list[int]
Table = dict[tuple[int | None, int], float]
"""(conditioning word or None for NULL, generated word) -> probability or count."""
Matrix = list[list[float]]


def digamma(x: float) -> float:
    result = 0.0
    while x < 20:
        result -= 1 / x
        x += 1
    return (
        result + math.log(x) - 1 / (2 * x) - 1 / (12 * x**2) + 1 / (120 * x**4) - 1 / (252 * x**6)
    )


def initial_jumps() -> dict[int, float]:
    weights = {d: 2 ** (-0.5 * abs(d - 1)) + 0.02 for d in JUMPS}
    total = sum(weights.values())
    return {d: w / total for d, w in weights.items()}


def clip(jump: int) -> int:
    return max(-WIDTH, min(WIDTH, jump))


@dataclass
class Direction:
    """Generates rows' words from columns' words."""

    pairs: list[tuple[Words, Words]]
    """(conditioning sentence, generated sentence)"""
    null_probability: float
    prior: float
    smoothing: float
    tension: float = 4.0
    start: dict[int, float] = field(default_factory=initial_jumps)
    jumps: dict[int, float] = field(default_factory=initial_jumps)
    table: Table = field(default_factory=dict)
    known: Table = field(default_factory=dict)
    """Counts of word pairs that are known before."""
    counts: Table = field(default_factory=dict)
    """Those of the last iteration."""

    def __post_init__(self) -> None:
        words = {w for _, generated in self.pairs for w in generated} | {w for _, w in self.known}
        self.vocabulary = words
        for given, generated in self.pairs:
            for w in generated:
                for g in (None, *given):
                    self.table[g, w] = 1 / len(words)
        for pair in self.known:
            self.table[pair] = 1 / len(words)

    def usable(self, part: int = 0, parts: int = 1) -> list[tuple[Words, Words]]:
        return [(g, w) for s, (g, w) in enumerate(self.pairs) if g and w and s % parts == part]

    # -- posteriors: a matrix with NULL as column 0, and the log-likelihood

    def ibm1(self, given: Words, generated: Words) -> tuple[Matrix, float]:
        rows, log_likelihood = [], 0.0
        for w in generated:
            scores = [self.table[g, w] / (len(given) + 1) for g in (None, *given)]
            rows.append([s / sum(scores) for s in scores])
            log_likelihood += math.log(sum(scores))
        return rows, log_likelihood

    def diagonal_prior(self, rows: int, columns: int, j: int) -> list[float]:
        weights = [
            math.exp(-self.tension * abs((i + 1) / columns - (j + 1) / rows))
            for i in range(columns)
        ]
        return [w / sum(weights) for w in weights]

    def diagonal(self, given: Words, generated: Words) -> tuple[Matrix, float]:
        rows, log_likelihood = [], 0.0
        for j, w in enumerate(generated):
            prior = self.diagonal_prior(len(generated), len(given), j)
            scores = [self.null_probability * self.table[None, w]]
            scores += [
                (1 - self.null_probability) * p * self.table[g, w]
                for p, g in zip(prior, given, strict=True)
            ]
            rows.append([s / sum(scores) for s in scores])
            log_likelihood += math.log(sum(scores))
        return rows, log_likelihood

    def transitions(self, columns: int) -> list[dict[int, float]]:
        result = []
        for k in range(columns + 1):
            weights = self.start if k == 0 else self.jumps
            row = {to: weights[clip(to - k)] for to in range(1, columns + 1)}
            total = sum(row.values())
            result.append({to: (1 - self.null_probability) * w / total for to, w in row.items()})
        return result

    def hmm(self, given: Words, generated: Words) -> tuple[Matrix, float, dict]:
        """States (position, is NULL), position 0 being the start; unscaled forward and backward."""
        n, p0 = len(given), self.null_probability
        transition = self.transitions(n)
        positions = range(n + 1)
        alpha = [{(k, False): float(k == 0) for k in positions}]
        for w in generated:
            step = {}
            before = alpha[-1]
            total = {p: before.get((p, False), 0) + before.get((p, True), 0) for p in positions}
            for k in positions:
                step[k, True] = total[k] * p0 * self.table[None, w]
                if k > 0:
                    step[k, False] = self.table[given[k - 1], w] * sum(
                        total[p] * transition[p][k] for p in positions
                    )
            alpha.append(step)
        beta = [dict.fromkeys(positions, 1.0)]
        for w in reversed(generated):
            after = beta[0]
            beta.insert(
                0,
                {
                    p: p0 * self.table[None, w] * after[p]
                    + sum(
                        transition[p][k] * self.table[given[k - 1], w] * after[k]
                        for k in positions
                        if k > 0
                    )
                    for p in positions
                },
            )
        likelihood = beta[0][0]
        posterior = []
        moves: dict[tuple[int, int], float] = {}
        for j, w in enumerate(generated, 1):
            null = sum(alpha[j][k, True] * beta[j][k] for k in positions)
            row = [alpha[j][k, False] * beta[j][k] / likelihood for k in positions if k > 0]
            posterior.append([null / likelihood, *row])
            for p in positions:
                mass = alpha[j - 1].get((p, False), 0) + alpha[j - 1].get((p, True), 0)
                for k in range(1, n + 1):
                    value = mass * transition[p][k] * self.table[given[k - 1], w] * beta[j][k]
                    moves[p, k] = moves.get((p, k), 0) + value / likelihood
        return posterior, math.log(likelihood), moves

    # -- the M-step

    def normalize(self, counts: Table) -> None:
        totals: dict[int | None, float] = {}
        fans: dict[int | None, int] = {}
        for (g, _), c in counts.items():
            totals[g] = totals.get(g, 0) + c
            fans[g] = fans.get(g, 0) + 1
        for (g, w), c in counts.items():
            if self.prior > 0 and g is not None:
                value = math.exp(
                    digamma(c + self.prior) - digamma(totals[g] + self.prior * fans[g])
                )
            else:
                value = c / totals[g] if totals[g] else 0.0
            self.table[g, w] = max(value, FLOOR)

    def maximize_jumps(self, all_moves: list[tuple[int, dict[tuple[int, int], float]]]) -> None:
        for start in (True, False):
            weights = self.start if start else self.jumps
            made, exposure = dict.fromkeys(JUMPS, 0.0), dict.fromkeys(JUMPS, 0.0)
            for n, moves in all_moves:
                for p in [0] if start else range(1, n + 1):
                    left = sum(moves[p, k] for k in range(1, n + 1))
                    total = sum(weights[clip(k - p)] for k in range(1, n + 1))
                    for k in range(1, n + 1):
                        made[clip(k - p)] += moves[p, k]
                        exposure[clip(k - p)] += left / total
            new = {
                d: (made[d] + self.smoothing * weights[d]) / (exposure[d] + self.smoothing)
                for d in JUMPS
            }
            scaled = {d: w / sum(new.values()) for d, w in new.items()}
            if start:
                self.start = scaled
            else:
                self.jumps = scaled

    def maximize_tension(self, posteriors: list[Matrix]) -> None:
        usable = self.usable()
        aligned = sum(1 - row[0] for matrix in posteriors for row in matrix)
        if not aligned:
            return

        def distance(i: int, columns: int, j: int, rows: int) -> float:
            return abs((i + 1) / columns - (j + 1) / rows)

        empirical = (
            sum(
                p * distance(i, len(given), j, len(generated))
                for (given, generated), matrix in zip(usable, posteriors, strict=True)
                for j, row in enumerate(matrix)
                for i, p in enumerate(row[1:])
            )
            / aligned
        )
        for _ in range(8):
            expected = sum(
                p * distance(i, len(given), j, len(generated))
                for given, generated in usable
                for j in range(len(generated))
                for i, p in enumerate(self.diagonal_prior(len(generated), len(given), j))
            ) / sum(len(generated) for _, generated in usable)
            self.tension = min(14.0, max(0.1, self.tension + 20 * (expected - empirical)))


class Textbook:
    """Both directions, trained apart or to agree."""

    def __init__(
        self,
        pairs: list[tuple[Words, Words]],
        null_probability: float,
        prior: float,
        smoothing: float,
        null_share: float = 0.0,
        known: Table | None = None,
    ) -> None:
        self.null_share = null_share
        self.most_null = null_probability
        known = known or {}
        self.forward = Direction(pairs, null_probability, prior, smoothing, known=known)
        swapped = [(target, source) for source, target in pairs]
        back = {(e, f): count for (f, e), count in known.items()}
        self.reverse = Direction(swapped, null_probability, prior, smoothing, known=back)

    def iterate(
        self, model: str, joint: bool, part: int = 0, parts: int = 1
    ) -> tuple[float, float]:
        """Over the sentence pairs s with s % parts == part; then half of the counts are those of before."""
        posteriors: list[list[Matrix]] = [[], []]
        moves: list[list] = [[], []]
        likelihoods = [0.0, 0.0]
        directions = (self.forward, self.reverse)
        for side, direction in enumerate(directions):
            for given, generated in direction.usable(part, parts):
                matrix, log_likelihood, *rest = getattr(direction, model)(given, generated)
                posteriors[side].append(matrix)
                likelihoods[side] += log_likelihood
                if rest:
                    moves[side].append((len(given), rest[0]))
        for side, direction in enumerate(directions):
            before = direction.counts if parts > 1 else {}
            counts: Table = {pair: count / 2 for pair, count in before.items()}
            for s, (given, generated) in enumerate(direction.usable(part, parts)):
                mine, other = posteriors[side][s], posteriors[1 - side][s]
                for j, w in enumerate(generated):
                    counts[None, w] = counts.get((None, w), 0) + mine[j][0] * parts
                    for i, g in enumerate(given):
                        p = mine[j][i + 1] * (other[i][j + 1] if joint else 1)
                        counts[g, w] = counts.get((g, w), 0) + p * parts
            direction.counts = counts
            pairs = {*direction.known, *counts}
            direction.normalize(
                {pair: counts.get(pair, 0.0) + direction.known.get(pair, 0.0) for pair in pairs}
            )
            if model == "hmm":
                direction.maximize_jumps(moves[side])
            if model == "hmm" and joint and self.null_share and posteriors[side]:
                null = [row[0] for matrix in posteriors[side] for row in matrix]
                found = self.null_share * sum(null) / len(null)
                direction.null_probability = min(max(found, 0.005), self.most_null)
            if model == "diagonal":
                direction.maximize_tension(posteriors[side])
        return likelihoods[0], likelihoods[1]

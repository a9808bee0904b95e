"""Tiny random models with gaps, and all their derivations enumerated in plain Python.

A derivation is a list of steps: (words, option) applies an option to a set of source words and places the first piece
of its target side; (phrase,) places the next piece of the phrase that the derivation's step ``phrase`` began. Features
come from the finished derivation, by their definitions in Galley & Manning (2010), section 4.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from itertools import pairwise

from dragoman.corpus.dependency import DependencyTree
from dragoman.grammar import REORDERING_COLUMNS, SCORE_COLUMNS, Rule, RuleTable
from dragoman.lm import LanguageModel
from dragoman.lm.arpa import read_arpa
from dragoman.search import GAP_FEATURES, PhraseDecoder, SearchOptions, Zone
from support.search.tiny import (
    GIVEN,
    KINDS,
    TARGET,
    TinyModel,
    arpa,
    by_block,
    by_phrase,
    by_pieces,
    closed,
)

GAP = "…"


def pieces(side: Sequence[str]) -> list[tuple[str, ...]]:
    """A side cut at its gaps."""
    return [tuple(part.split()) for part in " ".join(side).split(GAP)]


def random_side(rng: random.Random, words: Sequence[str], gaps: int, least: int) -> list[str]:
    parts = [
        [rng.choice(words) for _ in range(rng.randint(1 if gaps else least, 2))]
        for _ in range(gaps + 1)
    ]
    return [word for k, part in enumerate(parts) for word in ([GAP] * (k > 0) + part)]


def random_links(rng: random.Random, source, target) -> tuple[tuple[int, int], ...]:
    """Positions count gaps as symbols; about every third word has no links."""
    ends = [j for j, word in enumerate(target) if word != GAP]
    starts = [i for i, word in enumerate(source) if word != GAP and rng.random() < 0.7]
    return tuple(sorted({(i, rng.choice(ends)) for i in starts for _ in range(2)})) if ends else ()


def make(
    seed: int,
    directory,
    reordering: bool = True,
    features: Sequence[str] = GAP_FEATURES,
    reordering_model: str = "wbe",
):
    """A model whose rules have up to two gaps on either side."""
    rng, link_rng = random.Random(seed), random.Random(-seed - 1)
    rules, listed = {}, []
    for _ in range(14):
        source = tuple(random_side(rng, "xyz", rng.choice([0, 0, 1, 1, 2]), 1))
        target = tuple(random_side(rng, TARGET, rng.choice([0, 0, 1, 1, 2]), 0))
        if any(target == known for known, *_ in rules.get(source, [])):
            continue
        scores = [-rng.random() * 3 for _ in SCORE_COLUMNS]
        orientation = [-rng.random() * 2 for _ in REORDERING_COLUMNS] if reordering else []
        links = random_links(link_rng, source, target)
        rules.setdefault(source, []).append((target, scores, orientation, links))
        listed.append(
            Rule(
                " ".join(source),
                " ".join(target),
                links,
                dict(zip(SCORE_COLUMNS, scores, strict=True)),
                dict(zip(REORDERING_COLUMNS, orientation, strict=True)) if reordering else {},
                {},
            )
        )
    path = directory / f"{seed}.arpa"
    path.write_text(arpa(rng, 1 + seed % 3))
    table = RuleTable.build(listed, gap=GAP).with_reordering_model(reordering_model)
    options = SearchOptions(gap_features=tuple(features))
    lm = LanguageModel.build(read_arpa(path))
    names = PhraseDecoder.features_of(table, [lm], options)
    weights = {name: round(rng.uniform(-0.2, 1), 3) for name in names}
    return TinyModel(table, [lm], weights, rules)


def matches(words: Sequence[str], side: Sequence[str], max_span: int) -> Iterator[tuple[int, ...]]:
    """The places of a source side in a sentence; a gap has at least one word."""
    parts = pieces(side)

    def place(number: int, begin: int, taken: tuple[int, ...]):
        if number == len(parts):
            yield taken
            return
        part = parts[number]
        starts = range(begin, len(words)) if number == 0 else range(begin + 1, len(words))
        for start in starts:
            end = start + len(part)
            if tuple(words[start:end]) != part:
                continue
            if len(parts) > 1 and taken and end - taken[0] > max_span:
                continue
            yield from place(number + 1, end, (*taken, *range(start, end)))

    yield from place(0, 0, ())


def segments(positions: Sequence[int]) -> list[tuple[int, int]]:
    found: list[list[int]] = []
    for position in positions:
        if found and found[-1][1] == position:
            found[-1][1] += 1
        else:
            found.append([position, position + 1])
    return [(begin, end) for begin, end in found]


def all_options(
    model: TinyModel, words: Sequence[str], options: SearchOptions, zones: Sequence[Zone] = ()
):
    """(words, option) for every way to translate some words in one step."""
    found: list[tuple[tuple[int, ...], tuple]] = []
    shut = closed(zones)
    translated = set(shut)
    for side, choices in model.rules.items():
        source_gap = GAP in side
        if source_gap and options.gaps not in ("source", "both"):
            continue
        for places in matches(words, side, options.max_span):
            if shut & set(places):
                continue
            for choice in choices:
                target_gaps = choice[0].count(GAP)
                if target_gaps and (
                    options.gaps not in ("target", "both") or target_gaps > options.max_pending
                ):
                    continue
                found.append((places, choice))
                if len(places) == 1 and not target_gaps:
                    translated.add(places[0])
    for zone in zones:
        places = tuple(range(zone.begin, zone.end))
        found += [(places, (tuple(target), GIVEN, [], ())) for target in zone.texts]
        translated |= set(places) if len(places) == 1 else set()
    for position, word in enumerate(words):
        if position not in translated:
            found.append(((position,), ((word,), None, [], ())))
    return found


def derivations(
    model: TinyModel,
    words: Sequence[str],
    options: SearchOptions,
    tree: DependencyTree | None = None,
):
    """Every derivation as (target words, features, score, steps)."""
    for steps in all_steps(model, words, options):
        yield describe(model, steps, options.gap_distortion, tree)


def all_steps(
    model: TinyModel,
    words: Sequence[str],
    options: SearchOptions,
    zones: Sequence[Zone] = (),
    walls: Sequence[int] = (),
) -> Iterator[list]:
    """Every derivation as steps."""
    size, limit = len(words), options.distortion_limit
    choices = all_options(model, words, options, zones)

    def allowed(covered: frozenset, last: Sequence[int] | None, places: Sequence[int]) -> bool:
        after = covered | set(places)
        if any(max(after) >= wall and not after.issuperset(range(wall)) for wall in walls):
            return False
        if limit < 0:
            return True
        gap = min(i for i in range(size) if i not in covered)
        begin, first_end = segments(places)[0]
        if begin == gap:
            return True
        if first_end > gap + limit:
            return False
        ends = [end for _, end in segments(last)] if last is not None else [0]
        return any(abs(begin - end) <= limit for end in ends)

    def grow(covered: frozenset, steps: list, waiting: list, filled: dict):
        """waiting: steps with pieces left, as [step, pieces left]; filled: words in their gaps."""
        if len(covered) == size and not waiting:
            yield list(steps)
        last = next((step[0] for step in reversed(steps) if len(step) == 2), None)
        if len(covered) < size:
            for places, choice in choices:
                if covered & set(places) or not allowed(covered, last, places):
                    continue
                parts = pieces(choice[0])
                if sum(len(left) for _, left in waiting) + len(parts) - 1 > options.max_pending:
                    continue
                more = {step: count + len(parts[0]) for step, count in filled.items()}
                queue = list(waiting)
                if len(parts) > 1:
                    queue.append((len(steps), parts[1:]))
                    more[len(steps)] = 0
                steps.append((places, choice))
                yield from grow(covered | set(places), steps, queue, more)
                steps.pop()
        for slot, (owner, left) in enumerate(waiting):
            if filled[owner] == 0:
                continue
            more = {step: count + len(left[0]) for step, count in filled.items()}
            more[owner] = 0
            queue = list(waiting)
            if len(left) > 1:
                queue[slot] = (owner, left[1:])
            else:
                queue.pop(slot)
            steps.append((owner,))
            yield from grow(covered, steps, queue, more)
            steps.pop()

    yield from grow(frozenset(), [], [], {})


def describe(model: TinyModel, steps: list, order: str, tree: DependencyTree | None):
    """Words, features and score of a derivation, and its phrases as (source words, target positions)."""
    tokens: list[str] = []
    phrases: dict[int, tuple[tuple[int, ...], list[int]]] = {}
    left: dict[int, list[tuple[str, ...]]] = {}
    begun: dict[int, int] = {}
    for number, step in enumerate(steps):
        owner = step[0] if len(step) == 1 else number
        if len(step) == 2:
            phrases[number] = (step[0], [])
            begun[number] = len(tokens)
            left[number] = pieces(step[1][0])
        part = left[owner].pop(0)
        phrases[owner][1].extend(range(len(tokens), len(tokens) + len(part)))
        tokens += part
    features = dict.fromkeys(model.weights, 0.0)
    row: list = []
    for number, (places, _) in phrases.items():
        target, scores, orientation, _ = steps[number][1]
        score_phrase(features, places, target, scores)
        reorder(features, row, (places, orientation), model.table.reordering_model)
        row.append((places, orientation))
    values = gap_values([*phrases.values()]) | subtree_values([*phrases.values()], tree)
    if order == "target":
        between, within = jumps_in_target_order(steps, phrases, begun)
        features["distortion"], values["gaps.distortion"] = -between, -within
    for name, value in values.items():
        if name in features:
            features[name] = value
    for i, lm in enumerate(model.lms):
        features["lm" if i == 0 else f"lm{i + 1}"] = lm.score(tokens) * math.log(10)
    score = sum(model.weights[name] * value for name, value in features.items())
    return tuple(tokens), features, score, [(p, tuple(t)) for p, t in phrases.values()]


def phrase(places: tuple[int, ...], choice) -> tuple[tuple[int, ...], list[str], list]:
    """Source positions, target words without gaps, and links from positions to places in these words."""
    target, _, _, links = choice
    symbols = [at + number for number, at in enumerate_words(places)]
    words = [place for place, word in enumerate(target) if word != GAP]
    of_symbol = dict(zip(symbols, places, strict=True))
    return (
        places,
        [target[place] for place in words],
        [(of_symbol[i], words.index(j)) for i, j in links],
    )


def enumerate_words(places: Sequence[int]) -> list[tuple[int, int]]:
    """For each word of a phrase the gaps before it and its number."""
    found, gaps = [], 0
    for number, place in enumerate(places):
        gaps += number > 0 and place != places[number - 1] + 1
        found.append((gaps, number))
    return found


def jumps_in_target_order(steps: list, phrases, begun: dict[int, int]) -> tuple[float, float]:
    """d(s) of section 4 over the contiguous source pieces of all phrases: between phrases and within them.

    A piece stands at the first target word that it is linked to. One without links stands with the piece before it in
    its phrase, or else with the next one that has links, or at the first target word.
    """
    row = []
    for number, (places, positions) in phrases.items():
        target, _, _, links = steps[number][1]
        numbers = [j for j, word in enumerate(target) if word != GAP]
        # An empty phrase stands right after what was there when it was applied.
        first = positions[0] if positions else begun[number] - 0.5 + number / 1000
        symbols, found = 0, []
        for begin, end in segments(places):
            inside = range(symbols, symbols + end - begin)
            symbols += end - begin + 1
            found.append([positions[numbers.index(j)] for i, j in links if i in inside])
        stands = [min(one) if one else None for one in found]
        known = [one for one in stands if one is not None]
        before = known[0] if known else first
        for (begin, end), one in zip(segments(places), stands, strict=True):
            before = before if one is None else one
            row.append((before, number, begin, end))
    between = within = at = 0.0
    owner = None
    for _, number, begin, end in sorted(row):
        if number == owner:
            within += abs(begin - at)
        else:
            between += abs(begin - at)
        at, owner = end, number
    return between, within


def score_phrase(features, places, target, scores) -> None:
    features["phrase_penalty"] += 1
    features["word_penalty"] -= sum(word != GAP for word in target)
    if scores is None:
        features["unknown"] -= 100
        return
    for name, value in zip(SCORE_COLUMNS, scores, strict=True):
        features[name] += value


def reorder(features, before: list, current, model: str) -> None:
    """Distortion between phrases, and orientation: as if phrases had no gaps (footnote 4), but for ``pieces``.

    ``before``: the source words of the phrases before, with their orientation scores.
    """
    places, orientation = current
    begin, end = places[0], places[-1] + 1
    spans = [(words[0], words[-1] + 1) for words, _ in before]
    features["distortion"] -= abs(begin - (spans[-1][1] if spans else 0))
    if "reordering.backward.swap" not in features:
        return
    if model == "hier":
        covered = {word for words, _ in before for word in words}
        backward, forward = by_block(spans, begin, end, covered)
    elif model == "pieces":
        backward = forward = by_pieces(segments(before[-1][0]) if before else [], begin, end)
    else:
        backward = forward = by_phrase(spans, begin, end)
    if orientation:
        features[f"reordering.backward.{KINDS[backward]}"] += orientation[backward]
    if before and before[-1][1]:
        features[f"reordering.forward.{KINDS[forward]}"] += before[-1][1][3 + forward]


def gap_values(phrases) -> dict[str, float]:
    """The gap features from finished phrases (source words, target positions)."""
    lengths = [[b - a - 1 for a, b in pairwise(side) if b > a + 1] for p in phrases for side in p]
    source, target = lengths[0::2], lengths[1::2]
    crossed, bonbons = set(), set()
    for k, a in enumerate(phrases):
        for other, b in enumerate(phrases):
            if k == other:
                continue
            if interleaved(a[0], b[0]) or interleaved(a[1], b[1]):
                crossed |= {k, other}
            if reaches_into(b[0], a[0]) and reaches_into(a[1], b[1]):
                bonbons |= {k, other}
    return {
        "gaps.distortion": -float(sum(map(sum, source))),
        "gaps.target_length": -float(sum(map(sum, target))),
        "gaps.cross_serial": -float(len(crossed)),
        "gaps.bonbon": -float(len(bonbons)),
        "gaps.crossing": -float(len(crossed | bonbons)),
        "gaps.source": -float(sum(map(len, source))),
        "gaps.target": -float(sum(map(len, target))),
    }


def subtree_values(phrases, tree: DependencyTree | None) -> dict[str, float]:
    """How source gaps lie in a tree: as whole subtrees, or with a part of one and other words."""
    gaps = [set(range(a + 1, b)) for p in phrases for a, b in pairwise(p[0]) if b > a + 1]
    subtrees = [] if tree is None else [set(tree.subtree(word)) for word in range(len(tree))]
    crossing = [any(gap & s and gap - s and s - gap for s in subtrees) for gap in gaps]
    return {
        "gaps.subtree": -float(sum(gap in subtrees for gap in gaps)),
        "gaps.cross_subtree": -float(sum(crossing)),
    }


def interleaved(a: Sequence[int], b: Sequence[int]) -> bool:
    row = sorted([(p, 0) for p in a] + [(p, 1) for p in b])
    return sum(x != y for (_, x), (_, y) in pairwise(row)) > 2


def reaches_into(inner: Sequence[int], outer: Sequence[int]) -> bool:
    return len(outer) > 0 and any(outer[0] < p < outer[-1] for p in inner)

"""Hierarchical extraction as Chiang (2007, section 3.2) states it, over all blocks and all pairs of smaller ones."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

from dragoman.grammar.option_parts import HierarchicalLimits
from support.grammar.brute_force import Pair, Sentence, Words

Block = tuple[int, int, int, int]
"""Source [f1, f2) and target [e1, e2)."""
NON_TERMINALS = "[X1]", "[X2]"


def tight_blocks(sentence: Sentence) -> list[Block]:
    """Consistent blocks whose edges are linked: of those with the same links, the smallest."""
    linked_f, linked_e = {f for f, _ in sentence.links}, {e for _, e in sentence.links}
    longest = max(len(sentence.source), len(sentence.target), 1)
    return [
        block
        for block in sentence.blocks(longest)
        if {block[0], block[1] - 1} <= linked_f and {block[2], block[3] - 1} <= linked_e
    ]


def inside(small: Block, large: Block) -> bool:
    return (
        small != large
        and large[0] <= small[0]
        and small[1] <= large[1]
        and large[2] <= small[2]
        and small[3] <= large[3]
    )


def disjoint(a: Block, b: Block) -> bool:
    return (a[1] <= b[0] or b[1] <= a[0]) and (a[3] <= b[2] or b[3] <= a[2])


def side(words: Words, begin: int, end: int, holes: list[tuple[int, int]]) -> list[str | int]:
    """Positions of words, and non-terminals where the holes are."""
    out: list[str | int] = []
    place = begin
    while place < end:
        for number, (first, last) in enumerate(holes):
            if first == place:
                out.append(NON_TERMINALS[number])
                place = last
                break
        else:
            out.append(place)
            place += 1
    return out


def rule_of(
    sentence: Sentence, block: Block, holes: tuple[Block, ...], options: HierarchicalLimits
) -> tuple[Words, Words, frozenset[tuple[int, int]]] | None:
    """Both sides and the links between their words, if the constraints allow the rule."""
    f1, f2, e1, e2 = block
    if f2 - f1 > options.initial_span or e2 - e1 > options.initial_span:
        return None
    holes = tuple(sorted(holes))
    if any(hole[1] - hole[0] < options.min_hole for hole in holes):
        return None
    if len(holes) == 2 and not options.adjacent and holes[0][1] == holes[1][0]:
        return None
    source = side(sentence.source, f1, f2, [hole[:2] for hole in holes])
    target = side(sentence.target, e1, e2, [hole[2:] for hole in holes])
    if len(source) > options.max_symbols:
        return None
    links = frozenset(
        (source.index(f), target.index(e)) for f, e in sentence.links if f in source and e in target
    )
    if not links:
        return None
    return (
        tuple(s if isinstance(s, str) else sentence.source[s] for s in source),
        tuple(s if isinstance(s, str) else sentence.target[s] for s in target),
        links,
    )


def extract_rules(
    corpus: list[Sentence], options: HierarchicalLimits
) -> dict[tuple[Words, Words], Pair]:
    pairs: dict[tuple[Words, Words], Pair] = defaultdict(Pair)
    for sentence in corpus:
        blocks = tight_blocks(sentence)
        for block in blocks:
            smaller = [other for other in blocks if inside(other, block)]
            chosen: list[tuple[Block, ...]] = [()]
            if options.max_non_terminals > 0:
                chosen += [(hole,) for hole in smaller]
            if options.max_non_terminals > 1:
                chosen += [two for two in combinations(smaller, 2) if disjoint(*two)]
            for holes in chosen:
                rule = rule_of(sentence, block, holes, options)
                if rule is not None:
                    pair = pairs[rule[:2]]
                    pair.count += 1
                    pair.alignments[rule[2]] += 1
    return dict(pairs)


def applies(source: Words, line: Words, span: int) -> bool:
    """Whether a source side matches somewhere in a line, within so many words."""

    def matches(rest: Words, begin: int, room: int) -> bool:
        if not rest:
            return True
        if begin == len(line) or room == 0:
            return False
        if rest[0] in NON_TERMINALS:
            sizes = range(1, min(room, len(line) - begin) + 1)
            return any(matches(rest[1:], begin + n, room - n) for n in sizes)
        return line[begin] == rest[0] and matches(rest[1:], begin + 1, room - 1)

    return any(matches(source, begin, span) for begin in range(len(line)))

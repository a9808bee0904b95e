"""The sums of ``core/forest/word_posteriors.hpp``, edge by edge."""

from __future__ import annotations

from dragoman.forest import Forest


def plain_word_posteriors(forest: Forest, scale: float, linked: bool) -> dict:
    """For every source position and target word the posteriors of the edges that have both, each once."""
    native = forest.native
    posteriors = forest.posteriors(scale)
    sums: dict[tuple[int, int], float] = {}
    for edge in range(forest.edges):
        symbols = native.symbols[native.symbol_first[edge] : native.symbol_first[edge + 1]]
        if linked:
            links = native.links[native.link_first[edge] : native.link_first[edge + 1]]
            pairs = {(s, symbols[t]) for s, t in links.tolist() if t < len(symbols)}
        else:
            spans = native.spans[native.span_first[edge] : native.span_first[edge + 1]]
            covered = {place for first, last in spans.tolist() for place in range(first, last)}
            pairs = {(place, symbol) for place in covered for symbol in symbols}
        for source, word in pairs:
            if word >= 0:
                key = int(source), int(word)
                sums[key] = sums.get(key, 0.0) + posteriors[edge]
    return sums

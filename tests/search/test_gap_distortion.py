"""The two orders in which distortion takes the source pieces of phrases with gaps, on examples with values by hand."""

from __future__ import annotations

import pytest

from dragoman.common.errors import ConfigError
from dragoman.grammar import SCORE_COLUMNS, Rule, RuleTable
from dragoman.lm import LanguageModel
from dragoman.search import Input, PhraseDecoder, SearchOptions
from dragoman.search.options import PAPER

Links = tuple[tuple[int, int], ...]


def jumps(order: str, rules: list[tuple[str, str, Links]], reference: str) -> tuple[float, float]:
    """Words jumped over between phrases and within them, when ``a b c d ...`` becomes the reference."""
    table = RuleTable.build(
        [Rule(s, t, links, dict.fromkeys(SCORE_COLUMNS, 0.0)) for s, t, links in rules], gap="…"
    )
    lm = LanguageModel.train([reference] * 3)
    options = SearchOptions(gap_features=PAPER, gap_distortion=order, gap_share=0)
    weights = dict.fromkeys(PhraseDecoder.features_of(table, [lm], options), 0.5)
    decoder = PhraseDecoder(table, [lm], weights, options)
    words = sorted({word for source, _, _ in rules for word in source.split()} - {"…"})
    [result] = decoder.decode([Input(words, reference=reference.split())])
    assert not result.outcome.unreachable
    total = sum(weights[name] * value for name, value in result.features.items())
    assert result.score == pytest.approx(total, abs=1e-4)
    return -result.features["distortion"], -result.features["gaps.distortion"]


B: tuple[str, str, Links] = ("b", "B", ((0, 0),))


@pytest.mark.parametrize(
    ("order", "rules", "reference", "expected"),
    [
        # c stands before a: 0 to c, from the end of c back to a, from the end of a to b.
        ("source", [("a … c", "C A", ((0, 1), (2, 0))), B], "C A B", (2, 1)),
        ("target", [("a … c", "C A", ((0, 1), (2, 0))), B], "C A B", (2, 3)),
        # B is placed in the target gap: in target order a, b and c follow each other.
        ("source", [("a … c", "A … C", ((0, 0), (2, 2))), B], "A B C", (2, 1)),
        ("target", [("a … c", "A … C", ((0, 0), (2, 2))), B], "A B C", (0, 0)),
        # The first target piece has no links: a stands at the second one, after b.
        ("source", [("a", "do … A", ((0, 2),)), B], "do B A", (0, 0)),
        ("target", [("a", "do … A", ((0, 2),)), B], "do B A", (3, 0)),
        # Without links all pieces stand at the first word, in source order.
        ("source", [("a … c", "A C", ()), B], "A C B", (2, 1)),
        ("target", [("a … c", "A C", ()), B], "A C B", (2, 1)),
        # A piece without links stands with the one before it; here with the one after it.
        ("target", [("a … c", "X C", ((2, 1),)), B], "X C B", (2, 1)),
        # c stands with a in the second piece, after b: the jump from a to c is within the phrase.
        ("target", [("a … c", "X … A", ((0, 2),)), B], "X B A", (3, 1)),
    ],
)
def test_by_hand(
    order: str,
    rules: list[tuple[str, str, Links]],
    reference: str,
    expected: tuple[float, float],
) -> None:
    assert jumps(order, rules, reference) == expected


def test_an_order_by_another_name_is_refused() -> None:
    with pytest.raises(ConfigError, match="gap_distortion"):
        SearchOptions(gap_distortion="paper")  # type: ignore[arg-type]

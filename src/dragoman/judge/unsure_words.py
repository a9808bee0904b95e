"""Words that a model is unsure of, marked as errors before an annotator looks (as Zouhar et al. 2025 fill in ESA).

    items = with_unsure_words(items, model.complete, 0.3)

Only the model's own translations are marked: of other texts it does not say how sure it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from dragoman.common.errors import ConfigError
from dragoman.judge.rated_item import RatedItem, RatedSegment
from dragoman.judge.rating import Span
from dragoman.model.interactive.completion import Completion


def with_unsure_words(
    items: Sequence[RatedItem], complete: Callable[[str, str], Completion], least: float
) -> list[RatedItem]:
    """Return the items with minor errors marked; what is marked already stays as it is.

    Args:
        items: The items.
        complete: ``Model.complete`` of the model.
        least: Words of which the model is less sure are marked; neighbours are one error.
    """
    made: dict[str, Completion] = {}
    found = 0

    def marked(segment: RatedSegment) -> RatedSegment:
        nonlocal found
        if segment.source not in made:
            made[segment.source] = complete(segment.source, "")
        completion = made[segment.source]
        if segment.spans or completion.text != segment.target:
            return segment
        found += 1
        return replace(segment, spans=_spans(completion, least))

    result = [replace(item, segments=tuple(map(marked, item.segments))) for item in items]
    if not found:
        raise ConfigError("none of the translations is the model's own: there is nothing to mark")
    return result


def _spans(completion: Completion, least: float) -> tuple[Span, ...]:
    spans: list[Span] = []
    place = 0
    for piece, sure in zip(completion.best.pieces, completion.best.confidences, strict=True):
        begin, end = place + len(piece) - len(piece.lstrip()), place + len(piece)
        if sure < least and piece.strip():
            joined = spans and spans[-1].end == place
            spans.append(Span(spans.pop().begin if joined else begin, end, "minor"))
        place = end
    return tuple(spans)

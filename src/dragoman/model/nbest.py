"""N-best lists as text, in the format that Moses prints and tuning tools read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dragoman.model.translation import Translation


def alignment_text(links: Iterable[tuple[int, int]]) -> str:
    """Links as ``0-0 1-2``."""
    return " ".join(f"{i}-{j}" for i, j in links)


def features_text(features: Mapping[str, float]) -> str:
    """Values as ``lm= -12.3 distortion= 0``."""
    return " ".join(f"{name}= {value:.6g}" for name, value in features.items())


def nbest_lines(
    number: int, translation: Translation, *, alignments: bool = False
) -> Iterator[str]:
    """``sentence ||| text ||| features ||| score`` and, if asked, ``||| alignment``, best first."""
    for candidate in translation.nbest:
        fields = [
            str(number),
            candidate.text,
            features_text(candidate.features),
            f"{candidate.score:.6f}",
        ]
        if alignments:
            fields.append(alignment_text(translation.links(candidate.derivation)))
        yield " ||| ".join(fields) + "\n"

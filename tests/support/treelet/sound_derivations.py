"""What a derivation must be like."""

from __future__ import annotations

from dragoman.common.errors import FormatError
from dragoman.grammar.treelet.derivation import Derivation, Site, adjunctions_of


def check_derivation(derivation: Derivation) -> None:
    """Raises ``FormatError`` unless sites exist, copies are in use, and kinds fit them."""
    size = len(derivation.spines)
    attachments = {a.modifier: (a.head, a.site) for a in derivation.adjunctions}
    if len(attachments) != len(derivation.adjunctions):
        raise FormatError("a word hangs on two others")
    for adjunction in derivation.adjunctions:
        modifier, head, site = adjunction.modifier, adjunction.head, adjunction.site
        if not (0 <= modifier < size and 0 <= head < size and modifier != head):
            raise FormatError(f"word {modifier + 1} hangs on none of the {size} words")
        if not (0 <= site.node < len(derivation.spines[head].nodes) and site.copy >= 0):
            raise FormatError(f"word {modifier + 1} hangs on a node that does not exist")
    for head, sites in derivation.modifiers().items():
        for site in sites:
            if site.copy > 1 and Site(site.node, site.copy - 1) not in sites:
                raise FormatError(f"a copy of a node of word {head + 1} has no modifier")
    if adjunctions_of(attachments) != derivation.adjunctions:
        raise FormatError("the adjunctions have wrong kinds or stand in a wrong order")

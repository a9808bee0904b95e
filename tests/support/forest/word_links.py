"""Where words come from, as the core finds it, beside the same from the steps."""

from __future__ import annotations

from dataclasses import replace

from dragoman.forest import Derivation


def check_word_links(derivation: Derivation) -> None:
    """The quick way gives what the steps say."""
    assert derivation.linked is not None
    rules, sources = derivation.linked()
    by_steps = replace(derivation, linked=None).word_links
    assert (list(rules), [list(one) for one in sources]) == by_steps
    assert len(rules) == len(derivation.tokens)

"""Suggestions for misspelt names."""

from __future__ import annotations

from collections.abc import Iterable


def did_you_mean(wrong: str, known: Iterable[str]) -> str:
    """``; did you mean 'stack'?`` for the known name most similar to the wrong one; empty if no name is similar."""
    from difflib import get_close_matches

    names = list(known)
    plain = {name.casefold().replace("-", "_"): name for name in names}
    found = get_close_matches(wrong.casefold().replace("-", "_"), list(plain), n=1, cutoff=0.6)
    return f"; did you mean '{plain[found[0]]}'?" if found else ""


def one_of(names: Iterable[str]) -> str:
    """``a, b or c``."""
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last

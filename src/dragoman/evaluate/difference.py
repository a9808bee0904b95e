"""Where two translations differ, word by word."""

from __future__ import annotations

from difflib import SequenceMatcher
from html import escape


def differing_words(a: str, b: str) -> tuple[list[tuple[str, bool]], list[tuple[str, bool]]]:
    """The words of both, each with a flag: whether the other text has no such word at this place."""
    left, right = a.split(), b.split()
    keep_left, keep_right = [True] * len(left), [True] * len(right)
    for block in SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks():
        for offset in range(block.size):
            keep_left[block.a + offset] = keep_right[block.b + offset] = False
    return list(zip(left, keep_left, strict=True)), list(zip(right, keep_right, strict=True))


def marked_html(words: list[tuple[str, bool]], reference: str, kind: str) -> str:
    """HTML with differing words in ``<span class=kind>``, underlined where the reference has them."""
    known = set(reference.split())
    parts = []
    for word, differs in words:
        text = escape(word)
        if differs:
            hit = " hit" if word in known else ""
            text = f'<span class="{kind}{hit}">{text}</span>'
        parts.append(text)
    return " ".join(parts)

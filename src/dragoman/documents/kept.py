"""Parts of a text that are not language, found by their form: addresses, placeholders, markup and code."""

from __future__ import annotations

import regex

_URL = r"(?:(?:https?|ftps?|file)://|www\.(?=\w))[^\s<>\"“”«»]*[^\s<>\"“”«».,;:!?)\]}'’]"
_EMAIL = r"[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+"
_PATTERNS = (
    _URL,
    rf"(?:mailto:)?{_EMAIL}",
    r"</?[A-Za-z][^<>]{0,500}>",  # markup that stands in the text itself
    r"&(?:[A-Za-z][A-Za-z0-9]{1,30}|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});",
    r"\$\{[^{}\s]{1,100}\}",  # ${name}
    r"\{\{[^{}\n]{1,200}\}\}",  # {{ name }}
    r"\{%[^{}\n]{1,200}%\}",  # {% block %}
    r"\{[^{}\s]{0,100}\}",  # {}, {0}, {name:>10}
    r"(?<!\d)%(?:\([\w.]{1,60}\)|\d{1,3}\$)?[-+#0]{0,5}\d{0,4}(?:\.\d{1,4})?[hlLqjzt]{0,2}[sdifgGeEoxXcrpu@](?![\p{L}\d])",
    r"%%",
    r"%[A-Za-z_]\w{0,60}%",  # %NAME%
    r"\$[A-Za-z_]\w{0,60}",  # $name
    r"@@?[A-Za-z_][\w.]{0,60}|#[\p{L}_]\w{0,60}",  # @name, #name
    r"(?<![\w-])--[A-Za-z][\w-]{1,60}(?:=\S{1,100})?",  # --option
    r"(?<![\w/.])(?:~|\.{1,2})?(?:/[\w.~-]{1,100}){2,40}/?",  # /path/of/a/file
)
_KEPT = regex.compile("|".join(f"(?:{pattern})" for pattern in _PATTERNS))
_SIGNS = regex.compile(r"[@%{}$<&#/]|--|www\.")
"""One of these stands in everything that is kept: most sentences have none."""


def kept_spans(text: str) -> list[tuple[int, int]]:
    """Where such things stand, in order."""
    if _SIGNS.search(text) is None:
        return []
    return [match.span() for match in _KEPT.finditer(text)]

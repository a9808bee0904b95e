"""A model as HTML, for notebooks: what it is made of, and its weights."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from dragoman.search.catalogue import declaration


def model_html(facts: Mapping[str, str], weights: Mapping[str, float]) -> str:
    """A self-contained fragment; all text is escaped."""
    head = "".join(
        f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in facts.items()
    )
    rows = "".join(
        f"<tr><td>{escape(name)}</td><td>{weight:.4f}</td><td>{escape(declaration(name).what)}</td></tr>"
        for name, weight in weights.items()
    )
    return (
        f'<div style="font-family:sans-serif"><table>{head}</table>'
        f"<details><summary>{len(weights)} weights</summary><table>"
        f"<tr><th>feature</th><th>weight</th><th>value</th></tr>{rows}</table></details></div>"
    )

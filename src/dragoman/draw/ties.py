"""What ties the parts of different pictures together: attributes that ``hover.js`` looks at.

Every element that shows a step of a derivation has ``data-step`` (its place in the list of steps). A word has
``data-word``: ``s3`` is word 3 of the source, ``t0`` word 0 of the translation. A line between two words has both in
``data-link``. The server's page, ``--explain html`` and notebooks show the same pictures, so they share the attributes.
"""

from __future__ import annotations

from importlib.resources import files


def of_step(step: int) -> str:
    """The attributes of what shows a step."""
    return f' data-step="{step}"'


def of_source(word: int, step: int | None = None) -> str:
    """Those of a source word, which a step translates."""
    return f' data-word="s{word}"' + ("" if step is None else of_step(step))


def of_target(word: int, step: int | None = None) -> str:
    """Those of a target word, which a step made."""
    return f' data-word="t{word}"' + ("" if step is None else of_step(step))


def of_link(source: int, target: int, step: int) -> str:
    """Those of a line between two words."""
    return f' data-link="s{source} t{target}"' + of_step(step)


def hover_script() -> str:
    """The script that lights up what belongs to the element under the pointer."""
    return _read("hover.js")


def hover_style() -> str:
    """The looks of what is lit up."""
    return _read("hover.css")


def look() -> str:
    """The look that all pages share."""
    return _read("look.css")


def _read(name: str) -> str:
    return files("dragoman.draw").joinpath(name).read_text(encoding="utf-8")

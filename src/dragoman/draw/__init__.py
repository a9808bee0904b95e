"""Pictures: colours, charts, trees and derivations, as text, HTML and SVG.

A picture of a derivation is made only from plain data, ``Derivation.as_dict()`` (``forest/derivation.py``). So the
derivations of every decoder can be drawn, and other programs can draw the same pictures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dragoman.common.lazy import lazy_exports

if TYPE_CHECKING:
    from dragoman.draw.cohesion import interruption_svg as interruption_svg
    from dragoman.draw.cohesion import interruption_text as interruption_text
    from dragoman.draw.constituency import constituency_lines as constituency_lines
    from dragoman.draw.html import derivation_html as derivation_html
    from dragoman.draw.links import derivation_svg as derivation_svg
    from dragoman.draw.page import page_end as page_end
    from dragoman.draw.page import page_head as page_head
    from dragoman.draw.page import page_section as page_section
    from dragoman.draw.parse_tree import parse_tree_svg as parse_tree_svg
    from dragoman.draw.rule_tree import rule_tree_svg as rule_tree_svg
    from dragoman.draw.terminal import explanation as explanation
    from dragoman.draw.tree import tree_lines as tree_lines
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__)

"""Pictures: colours, charts, trees and derivations, as text, HTML and SVG.

A picture of a derivation is made from plain data, ``Derivation.as_dict()`` (``forest/derivation.py``), and from nothing
else, so that every decoder's derivations can be drawn and a page elsewhere can draw the same.
"""

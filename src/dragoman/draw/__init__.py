"""Pictures: colours, charts, trees and derivations, as text, HTML and SVG.

A picture of a derivation is made only from plain data, ``Derivation.as_dict()`` (``forest/derivation.py``). So the
derivations of every decoder can be drawn, and other programs can draw the same pictures.
"""

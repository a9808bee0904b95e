"""The documentation site: its pages, those made from docstrings and parsers, and its navigation."""

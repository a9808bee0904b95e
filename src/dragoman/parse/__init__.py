"""Parsers and taggers: our own, trained from treebanks, and adapters of others."""

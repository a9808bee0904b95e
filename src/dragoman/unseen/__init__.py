"""Translations for words that no rule has: numbers by rule, names letter by letter, other forms of known words."""

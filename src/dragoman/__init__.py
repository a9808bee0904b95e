"""Dragoman: statistical machine translation, trained, tuned and explained on a CPU."""

__version__ = "0.1.0"

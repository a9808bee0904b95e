"""The version of the program: written into models, and part of what a stage's result depends on."""

__version__ = "0.9.0"

"""N-gram language models: estimation, ARPA, binary, queries.

lm = LanguageModel.open("model.lm")            # a binary model, or an ARPA file
lm.score("the house is small")                 # log10, with <s> and </s>
estimate(Path("train.en"), LMOptions(order=5)).write_arpa("model.arpa")
"""

from dragoman.lm.classes import ClassOptions, WordClasses
from dragoman.lm.estimation import Estimate, estimate
from dragoman.lm.model import LanguageModel, TextScore, WordScore
from dragoman.lm.options import LayoutOptions, LMOptions

__all__ = [
    "ClassOptions",
    "Estimate",
    "LMOptions",
    "LanguageModel",
    "LayoutOptions",
    "TextScore",
    "WordClasses",
    "WordScore",
    "estimate",
]

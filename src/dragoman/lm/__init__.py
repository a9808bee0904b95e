"""N-gram language models: estimation, ARPA, binary, queries.

lm = LanguageModel.open("model.lm")            # a binary model, or an ARPA file
lm.score("the house is small")                 # log10, with <s> and </s>
"""

from dragoman.lm.model import LanguageModel, WordScore

__all__ = ["LanguageModel", "WordScore"]

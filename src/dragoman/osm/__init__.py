"""Operation sequences: a sentence pair as the operations that generate both sides, and their language model.

model = OperationModel.train(bitext, OperationOptions(order=5))     # bitext: a grammar.AlignedBitext
Model(rules, lms, operations=model)                                 # a feature of the phrase decoder: osm
operations(["wie", "geht", "es"], [AppliedPhrase(((0, 3),), ("how", "are", "you"), ((0, 0), (1, 1)))])
"""

from dragoman.osm.model import AppliedPhrase, OperationModel, operations
from dragoman.osm.options import OperationOptions

__all__ = ["AppliedPhrase", "OperationModel", "OperationOptions", "operations"]

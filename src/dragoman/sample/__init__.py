"""The sample world: a generated bilingual corpus with gold annotation.

from dragoman.sample import SampleOptions, generate

for document in generate(SampleOptions(pairs=100, seed=3)):
    ...
"""

from dragoman.sample.documents import SampleDocument, generate
from dragoman.sample.options import INVENTED, LANGUAGES, NAMES, Phenomena, SampleOptions
from dragoman.sample.transfer import LABELS, SampleSentence
from dragoman.sample.writer import SOURCE_CODE, TARGET_CODE, WorldOptions, write_world

__all__ = [
    "INVENTED",
    "LABELS",
    "LANGUAGES",
    "NAMES",
    "SOURCE_CODE",
    "TARGET_CODE",
    "Phenomena",
    "SampleDocument",
    "SampleOptions",
    "SampleSentence",
    "WorldOptions",
    "generate",
    "write_world",
]

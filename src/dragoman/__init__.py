"""Dragoman: statistical machine translation, trained, tuned and explained on a CPU.

import dragoman
model = dragoman.train("news.de", "news.en").open()        # or dragoman.load("model")
print(model.translate("das haus ist klein").explain())
dragoman.lm, dragoman.align, dragoman.evaluate, ...        # packages, each imported when it is first used
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dragoman.common.lazy import lazy_exports
from dragoman.common.version import __version__ as __version__

if TYPE_CHECKING:
    from dragoman import align as align
    from dragoman import cluster as cluster
    from dragoman import cohesion as cohesion
    from dragoman import consistency as consistency
    from dragoman import corpus as corpus
    from dragoman import documents as documents
    from dragoman import draw as draw
    from dragoman import evaluate as evaluate
    from dragoman import experiment as experiment
    from dragoman import forest as forest
    from dragoman import grammar as grammar
    from dragoman import judge as judge
    from dragoman import kenlm as kenlm
    from dragoman import lm as lm
    from dragoman import model as model
    from dragoman import osm as osm
    from dragoman import parse as parse
    from dragoman import reproduce as reproduce
    from dragoman import sample as sample
    from dragoman import search as search
    from dragoman import serve as serve
    from dragoman import tune as tune
    from dragoman.align import Aligner as Aligner
    from dragoman.common.errors import ConfigError as ConfigError
    from dragoman.common.errors import DragomanError as DragomanError
    from dragoman.common.errors import DragomanWarning as DragomanWarning
    from dragoman.common.errors import FormatError as FormatError
    from dragoman.common.errors import ModelError as ModelError
    from dragoman.common.progress import watched as watched
    from dragoman.experiment import train as train
    from dragoman.forest import Derivation as Derivation
    from dragoman.forest import Forest as Forest
    from dragoman.grammar import RuleTable as RuleTable
    from dragoman.lm import LanguageModel as LanguageModel
    from dragoman.model import Model as Model
    from dragoman.model import NBestEntry as NBestEntry
    from dragoman.model import Translation as Translation
    from dragoman.model import load as load
    from dragoman.search import Input as Input
    from dragoman.search import Zone as Zone
    from dragoman.settings.setting_error import SettingError as SettingError
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__, also=("__version__",))

"""Sound word classes, operation models and models of unseen words, and what is done with damaged ones."""

from __future__ import annotations

from pathlib import Path

from dragoman.corpus.compounds import CompoundSplitter
from dragoman.corpus.united_spellings import UnitedSpellings
from dragoman.grammar import AlignedBitext, RuleTable, extract
from dragoman.lm import ClassOptions, WordClasses
from dragoman.osm.model import OperationModel
from dragoman.osm.options import OperationOptions
from dragoman.search import Input
from dragoman.unseen.options import UnseenOptions
from dragoman.unseen.unseen_words import UnseenWords
from fuzz.artifacts import LINKS, SOURCE, TARGET

WORDS = ("haus", "häuser", "hause", "klein", "kleine", "kleines", "daß", "Straße")
NAMES = [
    (f"{first}{middle}{last}", f"{first}{middle}{written}")
    for first in ("ber", "mar", "lud", "ros")
    for middle in ("ta", "li", "no", "ve", "so")
    for last, written in (("k", "c"), ("n", "n"), ("sch", "sh"))
]
"""Enough to learn from how names are written."""


def make_classes(path: Path) -> None:
    WordClasses.train(SOURCE, ClassOptions(count=3)).save(path)


def use_classes(path: Path) -> None:
    classes = WordClasses.open(path)
    classes.of("haus")
    list(classes.lines(SOURCE[:2]))
    classes.likelihood(SOURCE[:2])


def _bitext() -> AlignedBitext:
    return AlignedBitext.encode(SOURCE, TARGET, LINKS)


def make_operations(path: Path) -> None:
    OperationModel.train(_bitext(), OperationOptions(order=3)).save(path)


def use_operations(path: Path) -> None:
    model = OperationModel.open(path)
    model.lm.score("haus|house")


def make_unseen(path: Path) -> None:
    options = UnseenOptions(numbers=True, forms=True, names=True)
    UnseenWords.train(options, ("de", "en"), lambda: WORDS, lambda: NAMES).save(path)


def use_unseen(path: Path) -> None:
    rules: RuleTable = extract(_bitext())
    sentence = Input(("Das", "Häuschen", "3,5", "dass", "bertalik"))
    UnseenWords.open(path).with_guesses([sentence], rules, lambda word: word == "house")


def split_words(path: Path) -> None:
    splitter = CompoundSplitter.open(path)
    for word in ("haustür", "Haustürschlüssel", "x"):
        splitter.parts(word)


def spell_words(path: Path) -> None:
    usual = UnitedSpellings.open(path)
    for word in ("dass", "coeur", "waßer", "x"):
        usual.of(word)

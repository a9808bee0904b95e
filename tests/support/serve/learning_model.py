"""A small model that learns: its rules are looked up in a text to which pairs can be added."""

from __future__ import annotations

from pathlib import Path

from dragoman.align import Aligner, AlignOptions
from dragoman.corpus.preparation import TextPreparation
from dragoman.grammar import AlignedBitext, OnTheFlyRules, PhraseLookupOptions, SuffixGrammar
from dragoman.lm import LanguageModel
from dragoman.lm.estimation import LMOptions
from dragoman.model import Model

SOURCE = ["das haus ist klein", "das buch ist neu", "ein haus", "ein buch", "das ist neu"] * 4
TARGET = ["the house is small", "the book is new", "a house", "a book", "that is new"] * 4


def save_learning_model(path: Path) -> None:
    aligner = Aligner.train(SOURCE, TARGET, AlignOptions(schedule="joint-ibm1:3,joint-hmm:3"))
    links = aligner.align().text().splitlines()
    grammar = SuffixGrammar.build(AlignedBitext.encode(SOURCE, TARGET, links))
    lm = LanguageModel.train(TARGET, LMOptions(order=2))
    text = TextPreparation(source_language="de", target_language="en")
    model = Model(OnTheFlyRules(grammar, PhraseLookupOptions()), [lm], text=text)
    model.aligner = aligner
    model.save(path)

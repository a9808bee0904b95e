"""The pictures of the documentation, drawn by the program itself from a few sentence pairs.

A picture that a model draws shows what users will see, and changes with the program. The pairs are small, and their
links are written by hand, so that a reader can follow how each phrase was found.

    python -m dragoman.site.pictures docs/pictures
"""

from __future__ import annotations

import sys
from pathlib import Path

from dragoman.corpus.dependency import ROOT, DependencyTree
from dragoman.draw.cohesion import interruption_svg
from dragoman.draw.links import derivation_svg
from dragoman.draw.rule_tree import rule_tree_svg
from dragoman.forest.segmentation import TranslatedPhrase
from dragoman.grammar import (
    AlignedBitext,
    GappedTableOptions,
    HierarchicalTableOptions,
    PhraseTableOptions,
    extract,
)
from dragoman.grammar.options import TableOptions
from dragoman.lm import LanguageModel, LMOptions
from dragoman.model import Model

Pairs = tuple[tuple[str, str, str], ...]
"""Source, target, links."""

HOUSES: Pairs = (
    ("wir haben das haus gekauft .", "we have bought the house .", "0-0 1-1 2-3 3-4 4-2 5-5"),
    ("wir haben ein buch gelesen .", "we have read a book .", "0-0 1-1 2-3 3-4 4-2 5-5"),
    ("das haus ist alt .", "the house is old .", "0-0 1-1 2-2 3-3 4-4"),
    ("das buch ist neu .", "the book is new .", "0-0 1-1 2-2 3-3 4-4"),
    ("gestern habe ich das buch gekauft .", "i bought the book yesterday .",
     "0-4 1-1 2-0 3-2 4-3 5-1 6-5"),
    ("gestern waren wir zu hause .", "yesterday we were at home .", "0-0 1-2 2-1 3-3 4-4 5-5"),
)  # fmt: skip
NEGATION: Pairs = (
    ("je ne mange plus", "i do not eat any more", "0-0 1-1 1-2 2-3 3-4 3-5 1-5 3-1"),
    ("nous ne dormons plus", "we do not sleep any more", "0-0 1-1 1-2 2-3 3-4 3-5 1-5 3-1"),
    ("nous chantons", "we sing", "0-0 1-1"),
    ("ils mangent", "they eat", "0-0 1-1"),
)


def model_of(pairs: Pairs, options: TableOptions) -> Model:
    """Return a model with the rules of a few pairs and a language model of their target sides.

    Args:
        pairs: Sentence pairs with links.
        options: What rules are extracted.
    """
    sources, targets, links = zip(*pairs, strict=True)
    table = extract(AlignedBitext.encode(sources, targets, links), options)
    lm = LanguageModel.train(list(targets), LMOptions(order=3))
    decoder = "chart" if isinstance(options, HierarchicalTableOptions) else "phrase"
    return Model(table, [lm], decoder=decoder)


def phrases() -> str:
    """Return the way of a sentence through phrases: the verb moves."""
    model = model_of(HOUSES, PhraseTableOptions(max_length=3, smoothing="none"))
    return derivation_svg(model.translate("gestern haben wir das haus gekauft .").as_dict())


def gaps() -> str:
    """Return a phrase with a gap on both sides, as in Galley & Manning (2010)."""
    model = model_of(NEGATION, GappedTableOptions(gaps="both", smoothing="none"))
    return derivation_svg(model.translate("nous ne chantons plus").as_dict())


def rules() -> str:
    """Return the tree of hierarchical rules (Chiang 2007) of a sentence whose verb moves."""
    model = model_of(HOUSES, HierarchicalTableOptions(smoothing="none"))
    return rule_tree_svg(model.translate("wir haben das buch gelesen .").as_dict())


def cohesion() -> str:
    """Return a translation that leaves a subtree before it is complete (Cherry 2008)."""
    words = ("der", "bürgermeister", "eröffnet", "die", "neue", "brücke", "morgen")
    tree = DependencyTree(words, (1, 2, ROOT, 5, 5, 2, 2))
    order = (
        ((0, 1), "the mayor"),
        ((2,), "opens"),
        ((3, 4), "the new"),
        ((6,), "tomorrow"),
        ((5,), "bridge"),
    )
    return interruption_svg(
        tree, [TranslatedPhrase(source, tuple(target.split())) for source, target in order]
    )


PICTURES = {"phrases": phrases, "gaps": gaps, "rules": rules, "cohesion": cohesion}
"""The name of each file, and what draws it."""


def write_pictures(directory: Path) -> None:
    """Write all of them.

    Args:
        directory: Where they go.
    """
    directory.mkdir(parents=True, exist_ok=True)
    for name, draw in PICTURES.items():
        (directory / f"{name}.svg").write_text(draw() + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_pictures(Path(sys.argv[1]))

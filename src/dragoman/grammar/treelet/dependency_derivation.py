"""From dependency trees to derivations and back, for languages that have no constituency parser.

The spine of a word is its tag under one node, which bears the label of the word's relation to its head. All modifiers
hang on that node by sister adjunctions. Crossing arcs are lifted first (Nivre & Nilsson 2005): a derivation makes
trees over words in their order.
"""

from __future__ import annotations

import numpy as np

from dragoman._core import projective_heads
from dragoman.common.errors import FormatError
from dragoman.corpus.dependency import ROOT, DependencyTree
from dragoman.grammar.treelet.derivation import Derivation, Site, Spine, adjunctions_of

_SITE = Site(0, 0)
_UNKNOWN = "_"


def derivation_of_dependencies(tree: DependencyTree) -> Derivation:
    """Return the derivation of a dependency tree; language-specific tags are taken where there are any.

    Args:
        tree: The tree.
    """
    size = len(tree)
    if size == 0:
        raise FormatError("an empty sentence has no derivation")
    given = [size if head == ROOT else head for head in tree.heads]
    heads = projective_heads(np.array(given, np.int32)).tolist()
    tags = tree.xpos or tree.tags or (_UNKNOWN,) * size
    labels = tree.labels or (_UNKNOWN,) * size
    rows = zip(tree.words, tags, labels, strict=True)
    spines = tuple(Spine(word, tag, (label,)) for word, tag, label in rows)
    return Derivation(
        spines, adjunctions_of({m: (head, _SITE) for m, head in enumerate(heads) if head != size})
    )


def dependencies_of(derivation: Derivation) -> DependencyTree:
    """Return a derivation's dependency tree: each word's head, and the label of its spine's highest node.

    Args:
        derivation: The derivation.
    """
    heads = [ROOT] * len(derivation.spines)
    for adjunction in derivation.adjunctions:
        heads[adjunction.modifier] = adjunction.head
    spines = derivation.spines
    return DependencyTree(
        derivation.words(),
        tuple(heads),
        xpos=tuple(spine.tag for spine in spines),
        labels=tuple(spine.nodes[-1] if spine.nodes else spine.tag for spine in spines),
    )

"""Treelets: spines and TAG derivations of target trees, phrase pairs with syntax (Carreras & Collins 2009)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dragoman.common.lazy import lazy_exports

if TYPE_CHECKING:
    from dragoman.grammar.treelet.dependency_derivation import dependencies_of as dependencies_of
    from dragoman.grammar.treelet.dependency_derivation import (
        derivation_of_dependencies as derivation_of_dependencies,
    )
    from dragoman.grammar.treelet.derivation import Adjunction as Adjunction
    from dragoman.grammar.treelet.derivation import Derivation as Derivation
    from dragoman.grammar.treelet.derivation import Site as Site
    from dragoman.grammar.treelet.derivation import Spine as Spine
    from dragoman.grammar.treelet.extraction import extract_sphrases as extract_sphrases
    from dragoman.grammar.treelet.head_rules import HeadRules as HeadRules
    from dragoman.grammar.treelet.models import DependencyModel as DependencyModel
    from dragoman.grammar.treelet.models import Gamma as Gamma
    from dragoman.grammar.treelet.models import GammaWord as GammaWord
    from dragoman.grammar.treelet.models import SyntacticLanguageModel as SyntacticLanguageModel
    from dragoman.grammar.treelet.models import TreeletData as TreeletData
    from dragoman.grammar.treelet.numbered_derivations import (
        NumberedDerivations as NumberedDerivations,
    )
    from dragoman.grammar.treelet.numbered_derivations import (
        number_derivations as number_derivations,
    )
    from dragoman.grammar.treelet.options import DependencyOptions as DependencyOptions
    from dragoman.grammar.treelet.options import SPhraseOptions as SPhraseOptions
    from dragoman.grammar.treelet.sphrases import SPhrase as SPhrase
    from dragoman.grammar.treelet.sphrases import SPhrases as SPhrases
    from dragoman.grammar.treelet.tree_derivation import derivation_of as derivation_of
    from dragoman.grammar.treelet.tree_derivation import tree_of as tree_of
    from dragoman.grammar.treelet.tree_derivation import trees_of as trees_of
    from dragoman.grammar.treelet.treelet_rules import TreeletRules as TreeletRules
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__)

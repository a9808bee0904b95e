"""Treelets: spines and TAG derivations of target trees, phrase pairs with syntax (Carreras & Collins 2009)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dragoman.common.lazy import lazy_exports

if TYPE_CHECKING:
    from dragoman.treelet.dependency_derivation import dependencies_of as dependencies_of
    from dragoman.treelet.dependency_derivation import (
        derivation_of_dependencies as derivation_of_dependencies,
    )
    from dragoman.treelet.derivation import Adjunction as Adjunction
    from dragoman.treelet.derivation import Derivation as Derivation
    from dragoman.treelet.derivation import Site as Site
    from dragoman.treelet.derivation import Spine as Spine
    from dragoman.treelet.extraction import SPhraseOptions as SPhraseOptions
    from dragoman.treelet.extraction import extract_sphrases as extract_sphrases
    from dragoman.treelet.head_rules import HeadRules as HeadRules
    from dragoman.treelet.models import DependencyModel as DependencyModel
    from dragoman.treelet.models import Gamma as Gamma
    from dragoman.treelet.models import GammaWord as GammaWord
    from dragoman.treelet.models import SyntacticLanguageModel as SyntacticLanguageModel
    from dragoman.treelet.models import TreeletData as TreeletData
    from dragoman.treelet.numbered_derivations import NumberedDerivations as NumberedDerivations
    from dragoman.treelet.numbered_derivations import number_derivations as number_derivations
    from dragoman.treelet.options import DependencyOptions as DependencyOptions
    from dragoman.treelet.sphrases import SPhrase as SPhrase
    from dragoman.treelet.sphrases import SPhrases as SPhrases
    from dragoman.treelet.tree_derivation import derivation_of as derivation_of
    from dragoman.treelet.tree_derivation import tree_of as tree_of
    from dragoman.treelet.tree_derivation import trees_of as trees_of
    from dragoman.treelet.treelet_rules import TreeletRules as TreeletRules
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__)

"""Opens the rules of a model, whatever their kind: a table, an indexed corpus, or rules with syntax."""

from __future__ import annotations

from dragoman.grammar import OnTheFlyRules, RuleSource, RuleTable
from dragoman.grammar.on_the_fly import KIND as ON_THE_FLY
from dragoman.grammar.treelet.treelet_rules import KIND as TREELET_RULES
from dragoman.grammar.treelet.treelet_rules import TreeletRules
from dragoman.io.artifact import Artifact


def open_rules(artifact: Artifact) -> RuleSource:
    """The rules in an artifact that is open, such as a model's component."""
    if artifact.kind == ON_THE_FLY:
        return OnTheFlyRules.from_artifact(artifact)
    if artifact.kind == TREELET_RULES:
        return TreeletRules.from_artifact(artifact)
    return RuleTable.from_artifact(artifact)

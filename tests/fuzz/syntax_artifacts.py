"""Taggers, parsers and s-phrases: small sound ones, and what is done with damaged ones."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from dragoman.corpus.conllu import DependencyTree, parse_conllu
from dragoman.corpus.constituency import parse_tree
from dragoman.grammar import AlignedBitext, PhraseTableOptions, RuleTable, extract
from dragoman.grammar.treelet.derivation import Derivation
from dragoman.grammar.treelet.extraction import extract_sphrases
from dragoman.grammar.treelet.head_rules import HeadRules
from dragoman.grammar.treelet.models import (
    DependencyModel,
    Gamma,
    GammaWord,
    SyntacticLanguageModel,
    TreeletData,
)
from dragoman.grammar.treelet.numbered_derivations import number_derivations
from dragoman.grammar.treelet.options import DependencyOptions
from dragoman.grammar.treelet.sphrases import SPhrases
from dragoman.grammar.treelet.tree_derivation import derivation_of
from dragoman.grammar.treelet.treelet_rules import TreeletRules
from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.parse.constituency_parser import ConstituencyParser
from dragoman.parse.dependency_parser import DependencyParser
from dragoman.parse.tagger import Tagger
from dragoman.parse.tags import tags_of
from dragoman.parse.training import ConstituencyTraining, ParserTraining, TaggerTraining
from dragoman.search import DecodeRequest, Input
from dragoman.search.treelet import TreeletDecoder

SENTENCES = [["the", "house", "is", "small"], ["small", "x", "house"], []]
TREE = "(S (NP (DT the) (NN house)) (VP (VBZ is) (ADJP (JJ small))))"
HIDDEN_TREE = "(S (NP (DT ___) (NN _____)) (VP (VBZ __) (ADJP (JJ _____))))"
CONLLU = """1\tthe\tthe\tDET\tDT\t_\t2\tdet\t_\t_
2\thouse\thouse\tNOUN\tNN\t_\t4\tnsubj\t_\t_
3\tis\tbe\tAUX\tVBZ\t_\t4\tcop\t_\t_
4\tsmall\tsmall\tADJ\tJJ\t_\t0\troot\t_\t_

"""


def make_tagger(path: Path) -> None:
    trees = list(parse_conllu(CONLLU.splitlines()))
    Tagger.train([(t.words, tags_of(t)) for t in trees] * 3, TaggerTraining(iterations=2)).save(
        path
    )


def use_tagger(path: Path) -> None:
    Tagger.open(path).tag(SENTENCES)


def make_parser(path: Path) -> None:
    trees = list(parse_conllu(CONLLU.splitlines())) * 12
    DependencyParser.train(trees, ParserTraining(iterations=2, beam=2)).save(path)


def use_parser(path: Path) -> None:
    DependencyParser.open(path).parse(SENTENCES)


def make_constituency_parser(path: Path) -> None:
    trees = [*[parse_tree(TREE)] * 12, parse_tree(HIDDEN_TREE)]
    ConstituencyParser.train(trees, ConstituencyTraining(iterations=2, beam=2)).save(path)


def use_constituency_parser(path: Path) -> None:
    ConstituencyParser.open(path).parse([*SENTENCES, parse_tree(HIDDEN_TREE).words()])


@cache
def _bitext() -> tuple[AlignedBitext, RuleTable]:
    bitext = AlignedBitext.encode(
        ["das haus ist klein"], [" ".join(SENTENCES[0])], ["0-0 1-1 2-2 3-3"]
    )
    return bitext, extract(bitext, PhraseTableOptions(smoothing="none"))


def make_sphrases(path: Path) -> None:
    bitext, table = _bitext()
    derivation = derivation_of(parse_tree(TREE), HeadRules.named("english"))
    extract_sphrases(bitext, [derivation], table).save(path)


def use_sphrases(path: Path) -> None:
    table = _bitext()[1]
    sphrases = SPhrases.open(path, table)
    for number in range(min(len(table), 20)):
        for found in sphrases.lookup(number):
            str(found)


def make_treelet_rules(path: Path) -> None:
    bitext, table = _bitext()
    derivation = derivation_of(parse_tree(TREE), HeadRules.named("english"))
    TreeletRules.train(bitext, table, [derivation]).save(path)


def use_treelet_rules(path: Path) -> None:
    rules = TreeletRules.open(path)
    weights = dict.fromkeys(TreeletDecoder.features_of(rules, []), 0.5)
    decoder = TreeletDecoder(rules, [], weights)
    for result in decoder.decode(
        [Input(["das", "haus", "ist", "ganz", "klein"])], DecodeRequest(forest=True)
    ):
        str(result.tree)


def make_tree_models(path: Path, kind: Literal["backoff", "loglinear"] = "backoff") -> None:
    bitext, _ = _bitext()
    tree = next(iter(parse_conllu(CONLLU.splitlines())))
    derivation = derivation_of(parse_tree(TREE), HeadRules.named("english"))
    data = TreeletData(bitext, number_derivations(bitext.target, [derivation]), [tree])
    with ArtifactWriter(path, "tree-models") as out:
        SyntacticLanguageModel.train(data).write(out)
        features = ("clause", "role") if kind == "loglinear" else ()
        options = DependencyOptions(kind=kind, least=1, bits=10, features=features)
        DependencyModel.train(data, options).write(out)


def make_loglinear_models(path: Path) -> None:
    make_tree_models(path, "loglinear")


@cache
def _derivation() -> tuple[Derivation, DependencyTree]:
    tree = next(iter(parse_conllu(CONLLU.splitlines())))
    return derivation_of(parse_tree(TREE), HeadRules.named("english")), tree


def use_tree_models(path: Path) -> None:
    artifact = Artifact.open(path)
    derivation, tree = _derivation()
    SyntacticLanguageModel.read(artifact).score(derivation)
    words = [GammaWord(spine, number, number) for number, spine in enumerate(derivation.spines)]
    DependencyModel.read(artifact).score(Gamma(words[0], words[1], True), tree)

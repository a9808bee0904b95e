"""Sentences whose words a treebank hides behind underscores."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dragoman.corpus.constituency import ConstituencyTree, parse_tree
from dragoman.parse.brackets import score_brackets
from dragoman.parse.constituency_parser import train_constituency_parser
from dragoman.parse.masks import EVERY, hidden, is_hidden, with_hidden_copies
from dragoman.parse.tagger import train_tagger
from dragoman.parse.tags import Tag
from dragoman.parse.training import ConstituencyTraining, TaggerTraining

QUICK = ConstituencyTraining(
    iterations=4, beam=4, folds=2, parsers=1, tagger=TaggerTraining(iterations=4, beam=2)
)


def test_what_is_hidden() -> None:
    assert is_hidden(["_", "___"])
    assert not is_hidden(["_", "a"]) and not is_hidden(["_a_"])
    tree = parse_tree("(S (NP (PRP She)) (VP (VBD left)) (. .))")
    assert str(hidden(tree)) == "(S (NP (PRP ___)) (VP (VBD ____)) (. _))"


def test_copies_are_made_for_treebanks_that_hide_words() -> None:
    shown = [parse_tree(f"(S (NN word{number}))") for number in range(7)]
    assert with_hidden_copies(shown) == shown
    masked = hidden(shown[0])
    trees = with_hidden_copies([*shown, masked])
    assert [tree for tree in trees if not is_hidden(tree.words())] == shown
    assert trees[:2] == [shown[0], masked] and len(trees) == 8 + -(-7 // EVERY)


def _clause(subject: str, verb: str, end: str) -> ConstituencyTree:
    return parse_tree(f"(S (NP (PRP {subject})) (VP (VBD {verb}) (ADVP (RB {end}))))")


def _phrase(determiner: str, adjective: str, noun: str) -> ConstituencyTree:
    return parse_tree(f"(FRAG (NP (DT {determiner}) (ADJP (JJ {adjective})) (NN {noun})))")


def test_the_lengths_of_words_tell_what_a_hidden_sentence_is() -> None:
    clauses = [_clause("x" * 2, "x" * (4 + n % 3), "x" * 9) for n in range(24)]
    phrases = [_phrase("x" * 1, "x" * (4 + n % 3), "x" * 5) for n in range(24)]
    trees = [tree for pair in zip(clauses, phrases, strict=True) for tree in pair]
    gold = [hidden(trees[0]), hidden(trees[1])]
    parser = train_constituency_parser([*trees, *gold], QUICK)
    parsed = parser.parse([tree.words() for tree in gold])
    assert score_brackets(gold, [tree for tree in parsed if tree is not None]).f1 == 100


def test_the_first_parser_alone_decides_on_hidden_sentences() -> None:
    shown = [_clause("xx", "xxxx", "xxxxxxxxx"), _phrase("x", "xxxx", "xxxxx")] * 6
    trees = [*shown, hidden(shown[0])]
    three = train_constituency_parser(trees, replace(QUICK, parsers=3))
    one = train_constituency_parser(trees, QUICK)
    words = [tuple("_" * (1 + (7 * n + k) % 9) for k in range(8)) for n in range(20)]
    assert three.parse(words) == one.parse(words)


def test_a_treebank_of_hidden_sentences_alone() -> None:
    trees = [hidden(_clause("xx", "xxxx", "xxxxxxxxx"))] * 4
    parser = train_constituency_parser(trees, replace(QUICK, parsers=3))
    assert parser.parse([trees[0].words()]) == [parse_tree(f"(TOP {trees[0]})")]


def test_a_hidden_sentence_is_tagged_by_lengths_around_each_word() -> None:
    """A word of four letters is a verb before a long word, and an adjective before a short one."""
    generator = np.random.default_rng(0)
    verbs = [(["_" * 2, "_" * 4, "_" * 9], ["PRP", "VBD", "RB"])] * 10
    others = [(["_" * 2, "_" * 4, "_" * 5], ["DT", "JJ", "NN"])] * 10
    sentences = [(words, [Tag("", tag) for tag in tags]) for words, tags in [*verbs, *others]]
    generator.shuffle(sentences)
    tagger = train_tagger(sentences, TaggerTraining(iterations=5))
    found = tagger.tag([verbs[0][0], others[0][0]])
    assert [[tag.xpos for tag in tags] for tags in found] == [verbs[0][1], others[0][1]]

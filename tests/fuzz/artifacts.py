"""Small sound artifacts, and what is done with damaged ones."""

from __future__ import annotations

from functools import cache
from itertools import islice
from pathlib import Path
from unittest.mock import patch

import numpy as np

from dragoman.align import Aligner, AlignOptions
from dragoman.corpus.integers import IntegerCorpus
from dragoman.corpus.preparation import TextPreparation
from dragoman.grammar import (
    AlignedBitext,
    GappedLookupOptions,
    HierarchicalLookupOptions,
    OnTheFlyRules,
    PhraseLookupOptions,
    RuleTable,
    SuffixGrammar,
    frequent_phrases,
)
from dragoman.grammar.moses import read_moses
from dragoman.grammar.side_counts import SideCounts
from dragoman.grammar.suffix_grammar import Kept
from dragoman.grammar.suffix_segment import SuffixSegment
from dragoman.lm import ClassOptions, LanguageModel, LayoutOptions, LMOptions, WordClasses
from dragoman.lm.arpa import read_arpa
from dragoman.model import Model
from dragoman.model.moses.exchange import import_moses
from dragoman.model.requests.constraints import Constraints
from dragoman.model.requests.reader import InputReader
from dragoman.model.requests.terminology import Terminology
from dragoman.search import Input
from dragoman.tune.journal import Harvest, Journal
from fuzz import samples
from support.model.handful import TEXT
from support.model.handful import make_model as handful

SOURCE = ["das haus ist klein", "das ist das haus", "klein ist das alte haus", "ist das klein"]
TARGET = ["the house is small", "that is the house", "small is the old house", "is that small"]
LINKS = ["0-0 1-1 2-2 3-3", "0-0 1-1 2-2 3-3", "0-0 1-1 2-2 3-3 4-4", "0-0 1-1 2-2"]


@cache
def sound_model() -> Model:
    """The same for all readers that need one."""
    return handful()


def make_rules(path: Path) -> None:
    bitext = AlignedBitext.encode(SOURCE[:2], TARGET[:2], LINKS[:2])  # all rules can be looked at
    SuffixGrammar.build(bitext).extract_all(GappedLookupOptions()).save(path)


def use_rules(path: Path) -> None:
    table = RuleTable.open(path)
    for rule in islice(table, 50):
        table.lookup(rule.source_symbols)
        str(rule)
    model = Model(table, sound_model().lms)
    model.translate([SOURCE[0], "klein das x alte"])


def make_hash(path: Path) -> None:
    LanguageModel.train(TEXT, LMOptions(order=3)).save(path)


def make_compact(path: Path) -> None:
    LanguageModel.train(TEXT, LMOptions(order=3), LayoutOptions("compact", (8, 8))).save(path)


def make_class_model(path: Path) -> None:
    classes = WordClasses.train(TEXT, ClassOptions(count=3))
    lm = LanguageModel.train(classes.lines(TEXT), LMOptions(order=3))
    lm.of_members(classes.vocabulary, [str(one) for one in classes.classes.tolist()]).save(path)


def use_lm(path: Path) -> None:
    lm = LanguageModel.open(path)
    assert np.isfinite(lm.score("the house x is"))
    assert not np.isnan(lm.perplexity(TEXT[:2]))
    words = [lm.native.find(word) for word in ["the", "house", "is", "small"]]
    state, _ = lm.native.chart(words)
    lm.native.chart([None, *words, state, state, 10**9])
    lm.write_arpa(path.with_name("listed.arpa"))


def query_arpa(path: Path) -> None:
    read_arpa(path)
    for layout in ("hash", "compact"):
        lm = LanguageModel.build(read_arpa(path), LayoutOptions(layout))
        assert np.isfinite(lm.score("the house x is"))


def read_table(path: Path) -> None:
    for rule in islice(read_moses(path), 20):
        str(rule)


def read_reordering(path: Path) -> None:
    table = path.with_name("table")
    table.write_bytes(samples.PHRASES[0])
    list(read_moses(table, path))


def import_ini(path: Path) -> None:
    """The tables lie beside it, sound."""
    for name, data in (
        ("table", samples.PHRASES),
        ("reordering", samples.REORDERING),
        ("lm.arpa", samples.ARPA),
    ):
        if not (path.parent / name).exists():
            (path.parent / name).write_bytes(data[0])
    import_moses(path).translate("das haus")


def translate_markup(path: Path) -> None:
    sound_model().translate(list(InputReader(TextPreparation(), markup=True).read(path)))


def apply_constraints(path: Path) -> None:
    text = TextPreparation(tokenize=True)
    Constraints(path, text).apply(Input(["das", "haus", "ist", "klein"]), 1)


def find_terms(path: Path) -> None:
    Terminology.read(path, TextPreparation()).zones(["a", "b", "a", "b", "c"])


def make_suffixes(path: Path) -> None:
    SuffixGrammar.build(AlignedBitext.encode(SOURCE, TARGET, LINKS)).save(path)


def use_suffixes(path: Path) -> None:
    grammar = SuffixGrammar.open(path)
    grammar.extract(SOURCE[:2], GappedLookupOptions(sample=2, max_length=4))
    grammar.extract(SOURCE[1], PhraseLookupOptions(frequent=0, inverse="sum"))
    grammar.find("das … klein")


def make_rules_with_gaps(path: Path) -> None:
    """An index with the phrases with gaps and the frequent phrases that are kept beside it."""
    with patch.object(frequent_phrases, "LEAST", 2):
        OnTheFlyRules(_sound_grammar(), GappedLookupOptions(least_with_gaps=1)).save(path)


def use_rules_with_gaps(path: Path) -> None:
    rules = OnTheFlyRules.open(path)
    rules.rules_for([line.split() for line in SOURCE[:2]])
    rules.add(SOURCE[:1], TARGET[:1], LINKS[:1]).rules_for([line.split() for line in SOURCE])


def make_side_counts(path: Path) -> None:
    segment = SuffixSegment.build(AlignedBitext.encode(SOURCE, TARGET, LINKS))
    SideCounts.count(segment, HierarchicalLookupOptions(min_hole=1)).save(path)


@cache
def _sound_grammar() -> SuffixGrammar:
    return SuffixGrammar.build(AlignedBitext.encode(SOURCE, TARGET, LINKS))


def use_side_counts(path: Path) -> None:
    counts, options = SideCounts.open(path), HierarchicalLookupOptions(min_hole=1)
    counts.check(options)
    _sound_grammar().look_up(SOURCE[:2], options, Kept(counts=[counts]))


def make_aligner(path: Path) -> None:
    Aligner.train(SOURCE, TARGET, AlignOptions(schedule="joint-ibm1:2,joint-hmm:2")).save(path)


def use_aligner(path: Path) -> None:
    aligner = Aligner.open(path)
    aligner.align(SOURCE[:2], TARGET[:2])
    aligner.align(SOURCE[:1], ["the new house"], symmetrize="grow-diag-final-and")
    aligner.lexical_tables().forward("haus", "house")


def make_corpus(path: Path) -> None:
    IntegerCorpus.build(path, SOURCE)


def use_corpus(path: Path) -> None:
    corpus = IntegerCorpus.open(path)
    for number in range(min(len(corpus), 10)):
        corpus.text(number)


def make_candidates(path: Path) -> None:
    harvest = Harvest(["a b", "c"], np.ones((2, 3)), np.ones((2, 10)), np.array([1, 1]), 0.5)
    Journal(path.parent, {"seed": 1}).save_harvest(1, harvest)


def use_candidates(path: Path) -> None:
    harvest = Journal(path.parent, {"seed": 1}).harvest(1)
    assert harvest is not None and len(harvest.tokens) == len(harvest.features)


def make_model(path: Path) -> None:
    model = handful()
    model.text = TextPreparation(tokenize=True).learn_case(
        ["Das Haus ist klein ."], ["The house ."]
    )
    model.save(path)


def use_model(path: Path) -> None:
    model = Model.open(path)
    model.translate(["Das Haus ist klein.", "x"], nbest=2)
    model.translate(Input(["das", "haus"]))

"""Evidence of whole models, tables with their text beside them and looked-up rules, against brute force.

Whatever made a part of the translation: rules with gaps, copied words, the translation memory, a demand.
"""

from __future__ import annotations

from itertools import pairwise, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError
from dragoman.corpus.preparation import TextPreparation
from dragoman.experiment.run import ExperimentRun
from dragoman.forest import Derivation
from dragoman.forest.derivation import Step
from dragoman.grammar import (
    AlignedBitext,
    GappedLookupOptions,
    GappedTableOptions,
    OnTheFlyRules,
    PhraseLookupOptions,
    PhraseTableOptions,
    SuffixGrammar,
    extract,
)
from dragoman.grammar.occurrences import IndexedBitext
from dragoman.grammar.suffix_segment import SuffixSegment
from dragoman.lm import LanguageModel, LMOptions
from dragoman.model import Model
from dragoman.model.brief import Brief
from dragoman.model.evidence import MOST, evidence_of
from dragoman.model.memory.options import MemoryOptions
from dragoman.search import Input, Zone
from support.examples import examples
from support.grammar.brute_force import Sentence, Words
from support.grammar.random_corpora import bitext, corpora

KINDS = ("table", "gapped-table", "suffix-array", "gapped-suffix-array")


def make_model(corpus: list[Sentence], kind: str) -> Model:
    text = bitext(corpus)
    lm = LanguageModel.train(["x y z", "z y x"] * 3, LMOptions(order=2))
    if kind.endswith("table"):
        options = GappedTableOptions(least_with_gaps=1) if "gap" in kind else PhraseTableOptions()
        model = Model(extract(text, options), [lm])
        model.kept_text = SuffixSegment.build(text)
        return model
    looked_up = GappedLookupOptions() if "gap" in kind else PhraseLookupOptions()
    return Model(OnTheFlyRules(SuffixGrammar.build(text), looked_up), [lm])


def pieces_of(text: str) -> list[Words]:
    return [tuple(piece.split()) for piece in text.split(" … ")]


def placements(line: Words, pieces: list[Words]) -> list[tuple[int, ...]]:
    """All ways in which the pieces stand in a line, in their order, with a word or more between them."""
    starts = [
        [p for p in range(len(line)) if line[p : p + len(piece)] == piece] for piece in pieces
    ]
    return [
        tuple(q for p, piece in zip(way, pieces, strict=True) for q in range(p, p + len(piece)))
        for way in product(*starts)
        if all(a + len(piece) < b for (a, b), piece in zip(pairwise(way), pieces, strict=False))
    ]


def teaches(pair: Sentence, source: set[int], target: set[int]) -> bool:
    """All links of the words lead to each other, and there is one (Och & Ney 2004)."""
    inside = [(f in source, e in target) for f, e in pair.links]
    return (True, True) in inside and all(a == b for a, b in inside)


def brute_force(corpus: list[Sentence], source: str, target: str) -> tuple[int, int]:
    """Where a phrase stands, and in how many of these places it could be learned.

    A place is one of the rarest piece; the others may stand around it in any way.
    """
    pieces = pieces_of(source)
    counts = [sum(len(placements(pair.source, [piece])) for pair in corpus) for piece in pieces]
    rarest = counts.index(min(counts))
    before = sum(map(len, pieces[:rarest]))
    stands = learned = 0
    for pair in corpus:
        ways = placements(pair.source, pieces)
        targets = placements(pair.target, pieces_of(target)) if target else []
        for anchor in {way[before] for way in ways}:
            stands += 1
            learned += any(
                teaches(pair, set(way), set(other))
                for way in ways
                if way[before] == anchor
                for other in targets
            )
    return stands, learned


@settings(deadline=None, max_examples=examples(120))
@given(
    corpora(longest=7),
    st.lists(st.sampled_from("abcd"), min_size=1, max_size=6),
    st.sampled_from(KINDS),
    st.booleans(),
    st.booleans(),
)
def test_every_part_has_the_evidence_that_there_is(
    corpus: list[Sentence], words: list[str], kind: str, memory: bool, demanded: bool
) -> None:
    """The word ``d`` is not in the text."""
    if not any(pair.links for pair in corpus):
        return
    model = make_model(corpus, kind)
    if memory:
        model.memory = MemoryOptions(0.5)
    zones = [Zone(0, 1, [["z", "x"]], True)] if demanded else []
    translation = model.translate(Input(words, zones=zones))
    found = model.evidence(translation, examples=100)
    assert sum(len(one.source.replace("… ", "").split()) for one in found.phrases) == len(words)
    for one in found.phrases:
        stands, learned = brute_force(corpus, one.source, one.target)
        assert (one.occurrences, one.looked_at) == (stands, stands)
        assert one.supporting == len(one.examples) == learned
        assert stands <= MOST
        if one.made == "":  # a rule of the text, or a copied word
            assert learned or one.source == one.target


SOME = st.lists(st.sampled_from("ab"), min_size=1, max_size=2).map(tuple)
OTHER = st.lists(st.sampled_from("xy"), min_size=1, max_size=2).map(tuple)


def step_of(source: list[Words], target: list[Words]) -> Step:
    """A step with these pieces, a word apart."""
    spans, begin = [], 0
    for piece in source:
        spans.append((begin, begin + len(piece)))
        begin += len(piece) + 1
    places, begin = [], 0
    for piece in target:
        places += range(begin, begin + len(piece))
        begin += len(piece) + 1
    ours, theirs = (tuple(word for piece in side for word in piece) for side in (source, target))
    return Step(0, tuple(spans), ours, theirs, tuple(places), (), {}, 0.0)


@settings(deadline=None, max_examples=examples(400))
@given(
    corpora(longest=8),
    st.lists(SOME, min_size=2, max_size=3),
    st.lists(OTHER, min_size=1, max_size=2),
)
def test_pieces_may_stand_in_a_line_in_several_ways(
    corpus: list[Sentence], source: list[Words], target: list[Words]
) -> None:
    step = step_of(source, target)
    derivation = Derivation(("a",) * 20, ("x",) * 20, (step,), 0.0)
    text = IndexedBitext(SuffixSegment.build(bitext(corpus)))
    (found,) = evidence_of([text], derivation, "", 100).phrases
    stands, learned = brute_force(corpus, step.source_text, step.target_text)
    assert (found.occurrences, found.looked_at, found.supporting) == (stands, stands, learned)


def test_what_made_a_part_is_told() -> None:
    corpus = [
        Sentence(tuple("abcab"), tuple("xyzxy"), frozenset((i, i) for i in range(5))),
        Sentence(("a",), ("x",), frozenset({(0, 0)})),
    ]
    model = make_model(corpus, "table")
    model.memory = MemoryOptions(0.5)
    (whole,) = model.evidence(model.translate("a b c a b")).phrases
    assert (whole.made, whole.supporting) == ("from the translation memory", 1)
    assert "a b c a b -> x y z x y [from the translation memory]  (1 of 1)" in str(
        model.evidence(model.translate("a b c a b"))
    )
    given_part = model.evidence(model.translate(Input(["a"], zones=[Zone(0, 1, [["z"]], True)])))
    assert [(p.made, p.supporting, p.others) for p in given_part.phrases] == [
        ("given translation", 0, (("x", 3),))
    ]


@pytest.mark.parametrize("kind", ["table", "suffix-array"])
def test_the_parts_of_a_compound_have_the_pairs_that_taught_them(kind: str) -> None:
    raw = [("der Plan ist gut", "the plan is good"), ("die Aktion ist neu", "the action is new")]
    source, target = zip(*raw * 4, strict=True)
    text = TextPreparation(source_language="de", target_language="en").learn_compounds(source)
    bitext_of_words = AlignedBitext.encode(
        list(map(text.source, source)), list(map(text.target, target)), ["0-0 1-1 2-2 3-3"] * 8
    )
    lm = LanguageModel.train(list(target), LMOptions(order=2))
    if kind == "table":
        model = Model(extract(bitext_of_words, PhraseTableOptions()), [lm], text=text)
        model.kept_text = SuffixSegment.build(bitext_of_words)
    else:
        looked_up = OnTheFlyRules(SuffixGrammar.build(bitext_of_words), PhraseLookupOptions())
        model = Model(looked_up, [lm], text=text)
    translation = model.translate("der Aktionsplan ist neu")
    assert list(translation.derivation.source) == ["der", "Aktion", "Plan", "ist", "neu"]
    found = {one.source: one for one in model.evidence(translation, examples=9).phrases}
    for part, word, line in (("Aktion", "action", 2), ("Plan", "plan", 1)):
        (one,) = [phrase for words, phrase in found.items() if part in words.split()]
        assert word in one.target.split()
        assert (one.occurrences, one.supporting) == (4, 4) and not one.others
        assert {example.line % 2 for example in one.examples} == {line % 2}
        for example in one.examples:
            lit = [example.source[place] for place in example.source_places]
            assert lit == one.source.split()


def test_a_table_keeps_its_text_on_disk(tmp_path: Path) -> None:
    pair = Sentence(("das", "haus"), ("the", "house"), frozenset({(0, 0), (1, 1)}))
    model = make_model([pair] * 3, "table")
    before = model.evidence(model.translate("das haus wombat"))
    model.save(tmp_path / "model")
    opened = Model.open(tmp_path / "model")
    assert opened.evidence(opened.translate("das haus wombat")) == before
    assert Brief.of(opened, "das haus wombat").unknown == ("wombat",)
    opened.save(tmp_path / "again")
    assert Model.open(tmp_path / "again").kept_text is not None
    opened.kept_text = None
    with pytest.raises(ConfigError, match="keep_text"):
        opened.evidence(opened.translate("das haus"))


EXPERIMENT = """
name = "small"
[training]
source = "f"
target = "e"
[tuning]
method = "none"
[model]
keep_text = true
[memory]
least_match = 0.9
"""


def test_an_experiment_keeps_the_text(tmp_path: Path) -> None:
    (tmp_path / "f").write_text("das haus\ndas buch\nein haus\n" * 5)
    (tmp_path / "e").write_text("the house\nthe book\na house\n" * 5)
    config = tmp_path / "small.toml"
    config.write_text(EXPERIMENT)
    model = Model.open(ExperimentRun(config).run().model)
    assert model.rules.growing is None
    (whole,) = model.evidence(model.translate("ein haus")).phrases
    assert (whole.supporting, whole.looked_at) == (5, 5)
    config.write_text(EXPERIMENT.replace("[model]", '[grammar]\nlookup = "suffix-array"\n[model]'))
    with pytest.raises(ConfigError, match="it is for tables"):
        ExperimentRun(config).run()

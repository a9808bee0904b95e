"""Compounds, markup, terms, the translation memory and guesses in one line: each against a plain account of it, and
what is demanded against what comes out, for single lines and for documents that are translated consistently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from hypothesis import example, given, settings
from hypothesis import strategies as st

from dragoman.consistency import Consistency, ConsistencyOptions, DocumentFrequencies
from dragoman.corpus.document import Document, Sentence
from dragoman.corpus.preparation import TextPreparation
from dragoman.grammar import AlignedBitext, OnTheFlyRules, SuffixGrammar
from dragoman.lm import LanguageModel, LMOptions
from dragoman.model import Model
from dragoman.model.brief import Brief
from dragoman.model.memory.options import MemoryOptions
from dragoman.model.memory.translation_memory import TranslationMemory
from dragoman.model.translation import Translation
from dragoman.model.translator import Lines
from dragoman.search import Input, Zone
from dragoman.unseen.options import UnseenOptions
from dragoman.unseen.unseen_words import UnseenWords
from support.examples import examples

PAIRS = [
    ("rote haus klein gern", "red house small gladly"),
    ("haus rote klein", "house red small"),
    ("gern haus rote", "gladly house red"),
    ("klein rote haus gern klein", "small red house gladly small"),
]
PARTS = {
    "hausklein": ["haus", "klein"],
    "kleinrote": ["klein", "rote"],
    "rotehausgern": ["rote", "haus", "gern"],
}
NUMBER, WRITTEN = "2,5", "2.5"
WORDS = ["rote", "haus", "klein", "gern", *PARTS, NUMBER, "strange"]


def make_model(least_match: float) -> Model:
    source, target = ([*side] for side in zip(*PAIRS, strict=True))
    links = [" ".join(f"{i}-{i}" for i in range(len(line.split()))) for line in source]
    rules = OnTheFlyRules(SuffixGrammar.build(AlignedBitext.encode(source, target, links)))
    model = Model(rules, [LanguageModel.train(target, LMOptions(order=2))])
    languages = TextPreparation(source_language="de", target_language="en")
    model.text = languages.learn_compounds(source)
    model.memory = MemoryOptions(least_match)
    model.unseen = UnseenWords(UnseenOptions(numbers=True, forms=False), ("de", "en"))
    model.consistency = Consistency(ConsistencyOptions(("c1",)), DocumentFrequencies(10, {}))
    model.weights["consistency.rules"] = 0.5
    return model


MODELS = {least: make_model(least) for least in (0.0, 0.5)}


@dataclass(frozen=True)
class Item:
    """Some words of a line and what is demanded of them."""

    words: tuple[str, ...]
    translations: tuple[str, ...] = ()
    mode: str = "exclusive"
    wall: bool = False
    """Whether a wall stands before the words."""

    def __str__(self) -> str:
        text = " ".join(self.words)
        if self.translations:
            shown = "||".join(self.translations)
            text = f'<x translation="{shown}" mode="{self.mode}">{text}</x>'
        return f"<wall/> {text}" if self.wall else text


SOME = st.lists(st.sampled_from(WORDS), min_size=1, max_size=2).map(tuple)
ITEMS = st.builds(
    Item,
    SOME,
    st.sampled_from([(), (), ("given",), ("one", "the other")]),
    st.sampled_from(["exclusive", "inclusive"]),
    st.sampled_from([False, False, False, True]),
)
LINES = st.lists(ITEMS, min_size=1, max_size=4)
PHRASES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
TERMS = st.dictionaries(PHRASES, st.sampled_from(["term", "two words", ""]), max_size=4)


def parts_of(words: Sequence[str]) -> list[list[str]]:
    return [PARTS.get(word, [word]) for word in words]


def flat(parts: Sequence[Sequence[str]]) -> list[str]:
    return [token for found in parts for token in found]


def term_zones(
    tokens: list[str], bounds: set[int], taken: list[Zone], terms: dict[str, str]
) -> list[Zone]:
    """The longest first, then the leftmost; whole words that nothing else is demanded of."""
    known = {tuple(flat(parts_of(phrase.split()))): [] for phrase in terms}
    for phrase, translation in terms.items():
        copied = phrase.split()
        known[tuple(flat(parts_of(copied)))].append(translation.split() or copied)
    free = [not any(z.begin <= n < z.end for z in taken) for n in range(len(tokens))]
    zones = []
    for length in range(len(tokens), 0, -1):
        for begin in range(len(tokens) - length + 1):
            end = begin + length
            found = known.get(tuple(tokens[begin:end]))
            if found and {begin, end} <= bounds and all(free[begin:end]):
                free[begin:end] = [False] * length
                zones.append(Zone(begin, end, found))
    return zones


def expected(line: list[Item], terms: dict[str, str], model: Model) -> Input:
    parts = parts_of([word for item in line for word in item.words])
    tokens, bounds = flat(parts), set(accumulate((len(one) for one in parts), initial=0))
    zones, walls, place = [], [], 0
    for item in line:
        end = place + len(flat(parts_of(item.words)))
        if item.wall and place > 0:
            walls.append(place)
        if item.translations:
            given = [words.split() for words in item.translations]
            zones.append(Zone(place, end, given, item.mode == "exclusive"))
        place = end
    zones += term_zones(tokens, bounds, zones, terms)
    if model.memory.least_match and not zones and not walls:
        zones += TranslationMemory(model.indexed(), model.memory.least_match).zones(tokens)
    covered = {n for zone in zones for n in range(zone.begin, zone.end)}
    zones += [
        Zone(n, n + 1, [[WRITTEN]], False, "number", 1.0)
        for n, token in enumerate(tokens)
        if token == NUMBER and n not in covered
    ]
    return Input(tokens, zones, walls)


def told(one: Input) -> tuple[object, ...]:
    zones = sorted(
        (z.begin, z.end, z.exclusive, z.origin, z.probability, sorted(map(list, z.translations)))
        for z in one.zones
    )
    return one.tokens, zones, sorted(one.walls)


def check_obeyed(translation: Translation, demands: Input) -> None:
    """What is demanded exclusively is what these words became, and nothing moved over a wall."""
    steps = {step.source_spans: step for step in translation.derivation.phrases}
    for zone in demands.zones:
        step = steps.get(((zone.begin, zone.end),))
        if zone.exclusive or zone.origin == "number":
            assert step is not None and list(step.target) in list(map(list, zone.translations))
            assert step.kind == (zone.origin or "given")
    for wall in demands.walls:
        ends = [
            (span[0] < wall, position)
            for step in translation.derivation.phrases
            for span in step.source_spans
            for position in step.target_positions
        ]
        before = [position for early, position in ends if early]
        after = [position for early, position in ends if not early]
        assert not before or not after or max(before) < min(after)


def test_a_brief_lists_the_terms_that_are_used() -> None:
    model = MODELS[0.0]
    terms = model.terminology({"klein": "not this", "gern": "with joy"})
    assert Brief.of(model, "hausklein gern", terms=terms).terms == (("gern", ("with joy",)),)


@settings(max_examples=examples(400), deadline=None)
@example([[Item(("hausklein", "gern"))]], {"klein gern": "term", "gern": "two words"}, 0.0)
@given(st.lists(LINES, min_size=1, max_size=3), TERMS, st.sampled_from(sorted(MODELS)))
def test_a_line_carries_all_that_is_demanded_of_it(
    lines: list[list[Item]], terms: dict[str, str], least_match: float
) -> None:
    model = MODELS[least_match]
    wanted = [expected(line, terms, model) for line in lines]
    texts = [" ".join(map(str, line)) for line in lines]
    terminology = model.terminology(terms) if terms else None
    inputs = Lines.of(texts, model.text, True, terminology).inputs
    assert list(map(told, model.with_guesses(inputs))) == list(map(told, wanted))
    alone = model.translate(texts, markup=True, terms=terminology)
    for translation, demands in zip(alone, wanted, strict=True):
        check_obeyed(translation, demands)
    document = Document("d", tuple(map(Sentence, texts)))
    together = model.translate(document, markup=True, terms=terminology)
    for translation, demands in zip(together, wanted, strict=True):
        check_obeyed(translation, demands)

"""Tags move with their words, none is lost, and the result is well nested."""

from __future__ import annotations

import re
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.documents.inline import Item, Segment, Text
from dragoman.documents.placement import Placement
from dragoman.documents.placing import Target, place
from dragoman.documents.sentence_writer import SentenceWriter
from support.documents.inline_oracle import check_nesting, marked_items, parse, tags_of, written
from support.examples import examples


def spans_of(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(r"\S+", text)]


def translate(
    items: list[Item], words: str, links: list[list[int]], copies: tuple[int, ...] = ()
) -> str:
    segment = Segment(items)
    target = words.split()
    spaces = [i > 0 for i in range(len(target))]
    return written(place(segment, spans_of(segment.text), Target(target, spaces, links, copies)))


def test_bold_is_around_the_translation_of_the_bold_words() -> None:
    items = parse("das <b>kleine</b> haus")
    assert translate(items, "the house small", [[0], [2], [1]]) == "the house <b>small</b>"


def test_words_that_are_apart_split_a_pair_that_may_be_split() -> None:
    words, links = "er ruft ihn heute wieder einmal an", [[0], [1], [2], [3], [4], [5], [1]]
    source = "he <b>calls</b> him today once more"
    assert translate(parse(source, split=True), words, links) == (
        "er <b>ruft</b> ihn heute wieder einmal <b>an</b>"
    )
    assert translate(parse(source), words, links) == "er <b>ruft</b> ihn heute wieder einmal an"


def test_a_pair_that_may_not_be_split_takes_few_words_in() -> None:
    items = parse("he <a>calls up</a> him")
    assert translate(items, "er ruft ihn an", [[0], [1], [3], [2]]) == "er <a>ruft ihn an</a>"


def test_words_without_links_follow_their_neighbours() -> None:
    items = parse("<b>a b</b> c")
    assert translate(items, "A x B C", [[0], [], [1], [2]]) == "<b>A x B</b> C"
    assert translate(items, "A B x C", [[0], [1], [], [2]]) == "<b>A B</b> x C"


def test_tags_without_translation_stay_beside_their_neighbour() -> None:
    items = parse("a <b>b</b> c")
    assert translate(items, "C A", [[2], [0]]) == "<b></b>C A"
    items = parse("a<f/> b c")
    assert translate(items, "C B A", [[2], [1], [0]]) == "C B A<f/>"
    items = parse("<i/>a b<e/>")
    assert translate(items, "B A", [[1], [0]]) == "<i/>B A<e/>"


def test_a_lone_tag_between_spaces_keeps_them() -> None:
    items = parse("a <x/> b")
    assert translate(items, "A B", [[0], [1]]) == "A <x/> B"


def test_copied_words_keep_the_tags_inside() -> None:
    items = parse("see un<b>believ</b>able things")
    assert translate(items, "unbelievable siehe", [[1], [0]], (0,)) == "un<b>believ</b>able siehe"
    assert translate(items, "unglaublich siehe", [[1], [0]]) == "<b>unglaublich</b> siehe"


@st.composite
def translations(draw: st.DrawFn, source: list[str], copying: bool = True) -> Target:
    """Any words in any order, with or without links; some are copies of a source word."""
    words, links, copies = [], [], []
    for i in range(draw(st.integers(0, 8))):
        if copying and source and draw(st.integers(0, 3)) == 0:
            copies.append(i)
            links.append([draw(st.integers(0, len(source) - 1))])
            words.append(source[links[-1][0]])
        else:
            found = draw(st.sets(st.integers(0, len(source) - 1), max_size=2)) if source else ()
            links.append(sorted(found))
            words.append(f"w{i}")
    spaces = [i > 0 and draw(st.booleans()) for i in range(len(words))]
    return Target(words, spaces, links, copies)


@settings(max_examples=examples(150))
@given(st.data(), marked_items())
def test_any_links_give_well_nested_output_with_all_tags(
    data: st.DataObject, items: list[Item]
) -> None:
    segment = Segment(items)
    spans = spans_of(segment.text)
    target = data.draw(translations([segment.text[begin:end] for begin, end in spans]))
    text = written(place(segment, spans, target))
    check_nesting(text)
    split = {tag.raw[0] for _, tag in segment.tags if tag.split}
    before = Counter(str(tag.raw[0]) for _, tag in segment.tags)
    after = Counter(tags_of(text))
    assert set(before) == set(after)
    assert all(after[tag] == n for tag, n in before.items() if tag not in split)
    assert re.sub(r"\s|<[^<>]*>", "", text) == "".join(target.words)


@settings(max_examples=examples(150))
@given(st.data(), marked_items())
def test_copies_in_a_sentence_without_tags_are_written_as_by_the_general_way(
    data: st.DataObject, items: list[Item]
) -> None:
    segment = Segment([item for item in items if isinstance(item, Text)])
    spans = spans_of(segment.text)
    target = data.draw(translations([segment.text[begin:end] for begin, end in spans]))
    general = SentenceWriter(Placement(segment, spans, target)).items()
    assert written(place(segment, spans, target)) == written(general)


@settings(max_examples=examples(150))
@given(st.data(), marked_items())
def test_spaces_are_where_the_translation_has_them(data: st.DataObject, items: list[Item]) -> None:
    segment = Segment(items)
    spans = spans_of(segment.text)
    target = data.draw(translations(["x"] * len(spans), copying=False))
    text = re.sub(r"<[^<>]*>", "", written(place(segment, spans, target)))
    for word, space in zip(target.words[1:], target.spaces[1:], strict=True):
        assert bool(re.search(rf"\s{word}", text)) == space


@settings(max_examples=examples(150))
@given(marked_items())
def test_words_that_stay_as_they_are_give_the_same_sentence(items: list[Item]) -> None:
    segment = Segment(items)
    spans = spans_of(segment.text)
    words = [segment.text[begin:end] for begin, end in spans]
    identity = Target(
        words, [True] * len(words), [[i] for i in range(len(words))], range(len(words))
    )
    assert written(place(segment, spans, identity)) == written(items)


@settings(max_examples=examples(60))
@given(
    st.text(" ab", max_size=8),
    st.lists(st.tuples(st.sampled_from(["x", "yy", "."]), st.booleans()), min_size=1, max_size=5),
)
def test_a_sentence_without_tags_is_written_as_by_the_general_way(
    text: str, translated: list[tuple[str, bool]]
) -> None:
    segment = Segment([Text(text)])
    words, spaces = [word for word, _ in translated], [space for _, space in translated]
    target = Target(words, spaces, [[] for _ in words])
    spans = spans_of(text)
    general = SentenceWriter(Placement(segment, spans, target)).items()
    assert written(place(segment, spans, target)) == written(general)


def test_blanks_around_a_dash_are_those_of_the_source() -> None:
    """English sets a dash without blanks, others with them: what the source has stays."""
    words, links = ["thanks", "—", "until", "tomorrow"], [[0], [1], [2], [3]]
    for text, wanted in (
        ("danke — bis morgen", "thanks — until tomorrow"),
        ("danke—bis morgen", "thanks—until tomorrow"),
        ("danke — <b>bis</b> morgen", "thanks — <b>until</b> tomorrow"),
    ):
        segment = Segment(parse(text))
        spans = [match.span() for match in re.finditer(r"[^\s—]+|—", segment.text)]
        for spaces in ([False, False, False, True], [False, True, True, True]):
            assert written(place(segment, spans, Target(words, spaces, links))) == wanted

"""Paragraphs are divided into sentences without losing or tearing a tag."""

from __future__ import annotations

import re
from collections import Counter

from hypothesis import given, settings

from dragoman.corpus.sentences import SentenceSplitter
from dragoman.documents.blocks import make_block
from dragoman.documents.inline import Item, Segment, joining
from support.documents.inline_oracle import check_nesting, marked_items, parse, tags_of, written
from support.examples import examples

SPLITTER = SentenceSplitter("en")
WRITER = joining(str)


def divided(text: str, split: bool = False) -> list[str]:
    block = make_block(parse(text, split), SPLITTER, WRITER)
    return [written([*part.items]) for part in block.parts if isinstance(part, Segment)]


def test_tags_around_whole_sentences_stay_outside() -> None:
    assert divided("<b>One. Two.</b> Three.") == ["One.", "Two.", "Three."]
    assert divided("<p><b>One two.</b></p> <i>Three.</i>") == ["One two.", "Three."]


def test_tags_inside_a_sentence_stay_inside() -> None:
    assert divided("<b>One</b> two. Three <i>four.</i>") == [
        "<b>One</b> two.",
        "Three <i>four.</i>",
    ]


def test_a_pair_over_a_border_is_split_or_unites_the_sentences() -> None:
    assert divided("One <b>two. Three</b> four.", split=True) == [
        "One <b>two.</b>",
        "<b>Three</b> four.",
    ]
    assert divided("One <a>two. Three</a> four. Five.") == ["One <a>two. Three</a> four.", "Five."]
    assert divided("One <b>two. Three. Four</b> five.", split=True) == [
        "One <b>two.</b>",
        "Three.",
        "<b>Four</b> five.",
    ]


@settings(max_examples=examples(150))
@given(marked_items())
def test_every_segment_is_well_nested_and_nothing_is_lost(items: list[Item]) -> None:
    block = make_block(items, SPLITTER, WRITER)
    before = written(items)
    split = {f"<{x.pair}>" for x in items if getattr(x, "split", False)}
    split |= {tag.replace("<", "</") for tag in split}
    parts = []
    for part in block.parts:
        if isinstance(part, Segment):
            check_nesting(written([*part.items]))
            assert part.text.strip()
            parts += part.items
        else:
            parts.append(part)
    after = written(parts)
    check_nesting(after)
    assert re.sub("<[^<>]*>", "", after) == re.sub("<[^<>]*>", "", before)
    old, new = Counter(tags_of(before)), Counter(tags_of(after))
    assert set(old) == set(new)
    assert all(new[tag] == count for tag, count in old.items() if tag not in split)
    assert block.render(lambda segment: segment.items) == before

"""The index of a corpus: suffix arrays, look-up of patterns, and what is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError, FormatError, ModelError
from dragoman.grammar import AlignedBitext, GappedLookupOptions, PhraseLookupOptions, SuffixGrammar
from dragoman.grammar.rule_table import ARRAYS
from dragoman.grammar.suffix_segment import SuffixSegment
from support.examples import examples
from support.grammar.brute_force import Sentence, Words
from support.grammar.gappy_brute_force import GAP
from support.grammar.suffix import FIGURE_2, index, random_corpus


@given(st.lists(st.lists(st.sampled_from("abcd"), max_size=9), max_size=8))
def test_suffix_array_equals_naive_sort(lines: list[list[str]]) -> None:
    grammar = index([Sentence(tuple(line), (), frozenset()) for line in lines])
    text = grammar.segments[0].arrays["source_text"].tolist()
    words = [i for i, word in enumerate(text) if word != 2**32 - 1]
    assert grammar.segments[0].arrays["source_suffixes"].tolist() == sorted(
        words, key=lambda i: text[i:]
    )
    assert grammar.segments[0].arrays["source_positions"].tolist() == sorted(
        words, key=lambda i: (text[i], i)
    )


@settings(max_examples=examples(20))
@given(st.integers(0, 2**32 - 1), st.integers(1, 300), st.sampled_from([1, 2, 5, 100]))
def test_suffix_array_of_longer_texts(seed: int, length: int, words: int) -> None:
    generator = np.random.default_rng(seed)
    line = tuple(map(str, generator.integers(0, words, size=length)))
    grammar = index(
        [Sentence(line[: length // 2], (), frozenset()), Sentence(line, (), frozenset())]
    )
    text = grammar.segments[0].arrays["source_text"].tolist()
    expected = sorted((i for i in range(len(text)) if text[i] != 2**32 - 1), key=lambda i: text[i:])
    assert grammar.segments[0].arrays["source_suffixes"].tolist() == expected


def matches(line: Words, pattern: Words, span: int) -> set[tuple[int, ...]]:
    """All places of a pattern, word by word."""
    found: set[tuple[int, ...]] = {()}
    gap = False
    for symbol in pattern:
        if symbol == GAP:
            gap = True
            continue
        found = {
            (*at, i)
            for at in found
            for i in range(len(line))
            if line[i] == symbol and (not at or (i > at[-1] + 1 if gap else i == at[-1] + 1))
        }
        gap = False
    return {at for at in found if GAP not in pattern or at[-1] - at[0] < span}


@given(
    st.lists(st.lists(st.sampled_from("aab"), max_size=12), min_size=1, max_size=6),
    st.lists(st.lists(st.sampled_from("ab"), min_size=1, max_size=2), min_size=1, max_size=3),
    st.integers(1, 9),
)
def test_find_equals_scan(lines: list[list[str]], parts: list[list[str]], span: int) -> None:
    pattern = tuple(f" {GAP} ".join(" ".join(part) for part in parts).split())
    grammar = index([Sentence(tuple(line), (), frozenset()) for line in lines])
    found = grammar.find(" ".join(pattern), span)
    assert len(found) == len(set(found))
    assert set(found) == {
        (k, at) for k, line in enumerate(lines) for at in matches(tuple(line), pattern, span)
    }


def test_rare_words_are_found_after_frequent_ones() -> None:
    lines = [tuple("a" * 30) for _ in range(40)] + [tuple("aabaacaa")]
    grammar = index([Sentence(line, (), frozenset()) for line in lines])
    assert grammar.find("a … c", 4) == [(40, (3, 5))]
    assert grammar.find("a … b … c", 12) == [(40, (0, 2, 5))]
    assert len(grammar.find("a … a", 3)) == 40 * 28 + 2


def test_saved_and_opened(tmp_path: Path) -> None:
    grammar = index(random_corpus(5, 50))
    grammar.save(tmp_path / "index")
    opened = SuffixGrammar.open(tmp_path / "index")
    everything = GappedLookupOptions()
    first, second = grammar.extract_all(everything), opened.extract_all(everything)
    for name in ARRAYS:
        assert first.array(name).tobytes() == second.array(name).tobytes()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("source_text", 77),
        ("source_suffixes", 10**6),
        ("target_positions", 10**6),
        ("source_line", 5),
        ("target_begin", 3),
        ("source_links", 60000),
        ("source_link_first", 9),
        ("target_first", 7),
        ("lexicon_source", 10**6),
    ],
)
def test_unsound_arrays_are_refused(name: str, value: int) -> None:
    grammar = index([FIGURE_2])
    arrays = {n: values.copy() for n, values in grammar.segments[0].arrays.items()}
    arrays[name][0] = value
    with pytest.raises(ModelError):
        SuffixSegment(arrays)


@pytest.mark.parametrize("pattern", ["", "… a", "a …", "a … … b"])
def test_impossible_patterns_are_refused(pattern: str) -> None:
    with pytest.raises(ConfigError):
        index([FIGURE_2]).find(pattern)


def test_a_bad_link_is_named() -> None:
    with pytest.raises(FormatError) as caught:
        SuffixGrammar.build(AlignedBitext.encode(["a"], ["b"], ["0-1"], "links"))
    assert caught.value.line == 1


@given(st.integers(0, 2**32 - 1), st.data())
@settings(max_examples=examples(100))
def test_a_crafted_suffix_array_is_told_and_reads_nothing_else(seed: int, data) -> None:
    """Any permutation of a word's suffixes passes the checks of opening; what is wrong is found in use."""
    grammar = index(random_corpus(seed % 5, 20))
    arrays = {name: values.copy() for name, values in grammar.segments[0].arrays.items()}
    first = arrays["source_first"]
    for word in range(len(first) - 1):
        own = arrays["source_suffixes"][first[word] : first[word + 1]]
        own[:] = data.draw(st.permutations(own.tolist())) if len(own) < 9 else own[::-1]
        if data.draw(st.booleans()):
            own[:] = own.max()  # the last, from which it is not far to the end of the text
    crafted = SuffixGrammar([SuffixSegment(arrays)])
    lines = [" ".join(grammar.source_vocabulary.word(i) for i in range(len(first) - 1))] * 2
    lines += [" ".join(sentence.source) for sentence in random_corpus(seed % 5, 20)]
    contiguous = PhraseLookupOptions(max_length=9)
    for options in (contiguous, GappedLookupOptions(sample=2)):
        try:
            crafted.extract(lines, options)
        except ModelError as error:
            assert "suffix array is not sound" in str(error)


def test_a_link_must_be_known_to_both_sides() -> None:
    """Else a rule could be linked to a word outside of it, or to a non-terminal."""
    grammar = index([Sentence(("a", "b"), ("x", "y"), frozenset({(0, 0), (1, 1)}))])
    arrays = {name: values.copy() for name, values in grammar.segments[0].arrays.items()}
    arrays["target_links"][:2] = (1, 0)
    with pytest.raises(ModelError, match="alignment is not sound"):
        SuffixSegment(arrays)


@pytest.mark.parametrize("array", ["source_positions", "target_links", "lexicon_counts"])
def test_what_must_be_sorted_is_checked(array: str) -> None:
    grammar = index(random_corpus(3, 20))
    arrays = {name: values.copy() for name, values in grammar.segments[0].arrays.items()}
    if array == "lexicon_counts":
        for name in ("lexicon_source", "lexicon_target"):
            arrays[name] = arrays[name][::-1].copy()
    elif array == "target_links":
        sizes = np.diff(arrays["target_link_first"])
        place = arrays["target_link_first"][np.flatnonzero(sizes > 1)[0]]
        arrays[array][place + 1] = arrays[array][place]
    else:
        place = np.flatnonzero(np.diff(arrays["source_first"]) > 1)[0]
        begin = arrays["source_first"][place]
        arrays[array][begin : begin + 2] = arrays[array][begin : begin + 2][::-1].copy()
    with pytest.raises(ModelError):
        SuffixGrammar([SuffixSegment(arrays)])

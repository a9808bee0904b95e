"""Operation sequences: the core's against those of plain Python, and those that a person writes down."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError, ModelError
from dragoman.grammar import AlignedBitext
from dragoman.io.artifact import Artifact
from dragoman.osm import AppliedPhrase, OperationModel, OperationOptions, operations
from dragoman.osm.model import operation_lines
from support.examples import examples
from support.search.plain_operations import Phrase, parts, random_links, runs, sequences

relaxed = settings(max_examples=examples(200), deadline=None)


def sentence(source: str, target: str, links: str) -> str:
    """The operations of a sentence pair, as a line."""
    [line] = operation_lines(AlignedBitext.encode([source], [target], [links]))
    return line


@pytest.mark.parametrize(
    ("source", "target", "links", "expected"),
    [
        ("das haus ist klein", "the house is small", "0-0 1-1 2-2 3-3",
         "das→the haus→house ist→is klein→small"),
        # The verb is fetched from the end; then the gap is filled.
        ("er hat ein buch gelesen", "he has read a book", "0-0 1-1 4-2 2-3 3-4",
         "er→he hat→has [gap] gelesen→read [back:1] ein→a buch→book"),
        # Two gaps; the one on the left is the second from the right.
        ("a b c d e", "B D A E", "1-0 3-1 0-2 4-3",
         "[gap] b→B c→ d→D [back:1] a→A [forward] e→E"),
        ("a b c d e", "B D A C E", "1-0 3-1 0-2 2-3 4-4",
         "[gap] b→B [gap] d→D [back:2] a→A [forward] [back:1] c→C [forward] e→E"),
        # A gap is left again in the middle.
        ("a b c d", "D B C A", "3-0 1-1 2-2 0-3",
         "[gap] d→D [back:1] [gap] b→B c→C [back:1] a→A"),
        # What links connect is one unit, wherever its words stand.
        ("ich rufe dich an", "i call you", "0-0 1-1 2-2 3-1",
         "ich→i rufe_an→call [gap] [more] [back:1] dich→you"),
        ("ne pas", "do not", "0-1 1-1", "→do ne_pas→not"),
        ("a b", "A C B", "0-0 0-2 1-1", "a→A_B b→C"),
        # Words without links: after the word before them, or before the first one.
        ("o a u b v", "A B", "1-0 3-1", "o→ a→A u→ b→B v→"),
        ("o a u b v", "B A", "1-1 3-0", "[gap] b→B v→ [back:1] o→ a→A u→"),
    ],
)  # fmt: skip
def test_written_down(source: str, target: str, links: str, expected: str) -> None:
    assert sentence(source, target, links) == expected
    pairs = [(int(a), int(b)) for a, b in (link.split("-") for link in links.split())]
    words = source.split()
    [plain] = sequences(words, [(range(len(words)), target.split(), pairs)])
    assert " ".join(plain) == expected


def derivation(rng: random.Random, size: int) -> list[Phrase]:
    """Phrases, some with gaps, that translate all words of a sentence in any order."""
    left = set(range(size))
    phrases: list[Phrase] = []
    while left:
        positions = {rng.choice(sorted(left))}
        for word in sorted(left):
            near = min(abs(word - one) for one in positions) <= rng.choice([1, 1, 3])
            if near and len(positions) < 4 and rng.random() < 0.6:
                positions.add(word)
        left -= positions
        target = [rng.choice("abcd") for _ in range(rng.randint(0, 4))]
        places = range(len(target))
        phrases.append((sorted(positions), target, random_links(rng, sorted(positions), places)))
    return phrases


def as_applied(phrase: Phrase) -> AppliedPhrase:
    positions, target, links = phrase
    pieces = [(run[0], run[-1] + 1) for run in runs(list(positions))]
    return AppliedPhrase(pieces, target, list(links))


@relaxed
@given(st.integers(0, 10**6), st.integers(1, 9))
def test_the_core_and_plain_python_agree(seed: int, size: int) -> None:
    rng = random.Random(seed)
    source = [rng.choice("wxyz") for _ in range(size)]
    phrases = derivation(rng, size)
    expected = sequences(source, phrases)
    assert operations(source, [as_applied(one) for one in phrases]) == expected
    # Every source and target word is generated once.
    units = [name for names in expected for name in names if "→" in name]
    sides = [name.split("→") for name in units]
    assert sorted(w for side, _ in sides for w in side.split("_") if w) == sorted(source)
    target = sorted(word for _, words, _ in phrases for word in words)
    assert sorted(w for _, side in sides for w in side.split("_") if w) == target


@relaxed
@given(st.integers(0, 10**6), st.integers(1, 9))
def test_phrases_of_linked_words_do_not_change_the_sequence(seed: int, size: int) -> None:
    """If no source word is without links, the sequence is that of the sentence, however it is cut."""
    rng = random.Random(seed)
    source = [f"w{i}" for i in range(size)]
    order = rng.sample(range(size), size)
    target = [f"t{word}" for word in order]
    whole = [(range(size), target, [(word, place) for place, word in enumerate(order)])]
    cut: list[Phrase] = []
    while order:
        own = order[: rng.randint(1, 3)]
        order = order[len(own) :]
        links = [(word, place) for place, word in enumerate(own)]
        cut.append((sorted(own), [f"t{word}" for word in own], links))
    [expected] = sequences(source, whole)
    found = operations(source, [as_applied(one) for one in cut])
    assert [name for names in found for name in names] == expected


def test_what_is_asked_must_fit() -> None:
    with pytest.raises(ConfigError, match="a link lies out of its phrase"):
        operations(["x"], [AppliedPhrase([(0, 1)], ["a"], [(0, 1)])])
    with pytest.raises(ConfigError, match="a phrase lies out of its sentence"):
        operations(["x"], [AppliedPhrase([(0, 2)], ["a"], [])])


def test_lines_without_links_are_left_out() -> None:
    bitext = AlignedBitext.encode(["x y", "x", "y"], ["a b", "a", "b"], ["", "0-0", "0-0"])
    assert list(operation_lines(bitext)) == ["x→a", "y→b"]


def test_a_model_prefers_what_it_was_trained_on(tmp_path) -> None:
    source, target, links = "er hat ein buch gelesen", "he has read a book", "0-0 1-1 4-2 2-3 3-4"
    bitext = AlignedBitext.encode([source] * 3, [target] * 3, [links] * 3)
    model = OperationModel.train(bitext, OperationOptions(order=3))
    seen = sentence(source, target, links)
    other = sentence(source, "he has a book read", "0-0 1-1 2-2 3-3 4-4")
    assert model.lm.score(seen) > model.lm.score(other)
    model.save(tmp_path / "model")
    again = OperationModel.open(tmp_path / "model")
    assert again.lm.score(seen) == model.lm.score(seen)
    assert "order 3" in repr(again)
    with pytest.raises(ModelError):
        OperationModel.open(tmp_path)
    assert Artifact.open(tmp_path / "model").kind == OperationModel.KIND


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"order": 8}, "order"),
        ({"order": 2, "prune": (0, 0, 1)}, "at most 2 numbers"),
        ({"order": 2, "prune": (1,)}, "the first number must be 0"),
        ({"order": 3, "prune": (0, 2, 1)}, "smaller than the one before"),
    ],
)
def test_options_that_cannot_be(options: dict, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        OperationOptions(**options)


def test_parts_of_a_phrase_without_links() -> None:
    assert parts(["x", "y"], [0, 1], ["a"], set()) == [([0, 1], "x_y→a")]
    assert parts(["x", "y"], [0, 1], [], set()) == [([0], "x→"), ([1], "y→")]

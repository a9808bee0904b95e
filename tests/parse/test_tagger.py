"""The tagger by itself, and tagged text."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.common.errors import FormatError, ModelError
from dragoman.parse.tagged_text import (
    format_tagged,
    format_tagged_conllu,
    read_tagged,
    tag_accuracy,
)
from dragoman.parse.tagger import Tagger
from dragoman.parse.tags import MOST_TAGS, Tag, TagSet, tags_of
from dragoman.parse.training import TaggerTraining
from support.sample_corpus import sample_sentences

QUICK = TaggerTraining(iterations=3, beam=2)


def _tagged(pairs: int) -> list[tuple[tuple[str, ...], list[Tag]]]:
    trees = [sentence.source_tree for sentence in sample_sentences(pairs)]
    return [(tree.words, tags_of(tree)) for tree in trees]


def test_it_learns_the_sample_world_and_keeps_it(tmp_path: Path) -> None:
    sentences = _tagged(400)
    tagger = Tagger.train(sentences[:300], QUICK)
    words = [words for words, _ in sentences[300:]]
    found = tagger.tag(words)
    assert tag_accuracy([tags for _, tags in sentences[300:]], found) > 95
    assert tagger.tag(words, threads=3) == found
    assert tagger.tag([]) == [] and tagger.tag([[]]) == [[]]
    tagger.save(tmp_path / "t")
    assert Tagger.open(tmp_path / "t").tag(words) == found
    with pytest.raises(ModelError, match="expected a dependency-parser, found a tagger"):
        from dragoman.parse.dependency_parser import DependencyParser

        DependencyParser.open(tmp_path / "t")


def test_a_frequent_word_has_the_tags_it_was_seen_with() -> None:
    run = [Tag("NOUN"), Tag("VERB")]
    sentences = [(["run", "fast"], [tag, Tag("ADV")]) for tag in run for _ in range(5)]
    tagger = Tagger.train([*sentences, (["soon"], [Tag("INTJ")])], QUICK)
    for tags in tagger.tag([["run", "run", "fast"], ["fast", "run"], ["fast"] * 5]):
        assert set(tags) <= {Tag("NOUN"), Tag("VERB"), Tag("ADV")}


def test_words_may_hold_bars_and_lines_may_be_empty(tmp_path: Path) -> None:
    (tmp_path / "t").write_text("Er|PPER a|b|ADV\n\n||$(\n")
    sentences = list(read_tagged(tmp_path / "t"))
    assert sentences == [
        (("Er", "a|b"), [Tag("", "PPER"), Tag("", "ADV")]),
        ((), []),
        (("|",), [Tag("", "$(")]),
    ]
    lines = [format_tagged(words, tags) for words, tags in sentences]
    assert "\n".join(lines) + "\n" == (tmp_path / "t").read_text()


def test_conllu_without_heads_has_tags(tmp_path: Path) -> None:
    """A tagger's own output can be learnt from."""
    sentence = ("Er", "geht"), [Tag("PRON", "PPER"), Tag("VERB", "VVFIN")]
    (tmp_path / "t").write_text(format_tagged_conllu(*sentence, 1))
    assert list(read_tagged(tmp_path / "t")) == [sentence]


@pytest.mark.parametrize("line", ["Er|PPER geht", "|X", "Er|"])
def test_a_token_without_a_tag_is_told(tmp_path: Path, line: str) -> None:
    (tmp_path / "t").write_text(f"Er|PPER\n{line}\n")
    with pytest.raises(FormatError, match=r"word\|TAG") as caught:
        list(read_tagged(tmp_path / "t"))
    assert caught.value.line == 2


def test_conllu_serves_as_tagged_text(tmp_path: Path) -> None:
    row = "1\tEr\t_\tPRON\tPPER\t_\t0\troot\t_\t_\n"
    (tmp_path / "t").write_text(f"# a comment\n{row}\n")
    assert list(read_tagged(tmp_path / "t")) == [(("Er",), [Tag("PRON", "PPER")])]
    (tmp_path / "t").write_text(row.replace("PRON\tPPER", "_\t_"))
    with pytest.raises(FormatError, match="sentence 1: expected tags"):
        list(read_tagged(tmp_path / "t"))
    lines = format_tagged_conllu(["Er"], [Tag("PRON", "PPER")], 7).split("\n")
    assert lines[0] == "# sent_id = 7"
    assert lines[2].split("\t") == ["1", "Er", "_", "PRON", "PPER", *"_____"]


def test_treebanks_with_very_many_tags_keep_the_universal_ones() -> None:
    tags = [[Tag("NOUN", str(n)) for n in range(MOST_TAGS)], [Tag("VERB", "x")]]
    small = TagSet.of(tags)
    assert small.tags == (Tag("NOUN"), Tag("VERB"))
    assert small.encode(tags).tolist() == [0] * MOST_TAGS + [1]
    whole = TagSet.of(tags[1:])
    assert whole.tags == (Tag("VERB", "x"),) and whole.has_xpos


def test_nothing_to_train_from_is_told() -> None:
    with pytest.raises(FormatError, match="found none"):
        Tagger.train([((), [])])

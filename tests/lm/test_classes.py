"""Word classes: planted ones are found, and no move is left that makes the text more likely."""

from __future__ import annotations

import math
import random
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.cli.main import main
from dragoman.common.errors import ConfigError, ModelError
from dragoman.lm import ClassOptions, LanguageModel, LayoutOptions, LMOptions, WordClasses
from dragoman.lm.classes import class_model
from support.examples import examples

relaxed = settings(max_examples=examples(60), deadline=None)


def likelihood(lines: list[str], classes: dict[str, int]) -> float:
    """By its definition, with boundaries of lines as a class of their own."""
    pairs: Counter[tuple[int, int]] = Counter()
    for line in lines:
        pairs.update(pairwise([-1, *(classes[word] for word in line.split()), -1]))
    firsts, seconds = Counter[int](), Counter[int]()
    for (first, second), count in pairs.items():
        firsts[first] += count
        seconds[second] += count
    return sum(n * math.log(n) for n in pairs.values()) - sum(
        n * math.log(n) for side in (firsts, seconds) for n in side.values()
    )


def grammar(rng: random.Random, lines: int) -> list[str]:
    """Sentences of determiners, nouns and verbs: d0 n3 v1 d1 n0."""

    def word(kind: str) -> str:
        return f"{kind}{rng.randrange(8)}"

    frames = ["dnv", "dnvdn", "vdn", "ddn"]
    return [" ".join(map(word, rng.choice(frames))) for _ in range(lines)]


def test_planted_classes_are_found() -> None:
    classes = WordClasses.train(grammar(random.Random(1), 600), ClassOptions(count=3))
    for kind in "dnv":
        assert len({classes.of(f"{kind}{number}") for number in range(8)}) == 1
    assert len({classes.of(f"{kind}0") for kind in "dnv"}) == 3
    assert classes.of("x") is None
    assert list(classes.lines(["d0 x n0"])) == [f"{classes.of('d0')} <unk> {classes.of('n0')}"]


@relaxed
@given(st.integers(0, 10**6), st.integers(1, 5))
def test_no_single_move_makes_the_text_more_likely(seed: int, count: int) -> None:
    """The counts that are kept from move to move are right: where the search ends, no word is better elsewhere."""
    rng = random.Random(seed)
    lines = [" ".join(rng.choices("abcdefgh", k=rng.randint(0, 6))) for _ in range(12)]
    classes = WordClasses.train(lines, ClassOptions(count=count, rounds=1000))
    words = sorted({word for line in lines for word in line.split()})
    found = {word: classes.of(word) for word in words}
    best = likelihood(lines, found)
    assert classes.likelihood(lines) == pytest.approx(best, abs=1e-6)
    for word in words:
        for other in range(count):
            assert likelihood(lines, {**found, word: other}) <= best + 1e-4


@relaxed
@given(st.integers(0, 10**6))
def test_every_round_makes_it_more_likely(seed: int) -> None:
    lines = grammar(random.Random(seed), 60)
    values = [
        WordClasses.train(lines, ClassOptions(count=4, rounds=rounds)).likelihood(lines)
        for rounds in (1, 2, 5)
    ]
    assert values == sorted(values)


def test_saved_and_damaged(tmp_path: Path) -> None:
    classes = WordClasses.train(["a b", "b a c"], ClassOptions(count=2))
    classes.save(tmp_path / "classes")
    again = WordClasses.open(tmp_path / "classes")
    assert [again.of(word) for word in "abcx"] == [classes.of(word) for word in "abcx"]
    assert repr(again) == repr(classes)
    with pytest.raises(ModelError):
        WordClasses.open(tmp_path)
    with pytest.raises(ConfigError, match="a word has no class"):
        classes.likelihood(["a q"])


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, out = tmp_path / "text", tmp_path / "classes"
    text.write_text("\n".join(grammar(random.Random(1), 300)) + "\n")
    assert main(["classes", str(text), "--count", "3", "--output", str(out)]) == 0
    capsys.readouterr()
    assert len(WordClasses.open(out)) == 3
    assert main(["classes", str(text), "--count", "3"]) == 0
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert {(word, int(one)) for word, one in rows} == {
        (word, WordClasses.open(out).of(word)) for word, _ in rows
    }
    assert main(["classes", str(tmp_path / "none")]) == 1


@pytest.mark.parametrize("layout", [LayoutOptions(), LayoutOptions("compact")])
def test_a_model_of_classes_scores_words_as_their_classes(
    layout: LayoutOptions, tmp_path: Path
) -> None:
    text = grammar(random.Random(1), 300)
    (tmp_path / "text").write_text("".join(f"{line}\n" for line in text))
    classes = WordClasses.train(text, ClassOptions(count=3))
    options = LMOptions(order=3)
    class_model(tmp_path / "text", classes, options, layout).save(tmp_path / "lm")
    model = LanguageModel.open(tmp_path / "lm")
    plain = LanguageModel.train(classes.lines(text), options, layout)
    asked = [*text[:5], f"{text[0]} xyzzy 1"]  # 1 is a class, and no word
    assert [model.score(line) for line in asked] == [
        plain.score(line) for line in classes.lines(asked)
    ]
    assert model.text_score(asked) == plain.text_score(classes.lines(asked))
    assert "1" not in model and "1" in plain and text[0].split()[0] in model
    assert model.scores_classes and not plain.scores_classes

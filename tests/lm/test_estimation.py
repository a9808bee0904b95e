"""Estimation against the Python twin and against lmplz; the same for any threads and any memory."""

from __future__ import annotations

import lzma
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman._core import ArpaReader, LmEstimator, interpolate_lms
from dragoman.cli.main import main
from dragoman.common.errors import ConfigError, DragomanError, FormatError
from dragoman.lm import LanguageModel, LMOptions, estimate
from dragoman.lm.arpa import read_arpa
from dragoman.lm.options import LayoutOptions
from support.examples import examples
from support.lm import kneser_ney

Model = dict[str, tuple[float, float]]
LINES = st.lists(st.lists(st.sampled_from("abcdefg"), max_size=9), min_size=1, max_size=60)


def parse(lines: Iterable[str]) -> Model:
    model = {}
    for line in lines:
        fields = line.rstrip("\n").split("\t")
        if len(fields) > 1:
            backoff = float(fields[2]) if len(fields) > 2 else 0.0
            model[fields[1]] = (float(fields[0]), backoff)
    return model


def close(a: Model, b: Model, tolerance: float = 1e-4) -> bool:
    return a.keys() == b.keys() and all(
        abs(a[g][0] - b[g][0]) < tolerance and abs(a[g][1] - b[g][1]) < tolerance for g in b
    )


@given(LINES, st.integers(1, 7), st.integers(0, 2), st.integers(0, 2), st.booleans())
@settings(max_examples=examples(60))
def test_twin(
    tmp_path_factory: pytest.TempPathFactory,
    lines: list[list[str]],
    order: int,
    second: int,
    more: int,
    limited: bool,
) -> None:
    prune = [0, *([second] * (order > 1)), *([second + more] * (order > 2))]
    vocabulary = ("a", "b", "c", "zzz") if limited else ()
    result = estimate(
        [" ".join(line) for line in lines],
        LMOptions(order=order, prune=tuple(prune), vocabulary=vocabulary),
    )
    path = tmp_path_factory.mktemp("lm") / "m.arpa"
    result.write_arpa(path)
    thresholds = (prune + prune[-1:] * order)[:order]
    twin = kneser_ney.estimate(lines, order, thresholds, set(vocabulary) if limited else None)
    expected = {" ".join(gram): values for gram, values in twin.items()}
    assert close(parse(path.read_text().splitlines()), expected)
    direct = LanguageModel.build(result.take_ngrams())
    reread = LanguageModel.open(path)
    for line in [*lines[:5], ["a", "zzz", "b"]]:
        assert direct.score(line) == pytest.approx(reread.score(line), abs=1e-4)


def test_a_discount_of_0_cannot_be_used(tmp_path: Path) -> None:
    """Its contexts would have nothing left for words that did not follow them."""
    lines = ["a a b b d b a", "c a a b d b a", "c a a b a b d b a"]  # 2 - 3 y n3 / n2 is 0
    result = estimate(lines, LMOptions(order=2))
    result.write_arpa(tmp_path / "m.arpa")
    assert "inf" not in (tmp_path / "m.arpa").read_text()
    assert LanguageModel.build(result.take_ngrams()).score(["c", "c", "b"]) > -100


@given(LINES, st.integers(1, 5))
@settings(max_examples=examples(20))
def test_probabilities_sum_to_one(lines: list[list[str]], order: int) -> None:
    lm = LanguageModel.train([" ".join(line) for line in lines], LMOptions(order=order))
    words = [lm.native.word(i) for i in range(len(lm))]
    state = lm.begin()
    for word in lines[0][:3]:
        total = sum(10 ** lm.step(state, w)[1] for w in words if w != "<s>")
        assert total == pytest.approx(1, abs=1e-4)
        state, _ = lm.step(state, word)


@pytest.mark.parametrize(
    ("name", "order", "prune"),
    [("order3", 3, ()), ("order5", 5, ()), ("order5-pruned", 5, (0, 0, 1, 1, 2))],
)
def test_lmplz(
    shared_data: Path, tmp_path: Path, name: str, order: int, prune: tuple[int, ...]
) -> None:
    place = shared_data / "parity/lm"
    result = estimate(place / "text.en.xz", LMOptions(order=order, prune=prune), threads=2)
    result.write_arpa(tmp_path / "m.arpa")
    expected = lzma.decompress((place / f"{name}.arpa.xz").read_bytes()).decode()
    found = (tmp_path / "m.arpa").read_text(encoding="utf-8")
    assert close(parse(found.split("\n")), parse(expected.split("\n")))


def test_threads_and_memory_change_nothing(shared_data: Path, tmp_path: Path) -> None:
    texts = []
    for number, (threads, memory) in enumerate([(1, 0), (4, 0), (2, 1_000_000), (1, 50_000)]):
        options = LMOptions(order=3, memory=memory, directory=str(tmp_path), prune=(0, 0, 1))
        found = estimate(shared_data / "parity/lm/text.en.xz", options, threads=threads)
        found.write_arpa(tmp_path / str(number))
        texts.append((tmp_path / str(number)).read_bytes())
        assert {p.name for p in tmp_path.iterdir()} == {str(i) for i in range(number + 1)}
    assert len(set(texts)) == 1


def test_too_little_text_falls_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "t").write_text("a\n")
    assert (
        main(["lm", "build", "-o", "2", "--output", str(tmp_path / "m"), str(tmp_path / "t")]) == 0
    )
    errors = capsys.readouterr().err
    assert errors.count("\n") == 1
    assert "order 1, 2" in errors
    assert LanguageModel.open(tmp_path / "m").order == 2


def test_special_words_are_passed_over() -> None:
    odd = estimate(["a <s> b", "b </s> <unk> c"], LMOptions(order=2))
    plain = estimate(["a b", "b c"], LMOptions(order=2))
    assert (odd.skipped, plain.skipped) == (3, 0)
    assert LanguageModel.build(odd.take_ngrams()).score("a b c") == LanguageModel.build(
        plain.take_ngrams()
    ).score("a b c")


def test_bad_options_and_texts(tmp_path: Path) -> None:
    for options in (
        {"order": 0},
        {"order": 8},
        {"order": 2, "prune": (1,)},
        {"order": 3, "prune": (0, 2, 1)},
        {"order": 1, "prune": (0, 0)},
    ):
        with pytest.raises(ConfigError, match=f"^{list(options)[-1]}: "):
            LMOptions(**options)
    with pytest.raises(DragomanError, match="no text"):
        estimate([])
    (tmp_path / "t").write_bytes(b"a b\nc \xff d\n")
    with pytest.raises(FormatError) as caught:
        estimate(tmp_path / "t")
    assert caught.value.line == 2


def test_files_compressed_and_without_a_last_line_feed(tmp_path: Path) -> None:
    (tmp_path / "one").write_bytes(b"\xef\xbb\xbfa b\r\nb c")
    (tmp_path / "two.xz").write_bytes(lzma.compress(b"c a\n"))
    several = estimate([tmp_path / "one", tmp_path / "two.xz"], LMOptions(order=2))
    lines = estimate(["a b", "b c", "c a"], LMOptions(order=2))
    assert several.counts == lines.counts
    assert LanguageModel.build(several.take_ngrams()).score("a b c") == LanguageModel.build(
        lines.take_ngrams()
    ).score("a b c")


def test_what_was_made_a_model_is_refused_afterwards(tmp_path: Path) -> None:
    """Nothing is written, not even an empty file, and a second model is not made of nothing."""
    used = estimate(["a b", "b c"], LMOptions(order=2))
    used.take_ngrams()
    for act in (used.take_ngrams, lambda: used.counts, lambda: used.write_arpa(tmp_path / "arpa")):
        with pytest.raises(DragomanError, match="write the ARPA text before"):
            act()
    assert not (tmp_path / "arpa").exists()
    estimate(["a b", "b c"], LMOptions(order=2)).write_arpa(tmp_path / "arpa")
    ngrams = read_arpa(tmp_path / "arpa")
    first = LanguageModel.build(ngrams)
    for again in (
        lambda: LanguageModel.build(ngrams),
        lambda: LanguageModel.build(ngrams, LayoutOptions(layout="compact")),
        lambda: ngrams.write_arpa(bytes),
        lambda: interpolate_lms([ngrams], [first.native], [1.0]),
    ):
        with pytest.raises(DragomanError, match="cannot be used again"):
            again()


def test_what_has_ended_takes_no_more_text(tmp_path: Path) -> None:
    estimator = LmEstimator(LMOptions(order=2), 1)
    estimator.feed(b"a b\n")
    for early in (estimator.take_ngrams, lambda: estimator.write_arpa(bytes)):
        with pytest.raises(DragomanError, match="not estimated yet"):
            early()
    estimator.finish()
    for late in (estimator.finish, lambda: estimator.feed(b"c\n")):
        with pytest.raises(DragomanError, match="estimated already"):
            late()
    written: list[bytes] = []
    estimator.write_arpa(written.append)
    reader = ArpaReader("arpa", 1000)
    reader.feed(b"".join(written))
    assert reader.finish().counts == estimator.counts
    for again in (reader.finish, lambda: reader.feed(b"c\n")):
        with pytest.raises(DragomanError, match="use a new one"):
            again()

"""Declared settings: what they accept, how they say no."""

from __future__ import annotations

import math
from copy import copy
from dataclasses import field, replace
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from dragoman.common.errors import ConfigError, DragomanError
from dragoman.common.suggest import did_you_mean, one_of
from dragoman.settings.kinds import (
    SIZE,
    Count,
    Kind,
    Positive,
    Share,
    Size,
    check,
    kind_of,
    parse,
    parse_all,
    size_text,
)
from dragoman.settings.setting_error import SettingError
from dragoman.settings.settings import Settings, UnknownSettingError, about, options


class Inner(Settings):
    """A table."""

    depth: Annotated[int, Meta(ge=1, le=9), about("How deep.")] = 3
    names: Annotated[tuple[str, ...], about("Names.")] = ()


class Outer(Settings, kw_only=True):
    """Everything."""

    file: Annotated[str, about("A file.")]
    mode: Annotated[Literal["fast", "slow"], about("A mode.")] = "fast"
    share: Annotated[Share, about("A share.")] = 0.5
    limit: Annotated[Annotated[float, Meta(gt=0)] | None, about("A limit.")] = None
    memory: Annotated[Size, about("Bytes.")] = 1 << 30
    threads: Annotated[Positive, about("Threads.", experiment=False)] = 1
    inner: Annotated[Inner, about("A table.")] = Inner()
    several: Annotated[tuple[Inner, ...], about("Tables.")] = ()
    weights: Annotated[dict[str, float], about("Weights.")] = field(default_factory=dict)


def test_a_declaration_is_a_frozen_dataclass() -> None:
    one = Outer(file="f", share=1)
    assert one == replace(one, share=1.0) and hash(one.inner) == hash(Inner())
    assert (one.share, one.mode, one.limit, one.inner.depth) == (1.0, "fast", None, 3)
    with pytest.raises(AttributeError):
        one.share = 0.1  # type: ignore[misc]
    assert [o.name for o in options(Outer).values() if o.needed] == ["file"]
    assert options(Outer)["weights"].default == {}


def test_settings_know_which_of_them_were_given() -> None:
    """Also those that were given their defaults; they are equal all the same."""
    for one in (Inner(3), Inner(depth=3), Inner.from_table({"depth": 3}), copy(Inner(3))):
        assert one.given == {"depth"} and one == Inner()
    assert Inner().given == set() and Inner(3, names=()).given == {"depth", "names"}


def test_a_wrong_setting_is_an_error_of_dragoman_that_says_where_it_is() -> None:
    """Whoever catches DragomanError catches it."""
    with pytest.raises(DragomanError, match=r"^\[inner\] depth: expected .* got 0$"):
        Outer.from_table({"file": "f", "inner": {"depth": 0}})
    with pytest.raises(DragomanError, match=r"^expected a whole number of at least 1, got 0$"):
        check(kind_of(Positive), 0)


def test_tables_there_and_back() -> None:
    table = {
        "file": "f",
        "mode": "slow",
        "limit": 2,
        "memory": "2G",
        "inner": {"depth": 9, "names": ["a"]},
        "several": [{"depth": 1}, {}],
        "weights": {"lm": 1},
    }
    one = Outer.from_table(table)
    assert one.memory == 2 << 30 and one.inner == Inner(9, ("a",)) and one.limit == 2.0
    assert one.several == (Inner(1), Inner()) and one.weights == {"lm": 1.0}
    assert Outer.from_table(one.as_table()) == one
    assert "threads" not in one.as_table() and "limit" not in Outer(file="f").as_table()


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ({}, "file: it is missing"),
        ({"file": "f", "share": 2}, "share: expected a number from 0 to 1, got 2"),
        ({"file": "f", "share": "x"}, "share: expected a number from 0 to 1, got 'x'"),
        ({"file": "f", "share": True}, "share: expected a number from 0 to 1, got True"),
        ({"file": "f", "limit": 0}, "limit: expected a number above 0, got 0"),
        ({"file": "f", "mode": "slwo"}, "mode: expected fast or slow, got 'slwo'; did you mean"),
        (
            {"file": "f", "memory": "2X"},
            "memory: expected a size such as 500M, 2G or 50%, got '2X'",
        ),
        (
            {"file": "f", "inner": {"depth": 10}},
            "[inner] depth: expected a whole number from 1 to 9",
        ),
        (
            {"file": "f", "inner": {"deep": 1}},
            "[inner] there is no setting 'deep'; did you mean 'depth'?",
        ),
        ({"file": "f", "inner": 3}, "inner: expected a table, got 3"),
        (
            {"file": "f", "several": [{}, {"depth": 0}]},
            "[several.2] depth: expected a whole number from 1",
        ),
        ({"file": "f", "weights": {"lm": math.nan}}, "[weights] lm: expected a number, got nan"),
        ({"file": "f", "threads": 2}, "there is no setting 'threads'"),
        ({"file": 1}, "file: expected a text, got 1"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(table: dict[str, Any], told: str) -> None:
    with pytest.raises(SettingError) as caught:
        Outer.from_table(table)
    assert caught.value.sentence().startswith(told)


def test_an_unknown_name_says_what_there_is() -> None:
    with pytest.raises(UnknownSettingError) as caught:
        Inner.from_table({"x": 1})
    assert (
        caught.value.sentence("a", "b") == "[a.b] there is no setting 'x' (there are depth, names)"
    )


def test_python_is_told_by_the_name_too() -> None:
    with pytest.raises(ConfigError, match=r"^share: expected a number from 0 to 1, got nan$"):
        Outer(file="f", share=math.nan)
    with pytest.raises(
        ConfigError, match=r"^threads: expected a whole number of at least 1, got 0$"
    ):
        Outer(file="f", threads=0)


NUMBERS = st.one_of(st.integers(), st.floats(), st.integers(-20, 20), st.floats(-2, 2))


@given(NUMBERS, st.integers(-10, 10), st.integers(-10, 10))
def test_numbers_are_parsed_as_they_are_checked(number: float, least: int, most: int) -> None:
    """The text of a number is accepted exactly if the number is, and means the same."""
    types = [
        Annotated[int, Meta(ge=least, le=most)],
        Annotated[float, Meta(ge=least, le=most)],
        Annotated[float, Meta(gt=least, lt=most)],
        Size,
    ]
    for kind in map(kind_of, types):
        text = repr(number)
        assert outcome(check, kind, number) == outcome(parse, kind, text)


@pytest.mark.parametrize("hint", [Count, Size, float, Share])
@pytest.mark.parametrize("number", [10**400, -(10**400)])
def test_numbers_that_no_float_holds_are_refused(hint: Any, number: int) -> None:
    assert outcome(check, kind_of(hint), number) is SettingError


def outcome(action: Any, kind: Kind, value: object) -> object:
    try:
        return action(kind, value)
    except SettingError:
        return SettingError


@given(st.integers(0, 2**62))
def test_sizes_are_read_as_they_are_written(value: int) -> None:
    assert parse(SIZE, size_text(value)) == value


def test_sizes() -> None:
    assert parse(SIZE, "1.5k") == 1536 and parse(SIZE, "2GB") == 2 << 30
    assert 0 < parse(SIZE, "50%") < parse(SIZE, "100%")
    for wrong in ("", "-1", "1e3", "9" * 31, "9999999999T", "nan%"):
        assert outcome(parse, SIZE, wrong) is SettingError


def test_lists_and_alternatives() -> None:
    numbers = kind_of(tuple[Count, ...])
    assert parse(numbers, "0, 1,2") == parse_all(numbers, ["0", "1,2"]) == (0, 1, 2)
    assert parse(numbers, "none") == () and parse(kind_of(tuple[str, ...]), "") == ()
    assert (
        outcome(check, numbers, "012") is SettingError
        and outcome(check, numbers, [0, -1]) is SettingError
    )
    pair = kind_of(tuple[Count, Count])
    assert check(pair, [1, 2]) == (1, 2) and outcome(check, pair, [1]) is SettingError
    either = kind_of(Literal["a", "b"] | float | None)
    assert parse(either, "a") == "a" and parse(either, "2") == 2.0 and check(either, None) is None
    with pytest.raises(SettingError, match=r"^expected a or b or a number, got 'c'$"):
        check(either, "c")


def test_suggestions() -> None:
    assert did_you_mean("tarnslate", ["tune", "translate"]) == "; did you mean 'translate'?"
    assert did_you_mean("--pop_limt", ["--pop-limit"]) == "; did you mean '--pop-limit'?"
    assert did_you_mean("STACK", ["stack"]) == "; did you mean 'stack'?"
    assert did_you_mean("zzz", ["stack"]) == did_you_mean("x", []) == ""
    assert (one_of(["a"]), one_of("ab"), one_of("abc")) == ("a", "a or b", "a, b or c")

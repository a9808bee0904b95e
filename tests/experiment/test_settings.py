"""Every setting of every package: Python, TOML and command line agree, and the core reads them all."""

from __future__ import annotations

import argparse
import importlib
import math
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import inspect

from dragoman import _core
from dragoman.align import AlignOptions
from dragoman.cli.commands import COMMANDS
from dragoman.cli.main import main
from dragoman.cli.parser import make_parser
from dragoman.cli.settings import given as given_settings
from dragoman.common.errors import ConfigError, DragomanError
from dragoman.corpus.cleaning import CleanOptions
from dragoman.docs.settings_page import page, sections
from dragoman.experiment.config import Experiment, parse_experiment
from dragoman.grammar import (
    GappedLookupOptions,
    GappedTableOptions,
    HierarchicalLookupOptions,
    HierarchicalTableOptions,
    LookupOptions,
    PhraseLookupOptions,
    PhraseTableOptions,
)
from dragoman.grammar.options import METHODS, SELECTORS
from dragoman.lm import LayoutOptions, LMOptions
from dragoman.search import ChartOptions, SearchOptions
from dragoman.search.treelet_options import TreeletOptions
from dragoman.serve.options import ServeOptions
from dragoman.settings.kinds import Kind, alternatives, check, choices, item_of, length_of
from dragoman.settings.settings import Option, Settings, options
from dragoman.tune.options import TuneOptions
from support.examples import examples

MINIMAL = {"training": {"source": "a", "target": "b"}}


class Case(NamedTuple):
    """Where a class of settings is used."""

    settings: type[Settings]
    table: str | None
    command: list[str]
    """With the arguments that it cannot do without."""
    chosen: dict[str, str] = {}  # noqa: RUF012
    """Settings that choose the class among those that a table may be."""


EXTRACT = ["extract", "--output", "o"]
CASES = [
    Case(SearchOptions, "decoder", ["translate", "m"]),
    Case(SearchOptions, "decoder", ["phrases", "m"]),
    Case(SearchOptions, "decoder", ["cohesion", "m", "--conllu", "t"]),
    *(
        Case(
            method,
            "grammar",
            [*EXTRACT, *(["--for", "x"] if issubclass(method, LookupOptions) else [])],
            {name: options(method)[name].default for name in SELECTORS},
        )
        for method in METHODS
    ),
    Case(AlignOptions, "alignment", ["align", "train", "--source", "s", "--target", "t"]),
    Case(LMOptions, "lm", ["lm", "build"]),
    Case(LayoutOptions, "lm", ["lm", "binarize", "a", "o"]),
    Case(
        TuneOptions,
        "tuning",
        ["tune", "m", "--output", "o", "--source", "s", "--reference", "r"],
    ),
    Case(CleanOptions, None, ["clean", "--source", "s", "--output-prefix", "p"]),
    Case(ServeOptions, None, ["serve", "m"]),
]
PAIRS = [
    (case, declared)
    for case in CASES
    for name, declared in options(case.settings).items()
    if name not in case.chosen
]


def values() -> st.SearchStrategy[Any]:
    words = {"", "x", "none", "bleu", "0.5*bleu+0.5*ter", "meteor", "hmm:3", "joint-hmm:x"}
    for case in CASES:
        for declared in options(case.settings).values():
            words |= set(_choices(declared.kind))
    single = st.one_of(
        st.integers(-3, 130),
        st.sampled_from([2**31 - 1, 2**31, 2**53, 2**63, 10**30, -(10**30)]),
        st.floats(-2, 2),
        st.sampled_from([math.nan, math.inf, -math.inf, 1e99, 1e-300]),
        st.booleans(),
        st.sampled_from(sorted(words)),
    )
    return st.one_of(single, st.lists(single, max_size=3))


def _choices(kind: Kind) -> tuple[str, ...]:
    kinds = alternatives(item_of(kind) or kind)
    return tuple(name for one in kinds for name in choices(one) or ())


def accepted(make: Any) -> object:
    """What is made, or the error's class."""
    try:
        return make()
    except (DragomanError, SystemExit) as error:
        assert not isinstance(error, SystemExit) or error.code == 2
        return None


def typed(kind: Kind, value: Any) -> str | None:
    """The value as it is typed; None if such text would mean something else."""
    kinds = alternatives(kind)
    if len(kinds) != 1:
        texts = {typed(one, value) for one in kinds}
        return texts.pop() if len(texts) == 1 else None
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if isinstance(kinds[0], (inspect.IntType, inspect.FloatType, inspect.Metadata)):
        return repr(value) if number else None
    if isinstance(kinds[0], (inspect.StrType, inspect.LiteralType)) and isinstance(value, str):
        return value
    return None


def words(declared: Option, value: Any) -> list[str] | None:
    """The words of a command line that give the option this value; None if nothing does."""
    flag = "--" + declared.name.replace("_", "-")
    kind = declared.kind
    if isinstance(kind, inspect.BoolType):
        return [flag if value else f"--no-{flag[2:]}"] if isinstance(value, bool) else None
    item = item_of(kind)
    if item is None:
        text = typed(kind, value)
        return None if text is None else [f"{flag}={text}"]
    if not isinstance(value, list):
        return None
    texts = [typed(item, one) for one in value]
    if None in texts or any(not t or "," in t or t == "none" for t in texts if t is not None):
        return None
    if length_of(kind) is not None:
        return [flag, *map(str, texts)] if not any(t.startswith("-") for t in texts if t) else None
    return [f"{flag}={','.join(map(str, texts)) or 'none'}"]


@cache
def parser_of(command: str) -> argparse.ArgumentParser:
    module = importlib.import_module(COMMANDS[command].module)
    return make_parser(command, COMMANDS[command], module.configure)


def parse(case: Case, arguments: list[str]) -> argparse.Namespace:
    return parser_of(case.command[0]).parse_args([*case.command[1:], *arguments])


@settings(max_examples=examples(5), deadline=None)
@given(several=st.lists(values(), min_size=8, max_size=8))
@pytest.mark.parametrize(
    ("case", "declared"),
    PAIRS,
    ids=[f"{c.command[0]}-{c.settings.__name__}-{o.name}" for c, o in PAIRS],
)
def test_python_toml_and_command_line_agree(
    case: Case, declared: Option, several: list[Any]
) -> None:
    for value in several:
        check_agreement(case, declared, value)


def check_agreement(case: Case, declared: Option, value: Any) -> None:
    name = declared.name
    by_python = accepted(lambda: getattr(case.settings(**{name: value}), name))
    if case.table is not None and declared.experiment:
        text = tomli_w.dumps({**MINIMAL, case.table: {**case.chosen, name: value}})
        by_toml = accepted(
            lambda: getattr(getattr(parse_experiment(text, "x"), str(case.table)), name)
        )
        assert by_toml == by_python
    line = words(declared, value)
    if declared.command and line is not None and "\0" not in "".join(line):
        by_command = accepted(
            lambda: getattr(case.settings(**given_settings(parse(case, line), case.settings)), name)
        )
        assert by_command == by_python


@pytest.mark.parametrize(
    "case", CASES, ids=[f"{case.command[0]}-{case.settings.__name__}" for case in CASES]
)
def test_nothing_given_is_the_default(case: Case) -> None:
    line = ["--threads=1"] if "threads" in options(case.settings) else []
    chosen = case.settings(**given_settings(parse(case, line), case.settings))
    assert chosen == case.settings()
    if case.table is not None:
        experiment = parse_experiment(tomli_w.dumps({**MINIMAL, case.table: case.chosen}), "x")
        for name, declared in options(case.settings).items():
            if declared.experiment:
                assert getattr(getattr(experiment, case.table), name) == getattr(chosen, name)


def test_every_setting_has_one_sentence_and_a_sound_default() -> None:
    for section in sections():
        for declared in options(section.settings).values():
            if section.settings is not Experiment:
                assert declared.help.endswith((".", "...")) and declared.help[0].isupper()
            if not declared.needed:
                assert check(declared.kind, declared.default) == declared.default


class Core(NamedTuple):
    """How the core reads a class of settings."""

    made: Settings
    readers: tuple[Any, ...]
    python: frozenset[str] = frozenset()
    """Settings that Python itself uses."""


TABLE = frozenset(("kind", "gaps", "lookup", "count_feature"))
GAPS = frozenset(("max_source_gaps", "max_target_gaps"))
COUNTED = frozenset(("cohesion", "conjuncts_as_siblings", "verb_tags", "noun_tags"))
"""The core is told which features count the order of phrases and which crossings, and the kind of every word."""
CORE = [
    Core(
        SearchOptions(gaps="target", cohesion=("coh2", "coh5"), stack=7),
        (
            _core.search_settings_as_read,
            _core.cohesion_settings_as_read,
            _core.gap_settings_as_read,
        ),
        COUNTED | {"gaps"},
    ),
    Core(
        ChartOptions(cohesion=("coh.crossing", "coh5")),
        (_core.chart_settings_as_read, _core.cohesion_settings_as_read),
        COUNTED,
    ),
    Core(
        TreeletOptions(unknown="mark").resolved(),
        (_core.treelet_settings_as_read, _core.cohesion_settings_as_read),
        COUNTED | {"search"},
    ),
    Core(
        PhraseTableOptions(reordering="hier"),
        (_core.extraction_options_as_read,),
        TABLE | {"significance"},
    ),
    Core(
        GappedTableOptions(gaps="source", max_source_gaps=1),
        (_core.gappy_table_options_as_read,),
        TABLE | GAPS,
    ),
    Core(
        HierarchicalTableOptions(),
        (_core.hierarchical_table_options_as_read,),
        TABLE | {"target_gaps"},
    ),
    Core(
        PhraseLookupOptions(inverse="counts"),
        (_core.gappy_options_as_read,),
        TABLE | {"memory"},
    ),
    Core(
        GappedLookupOptions(inverse="lookup", sample=9),
        (_core.gappy_options_as_read,),
        TABLE | GAPS | {"memory", "least_with_gaps"},
    ),
    Core(
        HierarchicalLookupOptions(adjacent=True),
        (_core.hierarchical_options_as_read,),
        TABLE | {"memory", "inverse", "target_gaps"},
    ),
    Core(
        AlignOptions(prior=0.01),
        (_core.trainer_options_as_read, _core.linking_options_as_read),
        frozenset(("model", "schedule", "symmetrize", "priors_weight", "beginnings", "sample")),
    ),
    Core(
        LMOptions(order=3, directory="/tmp"),
        (_core.estimate_options_as_read,),
    ),
]


@pytest.mark.parametrize("one", CORE, ids=lambda one: type(one.made).__name__)
def test_the_core_reads_every_setting(one: Core) -> None:
    """It has no defaults: what is missing is refused by name."""
    names = set(one.python)
    for reader in one.readers:
        found = reader(one.made)
        names |= set(found)
        for name, value in found.items():
            expected = getattr(one.made, name)
            assert value == (list(expected) if isinstance(expected, tuple) else expected), name
            others = {other: getattr(one.made, other) for other in found if other != name}
            with pytest.raises(ConfigError, match=f"^the options lack '{name}'$"):
                reader(SimpleNamespace(**others))
    assert set(options(type(one.made))) <= names


def test_the_core_reads_the_plan_of_a_climb() -> None:
    plan = SimpleNamespace(window=3, minimum=0.5)
    assert _core.climb_options_as_read(plan) == {"window": 3, "minimum": 0.5}
    with pytest.raises(ConfigError, match="lack 'minimum'"):
        _core.climb_options_as_read(SimpleNamespace(window=3))


@pytest.mark.parametrize(
    ("name", "value"),
    [("order", "x"), ("order", 2**40), ("memory", -1), ("prune", [0, -1])],
)
def test_the_core_names_what_it_cannot_use(name: str, value: object) -> None:
    """Whatever reaches it past the checks of Python."""
    broken = LMOptions()
    object.__setattr__(broken, name, value)
    with pytest.raises(ConfigError, match=f"^{name}: the value .* cannot be used"):
        _core.LmEstimator(broken, 1)


def test_the_page_is_what_the_declarations_say() -> None:
    file = Path(__file__).parents[2] / "docs" / "settings.md"
    assert file.read_text(encoding="utf-8") == page(), (
        "dragoman config --markdown > docs/settings.md"
    )


def test_the_command_prints_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "--markdown"]) == 0
    out = capsys.readouterr().out
    assert out == page()
    for section in sections():
        for name in options(section.settings):
            assert f"| `{name}` |" in out or section.settings is Experiment
    assert main(["config", "--markdown", "x.toml"]) == 1

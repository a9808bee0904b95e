"""A stage is given the settings that its key is made of: what it reads and what re-runs it cannot differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import partial
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from dragoman.common.errors import DragomanError
from dragoman.experiment.config import (
    Bitext,
    ConsistencySection,
    EvaluationSet,
    Experiment,
    LanguageModelSection,
    ModelSection,
    Preprocessing,
    Tuning,
)
from dragoman.experiment.recipe import Recipe
from dragoman.experiment.resources import Resources
from dragoman.experiment.stages import Stage, StageStore
from dragoman.grammar import GappedTableOptions, PhraseLookupOptions
from dragoman.settings.kinds import alternatives, choices, item_of
from dragoman.settings.settings import Option, Settings, options

FILES = ("source", "target", "docs", "parser")
SECTIONS = {
    "preprocessing": {"corpus"},
    "alignment": {"alignment"},
    "lm": {"language-model"},
    "grammar": {"rules"},
    "decoder": {"untuned"},
    "tuning": {"tuning", "consistent-tuning"},
    "consistency": {"consistency"},
    "evaluation": {"evaluation"},
    "model": {"untuned", "tuning", "consistent-tuning", "evaluation"},
}
"""The stages that read the settings of a section, but for those that follow."""
OTHERS: dict[tuple[str, str], set[str]] = {
    ("preprocessing", "tokenize"): {"corpus", "evaluation"},  # raw text is scored in another way
    ("preprocessing", "lowercase"): {"corpus", "evaluation"},
    # These say which stages there are.
    ("tuning", "runs"): set(),
    ("tuning", "average"): set(),
    ("consistency", "first_pass"): set(),
    ("model", "keep_text"): set(),
}
CONTENT = {"file", "text", "collection", "collection_docs", "glossary"}
"""Files: their content counts, not their names."""
TRIED = (
    *(True, False, 3, 2, 1, 5, 0.5, 0.25, 2.0, 100, "de", "chrf", "hmm:3", "x"),
    *(("bleu",), ("c1",), ("x",), (0, 1), (1, 2), (8, 8)),
)


@pytest.fixture
def experiment(tmp_path: Path) -> Experiment:
    for name in FILES:
        (tmp_path / name).write_text("x\n")
    text = {"source": "source", "target": "target", "docs": "docs"}
    return Experiment(
        training=Bitext(**text),
        development=Bitext(**text),
        test=(EvaluationSet(**text),),
        preprocessing=Preprocessing(tokenize=True, source_language="de", target_language="en"),
        lm=LanguageModelSection(layout="compact"),
        consistency=ConsistencySection(features=("c1",)),
    )


def stages(experiment: Experiment, place: Path) -> dict[str, Stage]:
    recipe = Recipe(experiment, place, Resources())
    return {stage.name: stage for stage in recipe.last.order()}


def facts(experiment: Experiment, place: Path) -> dict[str, Any]:
    """What the key of every stage is made of, but for the stages before it."""
    store = StageStore(place / "work")
    found = {name: store.facts(stage) for name, stage in stages(experiment, place).items()}
    return {name: {**one, "upstream": None} for name, one in found.items()}


def changed(before: Experiment, after: Experiment, place: Path) -> set[str]:
    """The stages of both that have other keys of their own."""
    old, new = facts(before, place), facts(after, place)
    return {name for name in old.keys() & new.keys() if old[name] != new[name]}


def other_values(declared: Option) -> Iterator[Any]:
    kinds = alternatives(item_of(declared.kind) or declared.kind)
    names = [name for one in kinds for name in choices(one) or ()]
    yield from names
    yield from ((name,) for name in names)
    yield from TRIED


def with_another_value(section: Settings, declared: Option) -> Settings:
    for value in other_values(declared):
        try:
            made = replace(section, **{declared.name: value})
        except DragomanError:
            continue
        if getattr(made, declared.name) != getattr(section, declared.name):
            return made
    raise AssertionError(f"no other value is known for {declared.name}")


@pytest.mark.parametrize("name", SECTIONS)
def test_a_setting_changes_the_keys_of_the_stages_that_read_it(
    experiment: Experiment, tmp_path: Path, name: str
) -> None:
    section = getattr(experiment, name)
    for declared in options(type(section)).values():
        if declared.name in CONTENT or not declared.experiment:
            continue
        if name == "grammar" and declared.name in ("kind", "gaps", "lookup"):
            continue  # another class of options each, as below
        after = replace(experiment, **{name: with_another_value(section, declared)})
        expected = OTHERS.get((name, declared.name), SECTIONS[name])
        assert changed(experiment, after, tmp_path) == expected, declared.name


def test_another_method_of_extraction_changes_the_key_of_the_rules(
    experiment: Experiment, tmp_path: Path
) -> None:
    for method in (GappedTableOptions, PhraseLookupOptions):
        after = replace(experiment, grammar=method())
        assert changed(experiment, after, tmp_path) == {"rules"}


def test_rules_with_gaps_depend_on_how_far_the_search_takes_them(
    experiment: Experiment, tmp_path: Path
) -> None:
    gapped = replace(experiment, grammar=GappedTableOptions())
    shorter = replace(gapped, decoder=replace(gapped.decoder, max_span=9))
    assert changed(gapped, shorter, tmp_path) == {"rules", "untuned"}


def test_a_run_of_tuning_depends_on_its_seed_alone(experiment: Experiment, tmp_path: Path) -> None:
    def runs(**settings: int) -> set[str]:
        several = replace(experiment, tuning=Tuning(**settings))
        own = facts(several, tmp_path)
        return {str(one) for name, one in own.items() if name.startswith("consistent-tuning")}

    def settings(texts: set[str]) -> set[str]:
        return {text.partition("'settings'")[2] for text in texts}

    assert settings(runs(runs=2, seed=1)) & settings(runs(runs=1, seed=2))
    assert len(settings(runs(runs=3))) == 3


def inner(value: Any) -> Iterator[Any]:
    """A value and all that can be reached in it."""
    yield value
    if is_dataclass(value):
        for one in fields(value):
            yield from inner(getattr(value, one.name))


def test_actions_get_their_settings_and_resources_and_nothing_else(
    experiment: Experiment, tmp_path: Path
) -> None:
    plain = replace(experiment, model=ModelSection(parser="parser"), tuning=Tuning(runs=2))
    averaged = replace(plain, tuning=Tuning(runs=2, average=True))
    found = [one for each in (plain, averaged) for one in stages(each, tmp_path).values()]
    assert {"selection", "average", "summary"} <= {stage.name for stage in found}
    for stage in found:
        action = stage.action
        if isinstance(action, partial):
            assert not action.args
            assert all(isinstance(one, Resources) for one in action.keywords.values())
            action = action.func
        assert isinstance(action, FunctionType) and action.__closure__ is None, stage.name
        assert not any(isinstance(one, Experiment) for one in inner(stage.settings)), stage.name


def test_an_action_that_reads_what_it_was_not_given_fails(tmp_path: Path) -> None:
    def reads_more(settings: Tuning, output: Path, inputs: object) -> None:
        settings.runs  # noqa: B018

    given = Recipe(
        Experiment(
            training=Bitext(source="s", target="t"), development=Bitext(source="s", target="t")
        ),
        tmp_path,
        Resources(),
    ).runs[0]
    with pytest.raises(AttributeError, match="runs"):
        StageStore(tmp_path / "work").run(
            Stage("tuning", "done", reads_more, given.settings.tuning)
        )

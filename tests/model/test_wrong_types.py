"""What is of a wrong type is named in one sentence, and objects say what they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dragoman.common.errors import ConfigError
from dragoman.corpus.preparation import TextPreparation
from dragoman.lm import LMOptions, estimate
from dragoman.model import Model
from dragoman.search import Input, RuleFeature
from support.model.handful import make_model
from support.serve.learning_model import save_learning_model


class Constant(RuleFeature):
    name = "constant"

    def values(self, sentence: Input, table: Any, rules: Any) -> Any:
        return [1.0] * len(rules)


@pytest.fixture(scope="module")
def learning(tmp_path_factory: pytest.TempPathFactory) -> Model:
    path = tmp_path_factory.mktemp("wrong") / "model"
    save_learning_model(path)
    return Model.open(path)


@pytest.mark.parametrize("wrong", [123, b"das haus", ["das haus", None], [1.5]])
def test_what_is_no_text_is_not_translated(wrong: Any) -> None:
    with pytest.raises(TypeError, match="expected texts to translate, but number"):
        make_model().translate(wrong)


@pytest.mark.parametrize(
    ("use", "told"),
    [
        (lambda m: m.translate("das", nbest="x"), "nbest: expected a whole number"),
        (lambda m: m.translate("das", confidence="x"), "confidence: expected a scale of scores"),
        (lambda m: m.translate("das", terms=["a"]), "terms: expected a dictionary"),
        (lambda m: setattr(m, "features", ["x"]), "expected a RuleFeature, .* got 'x'"),
        (lambda m: setattr(m, "features", [Constant]), "a class: make one of it"),
        (lambda m: setattr(m, "features", Constant()), "expected a list of features"),
        (lambda m: setattr(m, "options", 3), "expected SearchOptions, got 3"),
        (lambda m: m.add(["ab"], save=False), "expected pairs of texts, got 'ab'"),
        (lambda m: m.add([("a",)], save=False), "expected pairs of texts"),
        (lambda m: m.add([(1, 2)], save=False), "expected pairs of texts"),
        (lambda m: m.leave_out("12", save=False), "expected numbers of sentence pairs"),
    ],
)
def test_the_type_that_is_wanted_is_told(
    learning: Model, use: Callable[[Any], Any], told: str
) -> None:
    with pytest.raises(TypeError, match=told):
        use(learning)
    assert str(learning.translate("das haus")) == "the house"


def test_rules_that_are_looked_up_say_why_they_have_no_columns(learning: Model) -> None:
    rules: Any = learning.rules
    for use in (lambda: rules.add_column("x", [1.0]), lambda: list(rules)):
        with pytest.raises(ConfigError, match=r"no list of them.* lookup = "):
            use()


def test_no_thread_of_its_own_is_one_thread(learning: Model) -> None:
    assert str(learning.translate("das haus", threads=0)) == "the house"


def test_objects_say_what_they_are_in_a_line(learning: Model) -> None:
    text = TextPreparation(tokenize=True, source_language="de", target_language="en")
    text = text.learn_case(["Das Haus ."], ["the house ."]).learn_compounds(["das Haus"])
    assert "Truecaser(1 words)" in repr(text) and "CompoundSplitter(" in repr(text)
    assert len(repr(text)) < 400
    assert repr(estimate(["a b"] * 5, LMOptions(order=2))) == "Estimate(order 2, 5, 3 n-grams)"
    assert repr(learning.rules) == "OnTheFlyRules(rules of 20 sentence pairs)"
    assert repr(learning.journal) == "Journal(0 changes)"

"""A model knows its decoder by name only."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping, Sequence
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Annotated, ClassVar

import pytest
import tomli_w

import dragoman
from dragoman.cli.main import main
from dragoman.common import plugins
from dragoman.common.errors import ConfigError, ModelError
from dragoman.common.progress import Report
from dragoman.forest import Derivation, Step
from dragoman.grammar import RuleSource, RuleTable
from dragoman.grammar.rule_source import RULES
from dragoman.io.artifact import Artifact
from dragoman.lm import LanguageModel
from dragoman.model import Model
from dragoman.model.store.inspection import as_json, inspect
from dragoman.search import (
    AnyFeature,
    DecodeRequest,
    Input,
    Result,
    SearchOptions,
    decoder,
)
from dragoman.search.input import Demand
from dragoman.search.request import BEST
from dragoman.settings.settings import Settings, about
from support.model.handful import make_model


class EchoOptions(Settings):
    """Options of another kind than the phrase decoder's."""

    loud: Annotated[bool, about("Answers in capitals.")] = False
    needs_trees: Annotated[bool, about("Looks at trees.")] = False


class EchoDecoder:
    """Repeats the source; a decoder as another package might bring it."""

    name: ClassVar[str] = "echo"
    options_type: ClassVar[type[Settings]] = EchoOptions
    takes: frozenset[Demand] = frozenset()
    makes_trees = False
    by_document = False

    def __init__(
        self,
        rules: RuleSource,
        lms: Sequence[LanguageModel],
        weights: Mapping[str, float],
        options: EchoOptions | None = None,
        features: Sequence[AnyFeature] = (),
    ) -> None:
        self.rules, self.lms, self.weights = rules, lms, dict(weights)
        self.options = options or EchoOptions()
        self.feature_names = self.features_of(rules, lms, options)

    @classmethod
    def features_of(
        cls,
        rules: RuleSource,
        lms: Sequence[LanguageModel],
        options: EchoOptions | None = None,
        features: Sequence[AnyFeature] = (),
    ) -> tuple[str, ...]:
        return ("words", "loudness") if options is not None and options.loud else ("words",)

    def with_rules(self, rules: RuleSource) -> EchoDecoder:
        return EchoDecoder(rules, self.lms, self.weights, self.options)

    def decode(
        self,
        inputs: Sequence[Input],
        request: DecodeRequest = BEST,
        progress: Report | None = None,
    ) -> list[Result]:
        return [self._echo(tuple(one.tokens)) for one in inputs]

    def _echo(self, source: tuple[str, ...]) -> Result:
        target = tuple(word.upper() if self.options.loud else word for word in source)
        features = {name: float(len(source)) for name in self.feature_names}
        score = sum(self.weights[name] * value for name, value in features.items())
        places = tuple(range(len(source)))
        links = tuple(zip(places, places, strict=True))
        step = Step(0, ((0, len(source)),), source, target, places, links, features, score)
        derivation = Derivation(source, target, (step,), score)
        return Result(target, score, features, derivation)


decoder_type: type[decoder.DecoderType] = EchoDecoder


@pytest.fixture
def echo(monkeypatch: pytest.MonkeyPatch) -> Model:
    found = EntryPoint("echo", f"{__name__}:EchoDecoder", decoder.DECODERS.group)
    monkeypatch.setitem(sys.modules, __name__, sys.modules.get(__name__, ModuleType(__name__)))
    monkeypatch.setattr(sys.modules[__name__], "EchoDecoder", EchoDecoder, raising=False)
    monkeypatch.setattr(plugins, "entry_points", lambda group: [found])
    return Model(RuleTable.build([]), [], {"words": 2.0}, decoder="echo")


def test_another_decoder_translates_is_explained_saved_and_opened(
    echo: Model, tmp_path: Path
) -> None:
    translation = echo.translate("das haus")
    assert (translation.text, translation.score) == ("das haus", 4.0)
    assert "words" in translation.explain()
    echo.options = EchoOptions(loud=True)
    assert echo.weights == {"words": 2.0, "loudness": 0.0}
    echo.save(tmp_path / "echo")
    again = dragoman.load(tmp_path / "echo")
    assert (again.decoder_name, again.options) == ("echo", EchoOptions(loud=True))
    assert again.translate("das haus").text == "DAS HAUS"
    again.options = EchoOptions()
    assert again.weights == {"words": 2.0}


class TheirRules(RuleTable):
    """Rules of another package: their artifact has a kind of its own."""

    KIND = "their-rules"


def test_another_package_brings_rules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    model = make_model()
    weights, expected = dict(model.weights), model.translate("das haus").text
    model.rules.save(tmp_path / "rules")
    theirs = TheirRules.from_artifact(Artifact.open(tmp_path / "rules"))
    theirs.artifact = None
    Model(theirs, model.lms, weights, model.options).save(tmp_path / "model")
    kinds = "rule-table, rules-on-the-fly, treelet-rules"
    with pytest.raises(ModelError, match=f"expected rules \\({kinds}\\), found .*'their-rules'"):
        dragoman.load(tmp_path / "model")
    found = EntryPoint("their-rules", f"{__name__}:TheirRules", RULES.group)
    monkeypatch.setattr(
        plugins, "entry_points", lambda group: [found] if group == RULES.group else []
    )
    monkeypatch.setitem(sys.modules, __name__, sys.modules.get(__name__, ModuleType(__name__)))
    monkeypatch.setattr(sys.modules[__name__], "TheirRules", TheirRules, raising=False)
    again = dragoman.load(tmp_path / "model")
    assert type(again.rules) is TheirRules
    assert again.translate("das haus").text == expected
    with pytest.raises(ConfigError, match="fixed table"):
        again.add([("das", "the")])


def test_moses_has_no_files_for_it(
    echo: Model, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    echo.save(tmp_path / "echo")
    assert main(["export", str(tmp_path / "echo"), str(tmp_path / "moses")]) == 1
    assert "Moses has no files for a model of the echo decoder" in capsys.readouterr().err
    assert not (tmp_path / "moses").exists()


def test_the_decoder_stands_in_the_model_and_is_the_phrase_decoder_if_it_does_not(
    tmp_path: Path,
) -> None:
    make_model().save(tmp_path / "model")
    toml = tmp_path / "model" / "model.toml"
    text = toml.read_text()
    assert '\n[decoder]\nname = "phrase"\n' in text
    assert '"phrase"' in as_json(inspect(tmp_path / "model"))
    toml.write_text(text.replace('name = "phrase"\n', ""))
    unnamed = dragoman.load(tmp_path / "model")
    assert unnamed.decoder_name == "phrase"
    assert unnamed.translate("das haus").text == "the house"
    toml.write_text(text.replace('name = "phrase"', 'name = "phrse"'))
    with pytest.raises(
        ModelError, match="model: there is no decoder 'phrse'; the decoders are: phrase"
    ):
        dragoman.load(tmp_path / "model")


def test_models_with_the_name_of_the_decoder_at_the_top_can_be_opened(tmp_path: Path) -> None:
    model = make_model()
    model.options = SearchOptions(stack=7)
    model.save(tmp_path / "model")
    toml = tmp_path / "model" / "model.toml"
    facts = tomllib.loads(toml.read_text())
    facts["search"] = facts["decoder"]
    facts["decoder"] = facts["search"].pop("name")
    toml.write_text(tomli_w.dumps(facts))
    assert dragoman.load(tmp_path / "model").options == SearchOptions(stack=7)
    facts["search"]["stack"] = -1
    toml.write_text(tomli_w.dumps(facts))
    with pytest.raises(ModelError, match=r"\[search\] stack: expected"):
        dragoman.load(tmp_path / "model")

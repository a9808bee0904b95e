"""Models that look at trees are served: with their own parser, with the server's, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.common.errors import ConfigError
from dragoman.corpus.conllu import format_conllu
from dragoman.model import Model
from dragoman.serve.options import ServeOptions
from dragoman.serve.service import Service
from dragoman.serve.systems import System, Systems
from support.model.cohesive_world import FLAT, make_world_model, make_world_parser
from support.serve.running import Client, running

PAIR = {"source": "de", "target": "en"}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model with a parser, and one without."""
    directory = tmp_path_factory.mktemp("models")
    model = make_world_model()
    model.save(directory / "without")
    model.parser = make_world_parser()
    model.save(directory / "with")
    return directory


def translated(client: Client, **more: str) -> str:
    return str(client.post("/translate", {"q": "x y z", **PAIR, **more}).json["translatedText"])


def test_a_model_with_a_parser(place: Path) -> None:
    with running(Systems.open([str(place / "with")])) as client:
        assert translated(client) == "X Y Z"
        assert translated(client, format="html") == "X Y Z"
        asked = {"q": "x y z", "drawings": True, **PAIR}
        found = client.post("/api/explain", asked).json
        assert found["sentences"][0]["text"] == "X Y Z"
        assert "<svg" in found["drawings"][0]["tree"]
        given = format_conllu(FLAT) + "\n"
        found = client.post("/api/explain", {**asked, "tree": given}).json
        assert found["sentences"][0]["text"] == "X Z Y"
        sent = client.upload("/translate_file", "a.html", b"<p>x <i>y</i> z</p>", **PAIR)
        answer = client.get(sent.json["translatedFileUrl"].removeprefix(client.address))
        assert answer.body == b"<p>X <i>Y</i> Z</p>"
        completed = client.post("/api/complete", {"q": "x y z", "prefix": "X", **PAIR}).json
        assert completed["completion"].split() == ["Y", "Z"]


def test_the_servers_parser_is_for_models_without(place: Path) -> None:
    systems = Systems.open([str(place / "without")])
    with running(systems, parser=str(place / "with" / "parser")) as client:
        assert translated(client) == "X Y Z"
    unparsed = make_world_model()
    with running(Systems([System("a", unparsed, "de", "en")])) as client:
        assert translated(client) == "X Z Y"


def test_a_model_that_is_replaced_keeps_the_servers_parser(place: Path, tmp_path: Path) -> None:
    make_world_model().save(tmp_path / "model")
    systems = Systems.open([str(tmp_path / "model")])
    options = ServeOptions(reload_seconds=0, parser=str(place / "with" / "parser"))
    service = Service(systems, options)
    try:
        make_world_model().changed(weights={"coh1": 50.0}).save(tmp_path / "model")
        assert service._changing.reload() == ["model"]
        assert systems.all[0].model.translate("x y z").text == "X Y Z"
    finally:
        service.close()


def test_a_parser_that_must_be_given_is_asked_for_at_the_start(place: Path, tmp_path: Path) -> None:
    class Foreign:
        parse = None

    model = make_world_model()
    model.parser = Foreign()  # type: ignore[assignment]
    model.save(tmp_path / "named")
    systems = Systems.open([str(tmp_path / "named")])
    with pytest.raises(ConfigError, match="the parser 'Foreign', which is not part of it"):
        Service(systems, ServeOptions(reload_seconds=0))
    service = Service(
        systems, ServeOptions(reload_seconds=0, parser=str(place / "with" / "parser"))
    )
    service.close()
    assert systems.all[0].model.translate("x y z").text == "X Y Z"


def test_one_parser_is_not_for_two_languages(place: Path) -> None:
    two = [System("a", make_world_model(), "de", "en"), System("b", make_world_model(), "fr", "en")]
    options = ServeOptions(reload_seconds=0, parser=str(place / "with" / "parser"))
    with pytest.raises(ConfigError, match="the models that need a parser translate from de and fr"):
        Service(Systems(two), options)
    other = [two[0], System("c", Model.open(place / "with"), "fr", "en")]
    Service(Systems(other), options).close()

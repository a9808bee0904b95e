"""``dragoman serve`` as a process."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest

from dragoman.cli.main import main
from dragoman.common import optional
from dragoman.common.errors import ConfigError
from dragoman.experiment.demo import Demo
from dragoman.sample.writer import SOURCE_CODE, TARGET_CODE
from dragoman.serve.options import ServeOptions
from dragoman.serve.systems import Systems
from support.model.handful import make_model
from support.serve.running import running


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_until_it_is_told_to_end(tmp_path: Path, number: signal.Signals) -> None:
    make_model().save(tmp_path / "model")
    command = [sys.executable, "-m", "dragoman", "serve", f"small={tmp_path / 'model'}"]
    with subprocess.Popen(
        [*command, "--languages", "de-en", "--port", "0"], stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        try:
            assert process.stderr.readline() == "small: de to en\n"
            found = re.search(r"http://127\.0\.0\.1:\d+/", process.stderr.readline())
            assert found is not None
            body = urlencode({"q": "das haus", "source": "de", "target": "en"}).encode()
            with urlopen(Request(f"{found[0]}translate", body), timeout=60) as answer:
                assert json.load(answer) == {"translatedText": "the house"}
            kind = {"Content-Type": "multipart/form-data; boundary=X"}
            with pytest.raises(HTTPError, match="400"):
                urlopen(Request(f"{found[0]}translate", b"a secret", kind), timeout=60)
            process.send_signal(number)
            rest = process.stderr.read()
            code = process.wait(60)
        finally:
            process.kill()
        assert code == {signal.SIGTERM: -signal.SIGTERM, signal.SIGINT: 130}[number]
        for line, status in zip(
            rest.splitlines()[:2], ("200", "400"), strict=True
        ):  # and never a text
            assert re.fullmatch(rf"[\d-]+ [\d:]+ POST /translate {status} \d+ ms", line)
        assert rest.splitlines()[2] == "stopped"


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(optional.importlib, "import_module", absent)
    with pytest.raises(ConfigError, match=r"'starlette': pip install 'dragoman\[serve\]'"):
        optional.require("starlette", "serve")


def test_wrong_arguments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = str(tmp_path / "model")
    make_model().save(model)
    cases = [
        (["serve", str(tmp_path / "none")], "none"),
        (["serve", model, model], "two models have the name 'model'"),
        (["serve", model, "--languages", "de"], "expected two languages such as de-en"),
        (
            ["serve", model, "--languages", "eng-de"],
            "there is no language 'eng'; did you mean 'en'?",
        ),
        (["serve", model, "--languages", "de-en", "fr-en"], "a language pair for each of 1 models"),
        (["serve", f"={model}"], "expected MODEL or NAME=MODEL"),
        (["serve", model, "--host", "no.such.host.invalid"], "cannot listen on no.such.host"),
        (["serve", model, "--api-keys", str(tmp_path / "keys")], "keys"),
    ]
    for arguments, message in cases:
        assert main(arguments) == 1
        assert message in capsys.readouterr().err
    with running(Systems.open([f"a={model}"])) as client:
        assert main(["serve", model, "--port", str(client.port)]) == 1
        assert capsys.readouterr().err.endswith(f":{client.port}: Address already in use\n")


def test_without_a_model_the_sample_world_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[Systems] = []
    asked: list[ServeOptions] = []

    def small(directory: Path, threads: int) -> Demo:
        paths = directory / "sample.model", directory / "other.model"
        for path in paths:
            make_model().save(path)
        (directory / "examples").write_text("das haus\tthe house\n")
        return Demo(paths, directory / "parser", directory / "examples")

    def serve(systems: Systems, options: ServeOptions) -> None:
        served.append(systems)
        asked.append(options)

    monkeypatch.setattr("dragoman.experiment.demo.make_demo", small)
    monkeypatch.setattr("dragoman.serve.server.serve", serve)
    main(["serve", "--port", "0"])
    assert [one.name for one in served[0].all] == ["sample", "other"]
    assert asked[0].evidence and (asked[0].examples or "").endswith("examples")
    assert served[0].all[0].languages == (SOURCE_CODE, TARGET_CODE)
    assert served[0].all[0].model.artifact is not None
    assert not served[0].all[0].model.artifact.path.exists()

"""Several experiments by one command: a table of their scores, translations beside the models; and models compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.cli.main import main
from dragoman.evaluate.bleu import BLEU
from dragoman.evaluate.significance import bootstrap_runs
from support.sample_corpus import sample_directory

EXPERIMENT = """
name = "{name}"
output = "{name}.model"
[training]
source = "{world}/train.qar"
target = "{world}/train.qot"
[development]
source = "{world}/dev.qar"
target = "{world}/dev.qot"
[[test]]
name = "{test}"
source = "{world}/test.qar"
target = "{world}/test.qot"
[lm]
order = 2
[grammar]
reordering = "none"
[decoder]
stack = 5
pop_limit = 5
distortion_limit = {limit}
[tuning]
iterations = 1
kbest = 5
runs = {runs}
[evaluation]
metrics = ["bleu"]
tokenize = "none"
"""


def write(place: Path, name: str, limit: int, **changes: object) -> str:
    world = sample_directory(120, 10, 20)
    values = {"name": name, "limit": limit, "world": world, "test": "news", "runs": 1, **changes}
    (place / f"{name}.toml").write_text(EXPERIMENT.format(**values), encoding="utf-8")
    return f"{name}.toml"


def test_experiments_side_by_side(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    plain, free = write(tmp_path, "plain", 0), write(tmp_path, "free", 6, runs=2)
    assert main(["train", plain, free, "--dry-run"]) == 0
    assert capsys.readouterr().out.count("run   corpus") == 2
    assert main(["train", plain, free, "--threads", "1"]) == 0
    shown = capsys.readouterr().out
    files = [["plain.model.news.translation"]]
    files.append([f"free.model.news.{n}.translation" for n in (1, 2)])
    assert all(name in shown for names in files for name in names)
    metric = BLEU(tokenize="none")
    references = [(sample_directory(120, 10, 20) / "test.qot").read_text("utf-8").splitlines()]
    rows = [
        [metric.corpus_statistics(Path(f).read_text("utf-8").splitlines(), references) for f in own]
        for own in files
    ]
    first, second = (sum(metric.score(r.sum(axis=0)) for r in own) / len(own) for own in rows)
    p = bootstrap_runs(metric, *rows).p
    line = next(line for line in shown.splitlines() if line.startswith("free  "))
    assert f"{second:.2f} ± " in line and line.endswith(f"{second - first:+.2f}         {p:.4f}")

    test = sample_directory(120, 10, 20) / "test"
    given = ["--source", f"{test}.qar", "--reference", f"{test}.qot", "--tokenized"]
    assert main(["compare", "plain.model", files[0][0], *given]) == 0
    table = capsys.readouterr().out.splitlines()
    assert f"{first:.2f}" in table[1] and "+0.00" in table[2]
    assert main(["compare", "plain.model", "free.model", *given[2:]]) == 1
    assert "plain.model: a model needs --source" in capsys.readouterr().err


def test_experiments_that_cannot_be_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    one, other = write(tmp_path, "one", 0), write(tmp_path, "two", 0, test="talks")
    same = write(tmp_path, "three", 0)
    Path(same).write_text(Path(one).read_text("utf-8"), encoding="utf-8")
    for arguments, told in (
        ([one, other], "one.toml, two.toml: expected a test set of the same name"),
        ([one, same], "one.toml and three.toml: both experiments are called 'one'"),
        ([one, "text.en"], "one.toml: experiments and texts do not go together"),
    ):
        assert main(["train", *arguments]) == 1
        error = capsys.readouterr().err
        assert told in error and error.count("\n") == 1
    assert {path.name for path in tmp_path.iterdir()} <= {one, other, same, "work"}

"""The Python in docs/corpora.md runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest


def test_the_page_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "corpora.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert blocks
    for name, text in [("de", "eins\nzwei\n"), ("en", "one\ntwo\n"), ("docs", "a\nb\n")]:
        (tmp_path / f"dev.{name}").write_text(text)
    monkeypatch.chdir(tmp_path)
    for block in blocks:
        exec(compile(block, "docs/corpora.md", "exec"), {})
    assert capsys.readouterr().out == "a 1\nb 1\n"

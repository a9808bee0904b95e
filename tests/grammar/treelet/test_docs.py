"""The Python in docs/treelets.md runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest


def test_the_page_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (Path(__file__).parents[3] / "docs" / "treelets.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 4
    monkeypatch.chdir(tmp_path)
    for block in blocks:
        exec(compile(block, "docs/treelets.md", "exec"), {})
    out = capsys.readouterr().out
    assert "Spine(word='sees', tag='VBZ', nodes=('VP', 'S'))" in out
    assert "es there (NP (EX there)) ((0, 0),) 0.0" in out

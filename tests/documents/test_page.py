"""The Python in docs/documents.md runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.documents.handful import german_model


def test_the_page_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "documents.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 2
    monkeypatch.chdir(tmp_path)
    german_model().save("model")
    Path("page.html").write_text("<p>Das <i>Haus</i>.</p>")
    for block in blocks:
        exec(compile(block, "docs/documents.md", "exec"), {})
    first, second, third = capsys.readouterr().out.splitlines()
    assert first == "page.html Das Haus. the house. the house."
    assert second == "<p>the <b>house</b></p>"
    assert third == "page.html 1"
    assert Path("page.en.html").read_text() == "<p>the <i>house</i>.</p>"

"""The snippets of docs/grammar.md run and print what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest


def test_snippets_print_what_they_say(capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).parents[2] / "docs" / "grammar.md").read_text(encoding="utf-8")
    code = "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    exec(compile(code, "grammar.md", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    promised = re.findall(r"print\(.*?\)\s+# (.*)", code)
    assert len(printed) == len(promised)
    for line, promise in zip(printed, promised, strict=True):
        assert line.startswith(promise.removesuffix(" ..."))

"""The Python of the guides runs as it is printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("guide", ["evaluation.md", "tuning.md"])
def test_snippets_run(guide: str) -> None:
    snippets = re.findall(r"```python\n(.*?)```", (DOCS / guide).read_text(), re.DOTALL)
    assert snippets
    for snippet in snippets:
        exec(compile(snippet, guide, "exec"), {})

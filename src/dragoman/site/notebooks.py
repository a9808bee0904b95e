"""Notebooks of the documentation: their cells are run, and what they show is kept in them and written as a page.

    python -m dragoman.site.notebooks docs/notebooks/explain.ipynb      # runs the cells, writes what they show

No Jupyter is needed: a cell is Python, and what its last line is worth is shown by ``_repr_html_``, as a notebook does.
"""

from __future__ import annotations

import ast
import json
import os
import sys
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

Notebook = dict[str, Any]


def run(notebook: Notebook) -> Notebook:
    """Return a notebook with what its cells show, run one after the other in a new folder.

    Args:
        notebook: As it is read from its file.
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = []
    with TemporaryDirectory(prefix="dragoman-notebook-") as folder, chdir(folder):
        for number, cell in enumerate(notebook["cells"], 1):
            if cell["cell_type"] == "code":
                shown = _shown("".join(cell["source"]), names)
                cells.append(cell | {"outputs": shown, "execution_count": number})
            else:
                cells.append(cell)
    return notebook | {"cells": cells}


def _shown(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a cell; return what it prints and what its last line is worth."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = StringIO()
    value = None
    with redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if text := printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": _lines(text)})
    if value is not None:
        data = {"text/plain": _lines(repr(value))}
        if hasattr(value, "_repr_html_"):
            data["text/html"] = _lines(value._repr_html_())
        result: dict[str, Any] = {
            "output_type": "execute_result",
            "execution_count": None,
            "metadata": {},
        }
        outputs.append(result | {"data": data})
    return outputs


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def page(notebook: Notebook) -> str:
    """Return a notebook as a page of Markdown.

    Args:
        notebook: With what its cells show.
    """
    parts = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] != "code":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            data = output.get("data", {})
            if "text/html" in data:
                # Blank lines would end the HTML for a reader of Markdown.
                html = "\n".join(
                    line for line in "".join(data["text/html"]).splitlines() if line.strip()
                )
                parts.append(f'<div class="output">{html}</div>')
            else:
                parts.append(
                    "```text\n"
                    + "".join(output.get("text") or data["text/plain"]).rstrip()
                    + "\n```"
                )
    return "\n\n".join(parts) + "\n"


def read(path: str | os.PathLike[str]) -> Notebook:
    """Return the notebook of a file.

    Args:
        path: Its place.
    """
    notebook: Notebook = json.loads(Path(path).read_text(encoding="utf-8"))
    return notebook


def write(notebook: Notebook, path: str | os.PathLike[str]) -> None:
    """Write a notebook to its file.

    Args:
        notebook: What is written.
        path: Its place.
    """
    text = json.dumps(notebook, ensure_ascii=False, indent=1)
    Path(path).write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    for place in sys.argv[1:]:
        write(run(read(place)), place)

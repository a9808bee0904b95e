"""Pictures of the page for the documentation, in the browser of the tests.

python -m support.serve.screenshots ../docs/pictures        (in tests/)
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from dragoman.experiment.demo import make_demo
from dragoman.sample.options import GERMAN_ENGLISH
from dragoman.serve.systems import Systems
from support.serve.browser import opened_browser, opened_page
from support.serve.page_steps import wait_for_text
from support.serve.running import running

TEXT = "Heute kauft der alte Lehrer einen Regenschirm."
WIDE = {"width": 960, "height": 820}


def main(out: Path) -> None:
    """Make the demonstration, and take its pictures."""
    out.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, opened_browser() as browser:
        made = make_demo(Path(folder))
        models = [f"{path.stem}={path}" for path in made.models]
        systems = Systems.open(models, [GERMAN_ENGLISH] * len(models))
        shown = {"examples": str(made.examples), "parser": str(made.parser), "evidence": True}
        with running(systems, **shown) as client:
            _take(browser, client.address, WIDE, out / "page.png", "derivation")
            _take(browser, client.address, WIDE, out / "page-evidence.png", "evidence")


def _take(browser: Any, address: str, size: dict[str, int], path: Path, tab: str) -> None:
    with opened_page(browser, address + "/", viewport=size, color_scheme="light") as page:
        page.fill("#source", TEXT)
        wait_for_text(page, "#target", "Regenschirm")
        page.click(f"#tab-{tab}")
        page.wait_for_selector(f"#panel-{tab} :is(svg, mark)")
        page.screenshot(path=path)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

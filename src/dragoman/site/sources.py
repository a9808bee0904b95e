"""The documentation site: the pages of this repository, those made from declarations, and search without a network.

``make site`` calls it; the site is then in ``build/site/html``. Pages stay plain Markdown, which any reader of the
repository can open: links that lead out of ``docs`` are changed for the site alone.

    from dragoman.site.sources import write_sources
    write_sources(Path("."), Path("build/site"))      # build/site/zensical.toml and its pages
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from typing import Any

import tomli_w

from dragoman.site.api_pages import pages as api_pages
from dragoman.site.command_page import page as command_page
from dragoman.site.notebooks import page as notebook_page
from dragoman.site.notebooks import read as read_notebook

ROOT_PAGES = ("README", "CHANGELOG", "CONTRIBUTING", "SECURITY")
NAV: dict[str, tuple[str, ...]] = {
    "Start": ("index.md", "installing.md", "tutorial.md", "sample-world.md"),
    "How to": (
        "translating.md",
        "demands.md",
        "unseen-words.md",
        "evidence.md",
        "memory.md",
        "updating.md",
        "own-features.md",
        "documents.md",
        "interactive.md",
        "lattices.md",
        "serving.md",
        "corpora.md",
        "experiments.md",
        "aligning.md",
        "building-language-models.md",
        "extracting.md",
        "keeping-cohesion.md",
        "staying-consistent.md",
        "training-treelets.md",
        "scale.md",
        "tuning.md",
        "evaluation.md",
        "parsing.md",
        "reproduce.md",
    ),
    "Notebooks": ("notebooks/explain.md", "notebooks/feature.md", "notebooks/compare.md"),
    "The papers": (
        "papers/cherry2008.md",
        "papers/bach2009.md",
        "papers/carreras2009.md",
        "papers/galley2010.md",
        "papers/ture2012.md",
    ),
    "How it works": (
        "architecture.md",
        "alignment.md",
        "language-models.md",
        "grammar.md",
        "decoding.md",
        "cohesion.md",
        "treelets.md",
        "consistency.md",
        "tuners.md",
    ),
    "Reference": (
        "command-line.md",
        "settings.md",
        "features.md",
        "matrix.md",
        "glossary.md",
        "api/dragoman.md",
    ),
    "Results": ("results.md",),
    "The project": ("changelog.md", "contributing.md", "security.md"),
}
"""The parts of the site; pages of Python's packages and of results are added where they belong."""
FRAME = "iframe-worker.js"
"""What lets search work where the site is opened as files, in the place of a script of the network."""
_LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)((?:#[^)\s]*)?)\)")


def write_sources(root: Path, out: Path) -> Path:
    """Write the pages and the configuration of the site, and return the configuration's place.

    Args:
        root: The repository.
        out: Where they go; what was there is replaced.
    """
    pages = out / "docs"
    shutil.rmtree(pages, ignore_errors=True)
    shutil.copytree(root / "docs", pages)
    for name in ROOT_PAGES:
        text = (root / f"{name}.md").read_text(encoding="utf-8")
        _page(pages, _root_page(f"{name}.md"), _LINK.sub(_moved, text))
    for path in sorted((root / "docs").rglob("*.md")):
        place = path.relative_to(root / "docs")
        _page(pages, str(place), _LINK.sub(_outside, path.read_text(encoding="utf-8")))
    for path in sorted((root / "docs").rglob("*.ipynb")):
        text = _LINK.sub(_outside, notebook_page(read_notebook(path)))
        _page(pages, str(path.relative_to(root / "docs").with_suffix(".md")), text)
    shutil.copy(Path(__file__).with_name(FRAME), pages)
    _page(pages, "command-line.md", command_page())
    for name, text in api_pages():
        _page(pages, f"api/{name}.md", text)
    config = out / "zensical.toml"
    config.write_text(tomli_w.dumps({"project": _project(pages)}), encoding="utf-8")
    return config


def _root_page(name: str) -> str:
    """Return the site's place of a page at the top of the repository."""
    return "index.md" if name == "README.md" else name.lower()


def _moved(match: re.Match[str]) -> str:
    """Return a link of a page at the top as the site has it."""
    place = match[1].removeprefix("docs/")
    place = place.replace(".ipynb", ".md") if match[1] != place else _root_page(place)
    return f"]({place}{match[2]})"


def _outside(match: re.Match[str]) -> str:
    """Return a link of a page of ``docs``; pages at the top have become its neighbours."""
    up, name = re.fullmatch(r"((?:\.\./)*)(.*)", match[1]).groups()  # type: ignore[union-attr]
    if up and name.removesuffix(".md") in ROOT_PAGES:
        return f"]({up.removeprefix('../')}{_root_page(name)}{match[2]})"
    return match[0].replace(".ipynb", ".md")


def _page(pages: Path, place: str, text: str) -> None:
    (pages / place).parent.mkdir(parents=True, exist_ok=True)
    (pages / place).write_text(text, encoding="utf-8")


def _project(pages: Path) -> dict[str, Any]:
    """Return the site's settings: nothing of it is loaded from elsewhere."""
    parts: dict[str, list[str]] = {title: list(places) for title, places in NAV.items()}
    for title, folder in (("Reference", "api"), ("Results", "results")):
        found = (str(path.relative_to(pages)) for path in sorted((pages / folder).glob("*.md")))
        parts[title] += [place for place in found if place not in parts[title]]
    return {
        "site_name": "Dragoman",
        "site_description": "Statistical machine translation for Python",
        "docs_dir": "docs",
        "site_dir": "html",
        "use_directory_urls": False,
        "nav": [{title: places} for title, places in parts.items()],
        "theme": {
            "font": False,
            "language": "en",
            "features": [
                "content.code.copy",
                "navigation.footer",
                "navigation.tabs",
                "search.highlight",
            ],
            "palette": [
                {"media": "(prefers-color-scheme: light)", "scheme": "default"},
                {"media": "(prefers-color-scheme: dark)", "scheme": "slate"},
            ],
        },
        "plugins": {"search": {}, "offline": {}},
        "extra": {"polyfills": [FRAME]},
        "markdown_extensions": {
            "toc": {"permalink": True},
            "tables": {},
            "pymdownx": {"highlight": {"pygments_lang_class": True}, "superfences": {}},
        },
    }


if __name__ == "__main__":
    print(write_sources(Path(), Path(sys.argv[1])))

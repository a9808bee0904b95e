"""The tables of five papers, each by one command: presets of their settings, rows and figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dragoman.common.lazy import lazy_exports

if TYPE_CHECKING:
    from dragoman.reproduce.page import report_page as report_page
    from dragoman.reproduce.paper import PAPERS as PAPERS
    from dragoman.reproduce.paper import Paper as Paper
    from dragoman.reproduce.paper import read_paper as read_paper
    from dragoman.reproduce.reproduction import Reproduced as Reproduced
    from dragoman.reproduce.reproduction import reproduce as reproduce
    from dragoman.reproduce.study import Request as Request
    from dragoman.reproduce.text import table_markdown as table_markdown
    from dragoman.reproduce.text import table_text as table_text
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__)

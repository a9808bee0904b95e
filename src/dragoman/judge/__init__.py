"""Human judgement: blind pairwise campaigns, on a terminal or a page, and how far the judges agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dragoman.common.lazy import lazy_exports

if TYPE_CHECKING:
    from dragoman.judge.agreement import JudgementReport as JudgementReport
    from dragoman.judge.agreement import summarize as summarize
    from dragoman.judge.campaign import Campaign as Campaign
    from dragoman.judge.journal import JudgementJournal as JudgementJournal
    from dragoman.judge.judgement import Judgement as Judgement
    from dragoman.judge.judgement import Material as Material
    from dragoman.judge.judgement import SelectionOptions as SelectionOptions
    from dragoman.judge.judgement import draw_sentences as draw_sentences
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__)

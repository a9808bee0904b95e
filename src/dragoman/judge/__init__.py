"""Human judgement: blind campaigns of pairs, or of marked errors and scores, and how far the judges agree."""

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
    from dragoman.judge.rated_item import RatedItem as RatedItem
    from dragoman.judge.rated_item import RatedSegment as RatedSegment
    from dragoman.judge.rating import SegmentRating as SegmentRating
    from dragoman.judge.rating import Span as Span
    from dragoman.judge.rating_campaign import RatingCampaign as RatingCampaign
    from dragoman.judge.rating_journal import ItemRating as ItemRating
    from dragoman.judge.rating_journal import RatingJournal as RatingJournal
    from dragoman.judge.rating_report import RatingReport as RatingReport
    from dragoman.judge.rating_report import summarize_ratings as summarize_ratings
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__)

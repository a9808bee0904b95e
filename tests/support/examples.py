"""How many examples a property test draws: half of them in every run of the tests, many more in campaigns.

Each run draws others, and ``make campaign``, which goes on for hours, sets ``DRAGOMAN_EXAMPLES``.
"""

from __future__ import annotations

import os

SHARE = float(os.environ.get("DRAGOMAN_EXAMPLES", "0.5"))
"""Of the number that a test names."""


def examples(count: int) -> int:
    """Return how many examples are drawn where a test names ``count``."""
    return max(3, round(count * SHARE))

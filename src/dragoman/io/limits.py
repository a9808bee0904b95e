"""Limits on the size of lines and records, so that no input, however large, fills the memory.

A line of text, and the text of one segment in XML, has at most ``DRAGOMAN_MAX_LINE`` bytes (such as 500000 or 16M; 1M
unless it is set). A tree, or a unit of XML with all its segments, has 64 times as many. Longer input is refused with
one sentence. This also holds for compressed input: gigabytes of zeros without a line feed are a few kilobytes on disk.
"""

from __future__ import annotations

import os

from dragoman.common.errors import ConfigError
from dragoman.settings.kinds import SIZE, parse
from dragoman.settings.setting_error import SettingError

VARIABLE = "DRAGOMAN_MAX_LINE"
LONGEST_LINE = 1 << 20
BLOCK = 1 << 20
"""Bytes that are read at a time."""


def line_limit() -> int:
    """The most bytes that a line may have."""
    text = os.environ.get(VARIABLE, "")
    if not text:
        return LONGEST_LINE
    try:
        limit: int = parse(SIZE, text)
    except SettingError as fault:
        raise ConfigError(f"{VARIABLE}: {fault.reason}") from None
    if limit < 1:
        raise ConfigError(f"{VARIABLE}: expected a size of at least 1, got '{text}'")
    return limit


def record_limit() -> int:
    """The most bytes of a record of many lines: a tree, a unit of XML."""
    return 64 * line_limit()


def too_long(limit: int, what: str = "the line") -> str:
    """The message for text that is longer than the limit."""
    return f"{what} is longer than {limit} bytes ({VARIABLE} sets the limit)"

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.common.errors import ConfigError
from dragoman.common.user_code import user_code
from dragoman.model.feature_file import read_features

FEATURE = """
from dragoman.search import SearchFeature

class Broken(SearchFeature):
    name = "broken"

    def extend(self, sentence, states, steps):
        return helper(0), states

def helper(x):
    return 1 / x
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 / 0\n", r"features\.py:1: ZeroDivisionError: division by zero"),
        ("x = 1\ndef f(:\n", r"features\.py:2: SyntaxError: invalid syntax"),
        ("import nothing_like_that\n", r"features\.py:1: ModuleNotFoundError: No module"),
        ("raise SystemExit(3)\n", r"features\.py:1: SystemExit: 3"),
    ],
)
def test_a_feature_file_that_fails_shows_the_users_line(tmp_path, text, message) -> None:
    file = tmp_path / "features.py"
    file.write_text(text)
    with pytest.raises(ConfigError, match="the feature file failed at .*" + message):
        read_features(file)


def test_the_users_last_line_is_shown_and_not_ours(tmp_path: Path) -> None:
    file = tmp_path / "features.py"
    file.write_text(FEATURE)
    feature = read_features(file)[0]
    with (
        pytest.raises(
            ConfigError, match=r"failed at .*features\.py:11: ZeroDivisionError"
        ) as caught,
        user_code("the feature 'broken'"),
    ):
        feature.extend(None, [], [])  # type: ignore[arg-type]
    assert isinstance(caught.value.__cause__, ZeroDivisionError)

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.common.errors import ConfigError
from dragoman.common.user_code import user_code
from dragoman.model.requests.feature_file import read_features
from support.model.handful import make_model

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


WRITTEN = """
from dragoman.search import EdgeFeature, RuleFeature, SearchFeature

class Mine({base}):
    name = "mine"
    {rest}
    def {head}:
        return {answer}
"""


@pytest.mark.parametrize(
    ("base", "head", "answer", "told"),
    [
        ("SearchFeature", "extend(self, sentence)", "0", "'mine' failed at FILE:7: TypeError"),
        ("EdgeFeature", "apply(self, sentence)", "0", "'mine' failed at FILE:7: TypeError"),
        ("RuleFeature", "values(self)", "0", "'mine' failed at FILE:7: TypeError"),
        ("SearchFeature", "extend(self, *asked)", "0", "'mine' failed at FILE:7: TypeError"),
        ("SearchFeature", "extend(self, a, b, c)", "[0.0] * len(b), 5", "failed at FILE:7: Type"),
        ("SearchFeature", "extend(self, a, b, c)", "[0.0], b", "'mine' (FILE:7) was asked for"),
        ("SearchFeature", "extend(self, a, b, c)", "['x'] * len(b), b", "(FILE:7) gave values"),
        (
            "SearchFeature",
            "extend(self, a, b, c)",
            "[0.0] * len(b), [[] for _ in b]",
            "the feature 'mine' (FILE:7) gave a state that cannot be hashed: []",
        ),
    ],
)
def test_a_feature_that_was_written_wrongly_is_shown(
    base: str, head: str, answer: str, told: str, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(WRITTEN.format(base=base, head=head, answer=answer, rest=""))
    model = make_model()
    model.features = read_features(file)
    model.weights["mine"] = 0.5
    with pytest.raises(ConfigError) as caught:
        model.translate("das haus ist klein")
    assert told.replace("FILE", str(file)) in str(caught.value)


@pytest.mark.parametrize(
    ("rest", "head", "told"),
    [
        ("def __init__(self, x): ...", "extend(self, a, b, c)", "FILE:6: TypeError: "),
        ("", "extnd(self, a, b, c)", "FILE: the feature Mine has no method 'extend'"),
    ],
)
def test_a_feature_that_cannot_be_made_is_shown(
    rest: str, head: str, told: str, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(WRITTEN.format(base="SearchFeature", head=head, answer="0", rest=rest))
    with pytest.raises(ConfigError) as caught:
        read_features(file)
    assert told.replace("FILE", str(file)) in str(caught.value)


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

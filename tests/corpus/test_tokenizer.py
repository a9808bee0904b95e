from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError
from dragoman.corpus.conllu import read_conllu
from dragoman.corpus.detokenizer import Detokenizer
from dragoman.corpus.language import language, languages
from dragoman.corpus.tokenizer import Tokenizer

CASES = [
    ("en", "Don't panic, he can't.", "Do n't panic , he ca n't ."),
    ("en", "It's Mr. Smith's 1,000.50 (net).", "It 's Mr. Smith 's 1,000.50 ( net ) ."),
    ("en", "He lives in the U.S. and works.", "He lives in the U.S. and works ."),
    ("en", "No. 7 is No. Yes.", "No. 7 is No . Yes ."),
    ("en", "So did I. Then she left.", "So did I . Then she left ."),
    ("en", "The members' rights: 'no' votes.", "The members ' rights : ' no ' votes ."),
    ("en", "We’ll see O’Neill at 10:30...", "We ’ll see O’Neill at 10:30 ..."),
    ("en", "Write to j.doe@x.org, see http://x.org/a?b=1.", None),
    ("en", "It costs $5 or 20% in the 1990s.", "It costs $ 5 or 20 % in the 1990s ."),
    ("en", 'He said: "Well-known AT&T and/or Article 7(2)."', None),
    ("de", "Am 21. September geht's um 2,1 % bzw. z.B. mehr.", None),
    ("de", "Die „Sechs von Helsinki“ im Ein- und Ausgang.", None),
    (
        "fr",
        "L'homme d'aujourd'hui qu'il a vu ; oui ?",
        "L' homme d' aujourd'hui qu' il a vu ; oui ?",
    ),
    ("fr", "M. Dupont est « là ».", "M. Dupont est « là » ."),
    ("it", "L'arte dell'uomo e un po' di più.", "L' arte dell' uomo e un po' di più ."),
    ("es", "¿Qué dice el Sr. Pérez? ¡Nada!", "¿ Qué dice el Sr. Pérez ? ¡ Nada !"),
    ("pt", "O Sr. Silva chegou.", "O Sr. Silva chegou ."),
    ("nl", "'s Avonds zag ik foto's van dhr. Jansen.", "'s Avonds zag ik foto's van dhr. Jansen ."),
    ("zh", "我们使用 Kubernetes 的集群。", "我 们 使 用 Kubernetes 的 集 群 。"),
    ("ja", "これはペンです。", "こ れ は ペ ン で す 。"),
    ("hi", "यह हिन्दी है।", "यह हिन्दी है ।"),
]


@pytest.mark.parametrize(("code", "text", "expected"), CASES)
def test_tokens(code: str, text: str, expected: str | None) -> None:
    tokens = Tokenizer(code)(text)
    assert expected is None or tokens == expected
    assert Tokenizer(code)(tokens).replace(" ", "") == text.replace(" ", "")
    if code != "hi":
        assert Detokenizer(code)(tokens) == text


def test_whole_tokens() -> None:
    tokens = Tokenizer("en").tokens(CASES[7][1])
    assert "j.doe@x.org" in tokens
    assert "http://x.org/a?b=1" in tokens
    assert tokens[-1] == "."
    tokens = Tokenizer("de").tokens(CASES[10][1])
    assert {"21.", "bzw.", "z.B.", "2,1", "%"} <= set(tokens)


@given(st.text(max_size=40), st.sampled_from([*languages(), "xx"]))
def test_nothing_is_lost_or_added(text: str, code: str) -> None:
    tokens = Tokenizer(code)(text)
    assert tokens.replace(" ", "") == "".join(text.split())
    assert "\n" not in tokens
    assert tokens.split() == (tokens.split(" ") if tokens else [])
    assert Detokenizer(code)(tokens).replace(" ", "") == "".join(text.split())


@given(st.text("ab.'’,\"-( )1I é", max_size=20), st.sampled_from([*languages(), "xx"]))
def test_memory_does_not_change_the_result(text: str, code: str) -> None:
    tokenizer = Tokenizer(code)
    first = tokenizer(text)
    assert tokenizer(text) == first == Tokenizer(code)(text)


def test_unknown_languages() -> None:
    assert language("pt-BR").code == "pt"
    assert language("fi").apostrophe == "word"
    with pytest.raises(ConfigError, match="not a language code"):
        language("../en")


@pytest.mark.parametrize(
    ("file", "code", "rate"),
    [
        ("de-en/raw/test.de", "de", 0.99),
        ("de-en/raw/test.en", "en", 0.985),
        ("en-es/raw/dev.es", "es", 0.97),
    ],
)
def test_round_trip_of_real_text(shared_data: Path, file: str, code: str, rate: float) -> None:
    lines = (shared_data / "europarl" / file).read_text(encoding="utf-8").splitlines()
    tokenizer, detokenizer = Tokenizer(code), Detokenizer(code)
    same = sum(detokenizer(tokenizer(line)) == " ".join(line.split()) for line in lines)
    assert same / len(lines) > rate


@pytest.mark.parametrize(("code", "rate"), [("en", 0.98), ("de", 0.98), ("es", 0.98), ("fr", 0.94)])
def test_round_trip_of_news(shared_data: Path, code: str, rate: float) -> None:
    trees = list(read_conllu(shared_data / f"treebanks/{code}_pud-ud-test.conllu.xz"))
    texts = [" ".join(tree.comment("text").split()) for tree in trees]
    tokenizer, detokenizer = Tokenizer(code), Detokenizer(code)
    assert sum(detokenizer(tokenizer(text)) == text for text in texts) / len(texts) > rate

"""Where sentences end, in cases that can be read both ways."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.corpus.language import languages
from dragoman.corpus.sentences import SentenceSplitter

CASES = [
    ("en", "Dr. Smith left.|He was late."),
    ("en", "We met at 5 p.m. yesterday.|It rained."),
    ("en", "It began at 5 p.m.|The others were late."),
    ("en", "J. A. Smith and R. Jones agree."),
    ("en", "This is plan B.|The other one failed."),
    ("en", "Nobody knows what I am.|I know who I."),
    ("en", "Apples, pears, etc. Smith likes them all."),
    ("en", "Apples, pears, etc.|They are ripe."),
    ("en", "See No. 7 in Fig. 3.|The answer is no.|Why?"),
    ("en", "1. Introduction and aims"),
    ("en", "It was in 1999.|Nine years later it ended."),
    ("en", "He left (it was late. He was tired.) and slept.|She stayed."),
    ("en", "(He left.|She stayed.)"),
    ("en", "“Stop!” he cried.|“Why?” she asked."),
    ("en", "She said: “I am here.”|Then she left."),
    ("en", "Yahoo! is a company.|Is it?|Yes!"),
    ("en", "Well... maybe.|Wait...|Then what?"),
    ("en", "Version 2.0.1 costs $3.50 at example.com.|It is."),
    ("en", "The U.S. Senate met.|He lives in the U.S.|The rest moved."),
    ("de", "Am 3. Mai kam er an.|Am 4. fuhr er ab."),
    ("de", "Er wurde 21.|Dann zog er aus."),
    ("de", "Das war 2002.|Danach kam nichts mehr."),
    ("de", "Es gibt z. B. Häuser, Bäume usw. Bäume sind grün."),
    ("de", "Es gibt Häuser, Bäume usw.|Die Bäume sind grün."),
    ("de", "„Das ist gut.“|Er ging.|»Warum?«, fragte sie."),
    ("de", "Der Hr. Dr. Meier aus St. Gallen kam.|Er blieb."),
    ("fr", "M. Dupont est là.|L’homme part.|M. Le Goff reste."),
    ("fr", "« Quoi ? » dit-il.|Il part !|Bien."),
    ("fr", "Des pommes, des poires, etc.|L'homme les mange."),
    ("es", "El Sr. García vino.|¿Por qué?|¡Qué bien!|Se fue."),
    ("it", "Il Sig. Rossi parte.|Mele, pere, ecc.|Sono buone."),
    ("nl", "Dhr. De Vries komt.|Hij blijft."),
    ("pt", "O Sr. Silva veio.|Ele ficou."),
    ("zh", "他走了。|“你好！”|她说。|真的吗？！|好的……"),
    ("zh", "他说：“我来了。”|然后就走了（很晚。很黑。）。|完了"),
    ("ja", "「行こう。」と彼は言った。|彼女は笑った！|はい。"),
    ("xx", "Foo bar.|Baz qux?|Last"),
    ("hi", "यह एक घर है। वह बड़ा है।".replace("। ", "।|")),
    ("ar", "هل أنت هنا؟|نعم."),
]


@pytest.mark.parametrize(("code", "marked"), CASES)
def test_cases(code: str, marked: str) -> None:
    sentences = marked.split("|")
    glue = "" if code in ("zh", "ja") else " "
    assert SentenceSplitter(code)(glue.join(sentences)) == sentences


@given(st.sampled_from([*languages(), "xx"]), st.text("aZ19 .!?…\"')(“”「」。！\n,Mr", max_size=60))
def test_nothing_but_white_space_is_outside_of_sentences(code: str, text: str) -> None:
    end = 0
    for begin, stop in SentenceSplitter(code).spans(text):
        assert end <= begin < stop
        assert text[end:begin].strip() == ""
        assert text[begin:stop] == text[begin:stop].strip()
        end = stop
    assert text[end:].strip() == ""


@pytest.mark.parametrize(
    "unit", ["a. ", "A. ", "(", "(a. B", ")", '."', "。「", "...", "1. A ", "x"]
)
def test_hostile_text_ends(unit: str) -> None:
    text = unit * (50_000 // len(unit))
    assert SentenceSplitter("en").spans(text)[-1][1] == len(text.rstrip())


def test_lines_of_real_text_are_found_again(shared_data: Path) -> None:
    """Europarl's lines, run together: most line ends are found, and little else (some lines hold two sentences)."""
    for name, code in [
        ("de-en/raw/dev.de", "de"),
        ("de-en/raw/dev.en", "en"),
        ("en-fr/raw/dev.fr", "fr"),
    ]:
        lines = (shared_data / "europarl" / name).read_text(encoding="utf-8").split("\n")[:2000]
        lines = [line.strip() for line in lines if line.strip()]
        gold, place = set(), -1
        for line in lines:
            place += len(line) + 1
            gold.add(place)
        found = {end for _, end in SentenceSplitter(code).spans(" ".join(lines))}
        assert len(found & gold) > 0.96 * len(gold)
        assert len(found & gold) > 0.9 * len(found)

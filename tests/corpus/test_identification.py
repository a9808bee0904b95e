"""Guesses of language and tokenisation, on sentences written for this test and on real text."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path

import pytest

from dragoman.corpus.identification import (
    identified_languages,
    identify,
    looks_lowercased,
    looks_tokenized,
)
from dragoman.corpus.language import check_language
from dragoman.io.files import read_lines

SAMPLES = {
    "de": "Der Hund ist nicht in dem Haus, und die Katze auch nicht, denn es wird kalt für sie.",
    "en": "The dog is not in the house, and they have been there for a long time with us.",
    "fr": "Le chien est dans la maison et il ne sort pas avec les enfants qui sont sur la place.",
    "es": "El perro no está en la casa, y los niños se van con su madre por la tarde, que es larga.",
    "pt": "O cão não está na casa e as crianças vão com a mãe para uma escola que também é longe.",
    "it": "Il cane non è nella casa e i bambini sono con la madre che va a scuola per il pranzo, più tardi.",
    "nl": "De hond is niet in het huis en de kinderen zijn met een moeder die ook naar school gaat.",
    "sv": "Hunden är inte i huset och barnen är med en mor som också går till skolan för att äta.",
    "da": "Hunden er ikke i huset, og børnene er med en mor, der også går til skolen for at spise, hvor de kan.",
    "pl": "Pies nie jest w domu, a dzieci są z matką, która idzie do szkoły, ale tylko po to, że może.",
    "cs": "Pes není v domě a děti jsou s matkou, která jde do školy, ale také se dívá na řeku, že je velká.",
    "hu": "A kutya nem volt a házban, és a gyerekek az anyával mentek, hogy egy iskola is legyen, ha kell.",
    "fi": "Koira ei ole talossa, ja lapset ovat äidin kanssa, mutta se on hyvä, että hän myös tulee, kun voi.",
    "tr": "Köpek evde değil ve çocuklar anne ile bir okul için gitti, ama bu çok daha iyi gibi, çünkü ne var.",
    "ru": "Собака не в доме, и дети с матерью, но это не так, что он был бы там, как все мы его знали.",
    "uk": "Собака не в домі, і діти з матір'ю, але це не так, що він був там, як ми його знали, та є ще.",
    "bg": "Кучето не е в къщата, а децата са с майката, която ще отиде на училище, за да се види с него.",
    "el": "Ο σκύλος δεν είναι στο σπίτι.",
    "he": "הכלב לא בבית והילדים עם אמא.",
    "ar": "الكلب ليس في البيت، والأطفال مع الأم التي ذهبت إلى المدرسة، وهذا هو ما كان على كل من في البيت.",
    "fa": "سگ در خانه نیست و بچه‌ها با مادر به مدرسه رفتند که این را برای آن می‌خواست و است.",
    "zh": "狗不在家里，孩子们和母亲去学校了。",
    "ja": "犬は家にいません。子供たちは母と学校へ行きました。",
    "ko": "개는 집에 없고 아이들은 어머니와 학교에 갔습니다.",
    "th": "สุนัขไม่อยู่ในบ้าน",
    "hi": "कुत्ता घर में नहीं है और बच्चे माँ के साथ स्कूल के लिए गए हैं, यह भी एक बात है कि वह है।",
}
DATA = Path(os.environ.get("DRAGOMAN_DATA", "/nowhere"))


@pytest.mark.parametrize("code", SAMPLES)
def test_a_language_is_told_from_two_sentences(code: str) -> None:
    assert identify([SAMPLES[code]] * 2) == code


def test_too_little_is_not_told() -> None:
    assert identify([]) is identify(["1 2 3"]) is identify(["Lorem ipsum"]) is None


def test_codes_are_languages() -> None:
    found = identified_languages()
    assert len(found) >= 30 and set(SAMPLES) <= set(found)
    for code in found:
        check_language(code)


def test_tokenisation_and_case() -> None:
    raw = ["Yes, we can.", "Is it so? It is; we know: 3.5 of 4."]
    tokens = ["Yes , we can .", "Is it so ? It is ; we know : 3.5 of 4 ."]
    assert looks_tokenized(tokens) and not looks_tokenized(raw)
    assert not looks_tokenized([SAMPLES["zh"], SAMPLES["ja"]])
    assert looks_tokenized(["狗 不 在 家里 ， 孩子 们 和 母亲 去 学校 了 。"])
    assert looks_lowercased([line.lower() for line in raw * 9]) and not looks_lowercased(raw)
    assert not looks_lowercased([SAMPLES["zh"]])


@pytest.mark.skipif(not DATA.is_dir(), reason="DRAGOMAN_DATA names no folder of real text")
def test_real_text() -> None:
    for file in sorted(DATA.glob("bible/dev.*.*.xz")):
        sample = list(islice(read_lines(file), 100))
        assert identify(sample) == file.name.split(".")[1]
        assert not looks_tokenized(sample)
    for file in sorted(DATA.glob("europarl/*/dev.??")):
        sample = list(islice(read_lines(file), 100))
        assert identify(sample) == file.name.split(".")[1] and looks_tokenized(sample)

"""Documents, glossaries of requests, and the description of the API."""

from __future__ import annotations

import tempfile
from errno import ENOSPC

import pytest

from dragoman.common.deadline import DeadlineError, check_time
from dragoman.serve import service
from dragoman.serve.slots import Places
from dragoman.serve.systems import Systems
from support.documents.handful import archive
from support.serve.running import Client, running

PAIR = {"source": "de", "target": "en"}


def test_a_large_file_needs_no_disk(systems: Systems, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    data = b"<p>das haus</p><!--" + b"-" * (2 << 20) + b"-->"
    with running(systems) as client:
        answer = client.upload("/translate_file", "a.html", data, **PAIR)
        assert answer.status == 200
        place = answer.json["translatedFileUrl"].removeprefix(client.address)
        assert client.get(place).body == data.replace(b"das haus", b"the house")


def test_reading_a_document_has_an_end(systems: Systems, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object) -> None:
        while True:
            check_time()

    monkeypatch.setattr(service, "open_document", endless)
    with running(systems, seconds=0.1, threads=1) as client:
        for _ in range(2):  # the first one has left its place
            answer = client.upload("/translate_file", "a.txt", b"das haus", **PAIR)
            assert (answer.status, answer.json["error"]) == (503, "the translation takes too long")


def test_a_place_is_waited_for_and_given_back() -> None:
    places = Places(1)
    with places.place(0.0), pytest.raises(DeadlineError), places.place(0.0):
        pass
    with pytest.raises(KeyError), places.place(0.0):
        raise KeyError
    with places.place(0.0):
        pass


def test_the_text_of_a_document_is_bounded_as_it_is_unpacked(systems: Systems) -> None:
    body = "<w:p><w:r><w:t>das haus</w:t></w:r></w:p>" * 3000
    uri = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    data = archive(f'<w:document xmlns:w="{uri}">{body}</w:document>')
    assert len(data) < 4000
    with running(systems, max_document=100_000, max_characters=50) as client:
        answer = client.upload("/translate_file", "a.docx", data, **PAIR)
        assert (answer.status, "larger than 100000" in answer.json["error"]) == (400, True)
        answer = client.upload("/translate_file", "a.txt", b"das haus " * 6, **PAIR)
        assert answer.json == {"error": "a sentence has more than 50 characters"}
        assert client.upload("/translate_file", "a.txt", b"das haus.\n" * 9, **PAIR).status == 200


def test_a_document_is_told_with_the_words_that_it_repeats(client: Client) -> None:
    text = "das haus ist klein\n\ndas haus\n"
    answer = client.post("/api/document", {"q": text, **PAIR})
    assert answer.status == 200
    found = answer.json
    assert found["translatedText"] == "the house is small\n\nthe house\n"
    assert [one["text"] for one in found["sentences"]] == ["the house is small", "the house"]
    assert found["passes"] == 1
    terms = {one["source"]: one for one in found["terms"]}
    assert terms["haus"]["translations"] == [{"text": "house", "count": 2}]
    assert terms["haus"]["consistent"] is True
    assert [use["sentence"] for use in terms["haus"]["uses"]] == [0, 1]
    for use in terms["haus"]["uses"]:
        sentence = found["sentences"][use["sentence"]]
        assert sentence["source_tokens"][use["place"]] == "haus"
        assert [sentence["target_tokens"][place] for place in use["target_places"]] == ["house"]
    page = client.post("/api/document", {"q": "<p>das <b>haus</b>", **PAIR, "format": "html"})
    assert page.json["translatedText"] == "<p>the <b>house</b>"
    assert client.post("/api/document", {"q": "", **PAIR}).json["terms"] == []


@pytest.mark.parametrize("path", ["/translate", "/api/document", "/api/complete"])
def test_a_glossary_holds_for_one_request(client: Client, path: str) -> None:
    asked = {"q": "das haus ist klein", **PAIR, "prefix": ""}
    name = "completion" if path == "/api/complete" else "translatedText"
    plain = client.post(path, asked).json[name]
    terms = {"glossary": [["haus", "<b>cottage</b>"]]}
    assert client.post(path, {**asked, **terms}).json[name] == plain.replace(
        "house", "<b>cottage</b>"
    )
    assert client.post(path, asked).json[name] == plain


@pytest.mark.parametrize(
    "bad",
    [
        {"glossary": [["haus"]]},
        {"glossary": "haus"},
        {"glossary": [["haus", "x"]] * 101},
        {"glossary": [["haus", "x" * 1001]]},
        {"format": "pdf"},
        {"q": 7},
        {"q": "x" * 3000},
        {"target": "xx"},
    ],
)
def test_bad_requests_get_a_sentence(client: Client, bad: dict[str, object]) -> None:
    answer = client.post("/api/document", {"q": "das haus", **PAIR, **bad})
    assert answer.status == 400
    assert answer.json["error"]

"""The API as a client sees it, through a real server."""

from __future__ import annotations

import json
import re

import pytest

from dragoman.documents import SUFFIXES
from dragoman.grammar import RuleTable
from dragoman.serve.systems import System, Systems
from support.documents.handful import archive, german_model, part
from support.model.handful import make_model, rule
from support.serve.running import Client, running

PAIR = {"source": "de", "target": "en"}
SENTENCE = "das haus ist klein"


def test_a_text_is_translated(client: Client) -> None:
    answer = client.post("/translate", {"q": SENTENCE, **PAIR})
    assert (answer.status, answer.json) == (200, {"translatedText": "the house is small"})
    assert client.form("/translate", q=SENTENCE, **PAIR).json == answer.json
    kind = {"Content-Type": "multipart/form-data; boundary=X"}
    fields = {"q": SENTENCE, **PAIR}
    body = "".join(
        f'--X\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
    )
    assert client.send("POST", "/translate", f"{body}--X--\r\n".encode(), kind).json == answer.json


def test_a_form_has_what_is_no_text_as_json(client: Client) -> None:
    asked = {"q": SENTENCE, **PAIR}
    glossary = '[["haus", "cottage"]]'
    found = client.form("/translate", glossary=glossary, **asked).json
    assert found == {"translatedText": "the cottage is small"}
    edits = '{"terms": [["klein", "little"]]}'
    explained = client.form("/api/explain", edits=edits, cells="[0]", **asked).json
    assert explained["sentences"][0]["target"] == ["the", "house", "is", "little"]
    assert [one["sentence"] for one in explained["cells"]] == [0]
    answer = client.form("/translate", glossary="haus=cottage", **asked)
    assert (answer.status, answer.json) == (400, {"error": "expected glossary as JSON"})


def test_a_form_that_is_not_utf8_is_refused(client: Client) -> None:
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    for text in (b"h%e4user", b"h\xe4user"):
        answer = client.send("POST", "/translate", b"source=de&target=en&q=" + text, kind)
        assert answer.status == 400
        assert "UTF-8" in answer.json["error"]


def test_texts_of_an_array_keep_their_order(client: Client) -> None:
    texts = ["das haus", "", "ist", "  klein\n\ndas "]
    answer = client.post("/translate", {"q": texts, **PAIR})
    assert answer.json == {"translatedText": ["the house", "", "is", "  small\n\nthe "]}


def test_alternatives_are_the_n_best_list(client: Client, systems: Systems) -> None:
    wanted = [one.text for one in systems.all[0].model.translate(SENTENCE, nbest=4).nbest]
    answer = client.post("/translate", {"q": SENTENCE, **PAIR, "alternatives": 3}).json
    assert [answer["translatedText"], *answer["alternatives"]] == wanted
    many = client.post("/translate", {"q": [SENTENCE, "ist"], **PAIR, "alternatives": 3}).json
    assert many["alternatives"] == [answer["alternatives"], []]


def test_markup_stays_with_its_words(client: Client) -> None:
    page = '<p>das <b onclick="x()">haus</b> ist<script>alert(1)</script>'
    found = client.post("/translate", {"q": page, **PAIR, "format": "html"}).json["translatedText"]
    assert found == '<p>the <b onclick="x()">house</b> is<script>alert(1)</script>'


def test_languages_are_detected_by_the_words_that_models_know() -> None:
    other = make_model()
    other.rules = RuleTable.build([rule("la", "the", 0.9), rule("maison", "house", 0.9)])
    systems = Systems(
        [System("german", make_model(), "de", "en"), System("french", other, "fr", "en")]
    )
    with running(systems) as client:
        found = client.form("/detect", q="la maison").json
        assert found == [
            {"language": "fr", "confidence": 100.0},
            {"language": "de", "confidence": 0.0},
        ]
        ask = {"q": ["das haus", "la maison"], "source": "auto", "target": "en"}
        answer = client.post("/translate", ask).json
        assert answer["translatedText"] == ["the house", "the house"]
        assert [one["language"] for one in answer["detectedLanguage"]] == ["de", "fr"]
        single = client.post("/translate", {**ask, "q": "la maison"}).json
        assert single["detectedLanguage"] == {"language": "fr", "confidence": 100.0}
        named = client.post("/translate", {"q": "x", **PAIR, "model": "german"})
        assert named.status == 200
        wrong = client.post("/translate", {"q": "x", **PAIR, "model": "french"})
        assert (wrong.status, wrong.json) == (400, {"error": "de is not supported"})


def test_languages_and_settings(client: Client) -> None:
    assert client.get("/languages").json == [
        {"code": "de", "name": "German", "targets": ["en"]},
        {"code": "en", "name": "English", "targets": []},
    ]
    settings = client.get("/frontend/settings").json
    assert settings["charLimit"] == 2000
    assert settings["keyRequired"] is False
    assert settings["language"]["source"] == {"code": "de", "name": "German"}
    assert client.get("/health").json == {"status": "ok"}


def test_an_explanation_is_the_translation_as_data(client: Client, systems: Systems) -> None:
    asked = {"q": f"{SENTENCE}\n\ndas haus", **PAIR, "nbest": 3, "svg": True}
    answer = client.post("/api/explain", asked).json
    model = systems.all[0].model
    wanted = [model.translate(text, nbest=3) for text in (SENTENCE, "das haus")]
    assert answer["sentences"] == json.loads(json.dumps([one.as_dict() for one in wanted]))
    assert answer["svg"] == [one.as_svg() for one in wanted]
    assert answer["model"] == "small"


@pytest.mark.parametrize("suffix", [".txt", ".html", ".docx"])
def test_a_document_is_sent_and_fetched(suffix: str) -> None:
    data = {
        ".txt": b"Das Haus ist klein.",
        ".html": b"<p>das <b>haus</b>",
        ".docx": archive(
            '<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>das haus</w:t></w:r></w:p>'
            "</w:body></w:document>"
        ),
    }[suffix]
    with running(Systems([System("small", german_model(), "de", "en")])) as client:
        answer = client.upload("/translate_file", f"../../etc/x{suffix}", data, **PAIR)
        assert answer.status == 200
        address = answer.json["translatedFileUrl"]
        assert re.fullmatch(rf"{client.address}/download_file/[0-9a-f]{{40}}\{suffix}", address)
        fetched = client.get(address.removeprefix(client.address))
        assert fetched.headers["content-disposition"].startswith("attachment")
        assert fetched.headers["content-type"] == "application/octet-stream"
        expected = german_model().translate_document(data, name=f"x{suffix}").data
        if suffix == ".docx":
            assert part(fetched.body) == part(expected)
            assert "the house" in part(fetched.body)
        else:
            assert fetched.body == expected


def test_no_path_leads_to_a_file(client: Client) -> None:
    for name in ("../../../../etc/passwd", "..%2f..%2fetc%2fpasswd", "%00", "x.html", "."):
        assert client.get(f"/download_file/{name}").status == 404


WRONG = [
    ({**PAIR}, "Invalid request: Object missing required field `q`"),
    ({"q": 7, **PAIR}, "Invalid request: "),
    ({"q": "x", "source": "xx", "target": "en"}, "xx is not supported"),
    ({"q": "x", "source": "de", "target": "fr"}, "fr is not available as a target language"),
    ({"q": "x", "source": "auto", "target": "fr"}, "fr is not available as a target language"),
    ({"q": "x", **PAIR, "format": "docx"}, "expected one of text, html, markdown as the format"),
    ({"q": "x", **PAIR, "alternatives": -1}, "expected 0 to 20 alternatives"),
    ({"q": "x", **PAIR, "alternatives": 10**9}, "expected 0 to 20 alternatives"),
    ({"q": "x" * 2001, **PAIR}, "the texts have more than 2000 characters"),
    ({"q": ["x"] * 21, **PAIR}, "a request has at most 20 texts"),
    ({"q": "x", **PAIR, "model": "<b>"}, "there is no model of this name"),
    ([1], "Invalid request: "),
]


@pytest.mark.parametrize(("asked", "message"), WRONG)
def test_what_is_wrong_is_said_in_a_sentence(client: Client, asked: object, message: str) -> None:
    answer = client.post("/translate", asked)
    assert answer.status == 400
    assert answer.json["error"].startswith(message)


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff", b'{"q": "\\ud800", "source": "de", "target": "en"}', b"[" * 50000]
)
def test_bad_bodies_are_refused(client: Client, body: bytes) -> None:
    answer = client.send("POST", "/translate", body, {"Content-Type": "application/json"})
    assert answer.status == 400
    assert "error" in answer.json


def test_bad_files_are_refused(client: Client) -> None:
    for name, data in (("x.exe", b"MZ"), ("x.docx", b"PK\x03\x04rubbish"), ("x.txt", b"%PDF-1.7")):
        answer = client.upload("/translate_file", name, data, **PAIR)
        assert answer.status == 400, name
        assert "error" in answer.json
    kind = {"Content-Type": "multipart/form-data; boundary=X"}
    for body in (b"", b"rubbish", b"--X\r\n\r\n", b"--X--\r\n"):
        assert client.send("POST", "/translate_file", body, kind).status == 400
    assert client.post("/translate_file", PAIR).status == 400


def test_unknown_pages_and_methods(client: Client) -> None:
    assert client.get("/nothing").json == {"error": "there is no such page"}
    assert client.get("/detect").json == {"error": "expected a request by POST"}
    assert (client.get("/nothing").status, client.get("/detect").status) == (404, 405)


def test_a_client_of_libretranslate_works_unchanged(client: Client) -> None:
    libretranslatepy = pytest.importorskip("libretranslatepy", reason="it is not installed")
    api = libretranslatepy.LibreTranslateAPI(client.address)
    assert api.translate(SENTENCE, "de", "en") == "the house is small"
    assert api.detect("das haus") == [{"confidence": 100.0, "language": "de"}]
    assert api.languages()[0]["code"] == "de"


def test_lines_that_were_broken_for_a_width_are_one_sentence_everywhere(client: Client) -> None:
    line = "das haus ist klein das haus ist klein das haus"
    asked = {"q": f"{line}\nist klein das haus\n\ndas haus\n", "source": "de", "target": "en"}
    explained = client.post("/api/explain", asked).json
    assert [" ".join(one["source"]) for one in explained["sentences"]] == [
        f"{line} ist klein das haus",
        "das haus",
    ]
    document = client.post("/api/document", asked).json
    assert [one["text"].split() for one in document["sentences"]] == [
        one["text"].split() for one in explained["sentences"]
    ]


def test_metrics_count_requests_and_sentences(systems: Systems) -> None:
    with running(systems) as client:
        client.post("/translate", {"q": ["das", "haus"], **PAIR})
        client.get("/<script>")
        shown = client.get("/metrics").body.decode()
    assert 'dragoman_requests_total{route="/translate",status="200"} 1\n' in shown
    assert 'dragoman_requests_total{route="other",status="404"} 1\n' in shown
    assert "dragoman_sentences_total 2\n" in shown
    assert 'dragoman_request_seconds_bucket{route="/translate",le="+Inf"} 1\n' in shown
    assert "script" not in shown


def test_every_suffix_of_documents_is_offered(client: Client) -> None:
    assert client.get("/frontend/settings").json["supportedFilesFormat"] == list(SUFFIXES)

"""Clients that were written for other servers: OmegaT's and Weblate's for Apertium, and those of Moses' XML-RPC."""

from __future__ import annotations

import re
import xmlrpc.client
from pathlib import Path
from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.serve.errors import RequestError
from dragoman.serve.systems import System, Systems
from dragoman.serve.xml_rpc import read_call, write_answer, write_fault
from support.examples import examples
from support.model.handful import make_model
from support.serve.running import Answer, Client, running

XML = {"Content-Type": "text/xml; charset=utf-8"}


@pytest.fixture
def expected(client: Client) -> str:
    asked = {"q": "das haus & <b>", "source": "de", "target": "en"}
    text = client.post("/translate", asked).json["translatedText"]
    assert "house" in text
    return str(text)


def test_omegat_asks_in_the_address(client: Client, expected: str) -> None:
    """As OmegaT's connector writes it: a bar that is not escaped, parameters that we do not know."""
    text = urlencode({"q": "das haus & <b>"})
    answer = client.get(f"/translate?{text}&markUnknown=no&langpair=de|en&key=abc")
    assert answer.status == 200
    assert answer.json["responseData"]["translatedText"] == expected
    assert answer.json["responseStatus"] == 200


@pytest.mark.parametrize("pair", ["de_DE|en_US", "de|en_GB", "deu|eng", "DE-at|en"])
def test_languages_may_have_countries(client: Client, expected: str, pair: str) -> None:
    """OmegaT writes them for projects whose languages have one, others write three letters."""
    answer = client.get(f"/translate?{urlencode({'q': 'das haus & <b>', 'langpair': pair})}")
    assert answer.json["responseData"]["translatedText"] == expected


def test_weblate_lists_the_pairs_and_asks(client: Client, expected: str) -> None:
    listed = client.get("/listPairs").json
    assert listed["responseStatus"] == 200
    pairs = [(one["sourceLanguage"], one["targetLanguage"]) for one in listed["responseData"]]
    assert pairs == [("de", "en")]
    asked = {"langpair": "|".join(pairs[0]), "q": "das haus & <b>", "markUnknown": "no"}
    answer = client.get(f"/translate?{urlencode(asked)}")
    assert answer.json["responseData"]["translatedText"] == expected


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("langpair=de|en", "q"),
        ("q=haus", "langpair"),
        ("q=haus&langpair=de-en", "expected langpair as two languages"),
        ("q=haus&langpair=de|", "expected langpair as two languages"),
        ("q=haus&langpair=xx|en", "xx is not supported"),
        ("q=%ff&langpair=de|en", "in UTF-8"),
    ],
)
def test_a_wrong_address_is_told(client: Client, asked: str, said: str) -> None:
    answer = client.get(f"/translate?{asked}")
    assert answer.status == 400
    assert said in answer.json["error"]


def test_a_key_stands_in_the_address(systems: Systems, tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    keys.write_text("secret\n", encoding="utf-8")
    with running(systems, api_keys=str(keys)) as client:
        asked = "/translate?q=haus&langpair=de|en&key="
        assert client.get(asked + "wrong").status == 403
        assert client.get(asked + "secret").status == 200
        moses = xmlrpc.client.ServerProxy(f"{client.address}/RPC2")
        with pytest.raises(xmlrpc.client.Fault) as fault:
            moses.translate({"text": "haus"})
        assert fault.value.faultCode == 403
        assert moses.translate({"text": "haus", "api_key": "secret"})


def test_a_client_of_moses(client: Client, expected: str) -> None:
    moses = xmlrpc.client.ServerProxy(f"{client.address}/RPC2")
    asked = {"text": "das haus & <b>", "align": "false", "report-all-factors": "false"}
    assert moses.translate(asked) == {"text": expected}
    assert moses.translate({**asked, "source": "de", "target": "en"}) == {"text": expected}
    for wrong, said in (
        ({"align": "true", "text": "haus"}, "'align' is not answered here"),
        ({"text": 3}, "Expected `str`"),
        ({"text": "haus", "source": "xx"}, "xx is not supported"),
        ({"text": "haus " * 2000}, "characters"),
    ):
        with pytest.raises(xmlrpc.client.Fault, match=re.escape(said)):
            moses.translate(wrong)
    with pytest.raises(xmlrpc.client.Fault, match="one method, translate"):
        moses.updater({"text": "haus"})
    with pytest.raises(xmlrpc.client.Fault, match="one struct"):
        moses.translate("haus")


def test_the_first_model_answers_that_the_call_can_mean() -> None:
    models = {"a": ("de", "en"), "b": ("fr", "de"), "c": ("de", "fr")}
    model = make_model()
    systems = Systems([System(name, model, *pair) for name, pair in models.items()])
    assert systems.pair_for("", "") == ("de", "en")
    for name, pair in models.items():
        assert systems.pair_for("", "", name) == pair
    assert systems.pair_for("fr", "") == ("fr", "de")
    assert systems.pair_for("", "fr") == ("de", "fr")
    assert systems.pair_for("auto", "fr") == ("auto", "fr")
    assert systems.pair_for("", "xx", "b") == ("de", "xx")
    with running(systems) as client:
        moses = xmlrpc.client.ServerProxy(f"{client.address}/RPC2")
        for asked in ({"model": "b"}, {"source": "fr"}, {"target": "fr"}):
            assert moses.translate({"text": "haus", **asked}) == {"text": "house"}
        with pytest.raises(xmlrpc.client.Fault, match="xx is not available"):
            moses.translate({"text": "haus", "target": "xx"})


def test_the_head_of_a_translation(client: Client) -> None:
    assert client.send("HEAD", "/translate?q=haus&langpair=de|en", b"", {}).status == 200


def _call(client: Client, body: bytes, **headers: str) -> Answer:
    return client.send("POST", "/RPC2", body, {**XML, **headers})


def test_no_other_page_and_no_entities(client: Client) -> None:
    body = xmlrpc.client.dumps(({"text": "haus"},), "translate").encode()
    assert _call(client, body).status == 200
    assert _call(client, body, Origin="https://evil.example").status == 403
    assert _call(client, body, **{"Content-Type": "text/plain"}).status == 400
    bomb = b'<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]>' + body.partition(b"?>")[2]
    assert b"without a document type" in _call(client, bomb).body
    assert b"without a document type" in _call(client, bomb.decode().encode("utf-16")).body


@pytest.mark.parametrize("encoding", ["bogus", "utf-7", "big5", "rot13"])
def test_encodings_that_are_not_read_are_refused(client: Client, encoding: str) -> None:
    body = xmlrpc.client.dumps(({"text": "haus"},), "translate", encoding=encoding)
    assert _call(client, body.encode()).status == 200  # a fault
    with pytest.raises(RequestError, match="expected a call"):
        read_call(body.encode())


def test_a_flag_that_is_deeply_nested_is_one_that_is_set(client: Client) -> None:
    deep = "<array><data><value>" * 2000 + "</value></data></array>" * 2000
    member = f"<member><name>align</name><value>{deep}</value></member></struct>"
    body = xmlrpc.client.dumps(({"text": "haus"},), "translate").replace("</struct>", member)
    answer = _call(client, body.encode())
    assert answer.status == 200 and b"'align' is not answered here" in answer.body


VALUES = ("int", "i1", "i8", "boolean", "double", "float", "bigdecimal", "dateTime.iso8601")
TYPES = (*VALUES, "base64", "nil", "biginteger", "string", "struct", "array", "nothing")


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize(
    "text", ["abc", "", "-", "1e999999999", "9" * 5000, "\U0001f600", "<int/>"]
)
def test_values_of_every_type_are_read_or_refused(client: Client, kind: str, text: str) -> None:
    member = f"<member><name>text</name><value><{kind}>{text}</{kind}></value></member></struct>"
    call = xmlrpc.client.dumps(({},), "translate").replace("</struct>", member)
    answer = _call(client, call.encode())
    assert answer.status == 200
    try:
        xmlrpc.client.loads(answer.body)
    except xmlrpc.client.Fault as fault:
        assert fault.faultCode == 400


@settings(max_examples=examples(300))
@given(st.data())
def test_what_is_no_call_is_refused(data: st.DataObject) -> None:
    """A damaged call is a call, or refused in one sentence; nothing else comes out."""
    body = bytearray(
        xmlrpc.client.dumps(({"text": "ä", "n": 3, "a": [1.5, True]},), "translate").encode()
    )
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(body) - 1))
        body[place : place + data.draw(st.integers(0, 9))] = data.draw(st.binary(max_size=3))
    try:
        method, found = read_call(bytes(body))
    except RequestError as error:
        assert error.status == 400
    else:
        assert isinstance(method, str) and isinstance(found, dict)


def test_answers_are_read_by_the_standard_library() -> None:
    value = {"text": "<&> ä"}
    assert xmlrpc.client.loads(write_answer(value)) == ((value,), None)
    with pytest.raises(xmlrpc.client.Fault, match="why"):
        xmlrpc.client.loads(write_fault(3, "why"))


def test_ends_of_lines_stay_as_they_were_sent(client: Client) -> None:
    value = {"text": "a\r\nb\rc\nd"}
    assert xmlrpc.client.loads(write_answer(value)) == ((value,), None)
    body = xmlrpc.client.dumps(({"text": "haus\r\nhaus"},), "translate")
    answer = _call(client, body.replace("\r", "&#13;").encode())
    (found,), _ = xmlrpc.client.loads(answer.body)
    assert isinstance(found, dict) and "\r\n" in found["text"]


def test_the_page_of_the_api_loads_nothing_from_elsewhere(client: Client) -> None:
    page = client.get("/docs")
    assert page.headers["content-type"].startswith("text/html")
    text = page.body.decode()
    for path in client.get("/openapi.json").json["paths"]:
        assert f" {path}</code>" in text
    assert "<b>langpair</b>" in text and "<b>q</b>" in text
    assert "://" not in text and "<script" not in text

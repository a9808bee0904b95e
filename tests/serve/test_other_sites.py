"""No web site can use the server through the browser of its user: what may change something asks who sent it."""

from __future__ import annotations

import http.server
import re
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlencode

import pytest

from dragoman.judge.campaign import Campaign
from dragoman.judge.judgement import Material, SelectionOptions
from dragoman.model import Model
from dragoman.model.store.additions import read_added
from dragoman.serve.api_keys import ApiKeys
from dragoman.serve.app import all_routes
from dragoman.serve.endpoints import Endpoints
from dragoman.serve.guard import FOR_ANY_SITE
from dragoman.serve.options import ServeOptions
from dragoman.serve.service import Service
from dragoman.serve.systems import System, Systems
from support.model.handful import make_model
from support.serve.learning_model import save_learning_model
from support.serve.running import Answer, Client, running

EVIL = "https://evil.example"
FORM = "application/x-www-form-urlencoded"
ASKED = {"q": "zwerg", "s": "dwarf", "source": "de", "target": "en"}
MATERIAL = Material(("A", "B"), (["one a"], ["two a"]), ["ref a"])
OPTIONS = SelectionOptions(shortest=1)


def changing_routes() -> list[tuple[str, str]]:
    """Every route and method but those that only read; a route that joins the server is among them."""
    material = Path("/nowhere")
    service = Service(
        Systems([System("s", make_model(), "de", "en")]), ServeOptions(reload_seconds=0, threads=1)
    )
    endpoints = Endpoints(service, ApiKeys())
    try:
        campaign: Any = type("Unused", (), {"journal": material, "page": Campaign.page})()
        routes = all_routes(endpoints, campaign)
    finally:
        endpoints.close()
    return [
        (route.path, method)
        for route in routes
        for method in sorted(route.methods or ["POST"])
        if method not in ("GET", "HEAD")
    ]


ROUTES = changing_routes()


@pytest.fixture
def place(tmp_path: Path) -> Path:
    save_learning_model(tmp_path / "model")
    return tmp_path / "model"


@pytest.fixture
def learning(place: Path, tmp_path: Path) -> Iterator[Client]:
    campaign = Campaign(MATERIAL, OPTIONS, tmp_path / "journal")
    with running(Systems.open([str(place)]), campaign, suggestions=True) as client:
        yield client


def learned(place: Path) -> list[str]:
    artifact = Model.open(place).artifact
    assert artifact is not None
    return [one.target for one in read_added(artifact)]


def send(client: Client, path: str, method: str = "POST", **headers: str) -> Answer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    body = b'{"q": "zwerg", "s": "dwarf", "source": "de", "target": "en"}'
    if named.get("Content-Type") == FORM:
        body = urlencode(ASKED).encode()
    return client.send(method, path, body, {"Content-Type": "application/json", **named})


def test_the_routes_that_change_something_are_known() -> None:
    assert {path for path, _ in ROUTES} >= {"/suggest", "/judge/answer", "/translate_file"}
    kept = {"/suggest", "/judge/answer", "/api/undo", "/api/update"}
    assert {path for path, _ in ROUTES} - kept == FOR_ANY_SITE, (
        "does the new route leave something?"
    )


@pytest.mark.parametrize(("path", "method"), ROUTES)
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": EVIL},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": EVIL, "Content_Type": "text/plain"},
        {"Origin": EVIL, "Content_Type": FORM},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site", "Content_Type": FORM},
        {"Origin": EVIL, "Sec_Fetch_Site": "same-origin"},
    ],
)
def test_pages_of_other_sites_are_refused_everywhere(
    learning: Client, place: Path, path: str, method: str, headers: dict[str, str]
) -> None:
    answer = send(learning, path, method, **headers)
    assert answer.status == 403
    assert "error" in answer.json
    assert learned(place) == []


@pytest.mark.parametrize(("path", "method"), ROUTES)
def test_what_a_page_may_send_without_asking_is_no_json(
    learning: Client, place: Path, path: str, method: str
) -> None:
    for kind in ("text/plain", "", "text/plain; application/json", "application/jsonp"):
        answer = send(learning, path, method, Content_Type=kind)
        assert answer.status == 400, kind
    assert learned(place) == []


def test_the_own_page_and_programs_may_teach(learning: Client, place: Path) -> None:
    own = {"Origin": learning.address, "Sec_Fetch_Site": "same-origin"}
    for headers in ({}, own, {"Sec_Fetch_Site": "none"}, {**own, "Content_Type": FORM}):
        assert send(learning, "/suggest", **headers).status == 200
    assert len(learned(place)) == 4


def test_sites_that_were_named_may_use_the_server_and_star_teaches_nothing(place: Path) -> None:
    headers = {"Origin": EVIL, "Sec_Fetch_Site": "cross-site"}
    with running(Systems.open([str(place)]), suggestions=True, origins=["*"]) as client:
        assert send(client, "/translate", **headers).status == 200
        assert send(client, "/suggest", **headers).status == 403
    with running(Systems.open([str(place)]), suggestions=True, origins=[EVIL]) as client:
        assert send(client, "/suggest", **headers).status == 200
        assert send(client, "/translate", Origin="https://other.example").status == 403


class _Lure(http.server.BaseHTTPRequestHandler):
    """A page of another site (another port is another origin, and "localhost" is another site than 127.0.0.1)."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<iframe name=sink></iframe><form id=f target=sink method=post></form>")

    def log_message(self, format: str, *args: object) -> None: ...


@pytest.fixture
def lure() -> Iterator[int]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Lure) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server.server_port
        server.shutdown()


_FETCHES = """async ([address, body, form]) => {
  for (const [kind, text] of [["text/plain", body], ["application/x-www-form-urlencoded", form]])
    await fetch(address, {method: "POST", mode: "no-cors", headers: {"Content-Type": kind}, body: text});
  await fetch(address, {method: "POST", headers: {"Content-Type": "application/json"}, body}).catch(() => 0);
  navigator.sendBeacon(address, body);
  const data = new FormData();
  for (const [name, value] of new URLSearchParams(form)) data.append(name, value);
  await fetch(address, {method: "POST", mode: "no-cors", body: data});
}"""
_FORM = """([address, form, kind]) => {
  const f = document.getElementById("f"); f.action = address; f.enctype = kind;
  f.replaceChildren();
  for (const [name, value] of new URLSearchParams(form)) {
    const field = document.createElement("input"); field.name = name; field.value = value; f.append(field);
  }
  f.submit();
}"""


def refused(client: Client) -> int:
    """How many corrections the server refused."""
    counted = client.get("/metrics").body.decode()
    found = re.search(r'route="/suggest",status="403"} (\d+)', counted)
    return int(found[1]) if found else 0


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_a_page_of_another_origin_teaches_nothing_in_a_browser(
    browser: Any, learning: Client, place: Path, lure: int, name: str
) -> None:
    body = '{"q": "zwerg", "s": "dwarf", "source": "de", "target": "en"}'
    form, address = urlencode(ASKED), f"{learning.address}/suggest"
    page, end = browser.new_page(), time.monotonic() + 60
    try:
        page.goto(f"http://{name}:{lure}/")
        page.evaluate(_FETCHES, [address, body, form])
        for kind in (FORM, "text/plain", "multipart/form-data"):
            page.goto(f"http://{name}:{lure}/")  # with a new frame for the answer
            before = refused(learning)
            page.evaluate(_FORM, [address, form, kind])
            # A browser does not tell of all answers to other frames.
            while refused(learning) == before:
                assert time.monotonic() < end
                page.wait_for_timeout(20)
        page.goto(learning.address)  # the server's own page may
        own = "([path, body]) => import('/page/api.js').then(a => a.post(path, JSON.parse(body)))"
        assert learned(place) == []
        assert page.evaluate(own, ["/suggest", body]) == {"success": True}
    finally:
        page.close()
    assert learned(place) == ["dwarf"]
    assert refused(learning) >= 6

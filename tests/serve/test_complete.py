"""Interactive translation through a real server."""

from __future__ import annotations

import pytest

from dragoman.serve.systems import Systems
from support.serve.running import Client

ASKED = {"q": "das haus ist klein", "source": "de", "target": "en"}


def test_a_typed_beginning_is_completed(client: Client, systems: Systems) -> None:
    answer = client.post("/api/complete", {**ASKED, "prefix": "the b", "alternatives": 2})
    assert answer.status == 200
    found = answer.json
    wanted = systems.all[0].model.complete(ASKED["q"], "the b", alternatives=2)
    assert found["completion"] == wanted.completion == "uilding is small"
    assert found["words"] == ["uilding", " is", " small"]
    assert found["confidences"] == pytest.approx(list(wanted.best.confidences))
    assert [one["text"] for one in found["alternatives"]] == [
        one.text for one in wanted.alternatives
    ]
    assert (found["exact"], found["edits"], found["model"]) == (True, 0, "small")


def test_corrections_are_told(client: Client) -> None:
    found = client.post("/api/complete", {**ASKED, "prefix": "the hous is "}).json
    assert (found["completion"], found["exact"]) == ("small", False)
    assert found["matched"] == "the house is"


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({**ASKED}, 400),
        ({**ASKED, "prefix": 3}, 400),
        ({**ASKED, "prefix": "the", "alternatives": 1000}, 400),
        ({**ASKED, "prefix": "the", "target": "fr"}, 400),
        ({**ASKED, "prefix": "the " * 2000}, 400),
        ({**ASKED, "prefix": "a " * 501}, 400),
        ({**ASKED, "prefix": "a " * 499}, 200),
        ({**ASKED, "prefix": "a" * 1900}, 200),
        ({**ASKED, "q": "", "prefix": "the"}, 200),
        ({**ASKED, "source": "auto", "prefix": "the <script>alert(1)</script>"}, 200),
    ],
)
def test_bad_requests_get_a_sentence(client: Client, asked: dict[str, object], status: int) -> None:
    answer = client.post("/api/complete", asked)
    assert answer.status == status
    assert ("error" in answer.json) == (status != 200)

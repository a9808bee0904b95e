"""Ratings of single translations: what is asked, what is taken, what a report makes of generated answers."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.cli.main import main
from dragoman.common.errors import ConfigError, FormatError
from dragoman.judge.pearmut import read_annotations, read_campaign
from dragoman.judge.rated_item import CONTEXT, RatedItem, items_of, order_for, with_attention
from dragoman.judge.rating import Protocol, SegmentRating, Span, fault_of
from dragoman.judge.rating_campaign import RatingCampaign
from dragoman.judge.rating_journal import ItemRating, RatingJournal
from dragoman.judge.rating_report import (
    kendall,
    pearson,
    permutation_p,
    rating_report_text,
    summarize_ratings,
)

SOURCES = [f"quelle {n} hat worte" for n in range(12)]
DOCS = ["a"] * 5 + ["b"] * 7
SYSTEMS = {
    name: [f"{name} says words {n} to all" for n in range(12)] for name in ("good", "fair", "bad")
}
QUALITY = {"good": 90, "fair": 87, "bad": 30}


def items(attention: int = 0) -> list[RatedItem]:
    return with_attention(items_of(SYSTEMS, SOURCES, DOCS), attention, 1)


def test_documents_are_whole_and_long_ones_are_cut() -> None:
    found = items_of(SYSTEMS, SOURCES, DOCS)
    assert [(one.document, one.system, len(one.segments)) for one in found] == [
        (document, system, size) for document, size in (("a", 5), ("b", 7)) for system in SYSTEMS
    ]
    whole = items_of({"x": SOURCES * 3}, SOURCES * 3)
    assert [len(one.segments) for one in whole] == [CONTEXT] * 3 + [6]
    assert len({segment.name for one in whole for segment in one.segments}) == 36
    drawn = items_of({"x": SOURCES * 3}, SOURCES * 3, count=2, seed=3)
    assert len(drawn) == 2 and all(one in whole for one in drawn)


def test_items_for_attention_differ_in_one_segment() -> None:
    found = items(4)
    assert found[:6] == items() and len(found) == 10 and found == items(4)
    for one in found[6:]:
        assert one.distorted is not None
        original = next(
            o for o in found[:6] if (o.document, o.system) == (one.document, one.system)
        )
        differing = [
            n
            for n, (a, b) in enumerate(zip(one.segments, original.segments, strict=True))
            if a != b
        ]
        assert differing == [one.distorted]
    with pytest.raises(ConfigError, match="at most 6 items"):
        items(7)


def test_orders_are_permutations_of_their_own() -> None:
    orders = {name: order_for(1, name, 50) for name in ("ann", "bob")}
    assert all(sorted(order) == list(range(50)) for order in orders.values())
    assert orders["ann"] != orders["bob"] and orders["ann"] == order_for(1, "ann", 50)
    assert orders["ann"] != order_for(2, "ann", 50)


@pytest.mark.parametrize(
    ("rating", "protocol", "fault"),
    [
        (SegmentRating(50, (Span(0, 3, "minor"), Span(3, 11, "major"))), "esa", ""),
        (SegmentRating(50), "da", ""),
        (SegmentRating(None, (Span(0, 3, "minor", "grammar"),)), "mqm", ""),
        (SegmentRating(None), "esa", "score"),
        (SegmentRating(50), "mqm", "score"),
        (SegmentRating(50, (Span(0, 3, "minor"),)), "da", "not marked"),
        (SegmentRating(50, (Span(0, 3, "minor"), Span(2, 4, "minor"))), "esa", "overlap"),
        (SegmentRating(50, (Span(3, 3, "minor"),)), "esa", "overlap"),
        (SegmentRating(50, (Span(0, 12, "minor"),)), "esa", "overlap"),
        (SegmentRating(50, (Span(0, 3, "minor", "grammar"),)), "esa", "category"),
        (SegmentRating(None, (Span(0, 3, "minor"),)), "mqm", "category"),
    ],
)
def test_what_may_be_said(rating: SegmentRating, protocol: Protocol, fault: str) -> None:
    assert (
        (fault in fault_of(rating, "ten letters"[:10], protocol))
        if fault
        else (not fault_of(rating, "ten letters"[:10], protocol))
    )


def answer(campaign: RatingCampaign, annotator: str, bias: int, noise: random.Random) -> None:
    """Rates all items: by the system's quality, and wrong words much lower."""
    while (asked := campaign.ask(annotator)) is not None:
        item = campaign.items[asked["item"]]
        said = []
        for place, segment in enumerate(item.segments):
            score = QUALITY[item.system] + bias + noise.randint(-6, 6)
            wrong = place == item.distorted
            spans = [{"begin": 0, "end": 3, "severity": "major" if score < 50 else "minor"}]
            score = max(0, min(100, score - 60 * wrong))
            said.append({"score": score, "spans": spans if score < 85 else []})
            assert segment.target == asked["segments"][place]["target"]
        assert "system" not in json.dumps(asked)
        campaign.take(
            {"annotator": annotator, "item": asked["item"], "segments": said, "seconds": 9}
        )


def test_a_report_on_generated_answers(tmp_path: Path) -> None:
    campaign = RatingCampaign(items(3), "esa", tmp_path / "j", seed=5)
    noise = random.Random(1)
    for annotator, bias in (("mild", 5), ("strict", -20)):
        answer(campaign, annotator, bias, noise)
    again = RatingCampaign(items(3), "esa", tmp_path / "j", seed=5)
    assert again.ask("mild") is None and again.ask("new") is not None
    report = summarize_ratings("esa", again.journal.ratings)
    assert [(one.system, one.segments) for one in report.systems] == [
        ("good", 12),
        ("fair", 12),
        ("bad", 12),
    ]
    good, fair, bad = report.systems
    assert (good.cluster, bad.cluster) == (1, fair.cluster + 1)
    ratings = [one for one in campaign.journal.ratings if one.distorted is None]
    for one in report.systems:
        scores = [s.score for r in ratings if r.system == one.system for s in r.segments]
        assert one.score == pytest.approx(np.mean([s for s in scores if s is not None]))
    assert abs(good.z + fair.z + bad.z) < 1e-9 and bad.major > 0.9 and good.major == 0
    (agreement,) = report.agreements
    assert agreement.segments == 36 and agreement.pearson > 0.8
    for who in report.annotators:
        assert (who.attention, who.passed, who.segments) == (
            3,
            3,
            36 + sum(len(item.segments) for item in items(3)[6:]),
        )
    text = rating_report_text(report)
    assert "3 of 3" in text and "good" in text
    with pytest.raises(ConfigError, match="another journal"):
        RatingCampaign(items(2), "esa", tmp_path / "j", seed=5)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"item": 99}, "no such item"),
        ({"annotator": " "}, "needs a name"),
        ({"segments": []}, "for every segment"),
        ({"segments": [{"score": 101}] * 5}, "expected annotator, item and segments"),
        (
            {
                "segments": [{"score": 1, "spans": [{"begin": 5, "end": 999, "severity": "minor"}]}]
                * 5
            },
            "inside of the translation",
        ),
        ({"more": 1}, "expected annotator"),
    ],
)
def test_what_is_not_taken(tmp_path: Path, change: dict[str, object], told: str) -> None:
    campaign = RatingCampaign(items(), "esa", tmp_path / "j")
    said: dict[str, object] = {"annotator": "a", "item": 0, "segments": [{"score": 1}] * 5}
    with pytest.raises(ConfigError, match=told):
        campaign.take({**said, **change})
    assert not campaign.journal.ratings
    campaign.take(said)
    assert len(RatingJournal.open(tmp_path / "j").ratings) == 1


NUMBERS = st.lists(st.integers(0, 4), min_size=2, max_size=9)


@given(st.data())
def test_correlations_are_those_of_their_definitions(data: st.DataObject) -> None:
    a = np.array(data.draw(NUMBERS), dtype=float)
    b = np.array(data.draw(st.lists(st.integers(0, 4), min_size=len(a), max_size=len(a))), float)
    pairs = [((a[i] - a[j]), (b[i] - b[j])) for i, j in combinations(range(len(a)), 2)]
    agree = sum(np.sign(x * y) for x, y in pairs)
    ties = np.sqrt(sum(x != 0 for x, _ in pairs) * sum(y != 0 for _, y in pairs))
    assert kendall(a, b) == pytest.approx(agree / ties if ties else 0.0)
    deviations = a - a.mean(), b - b.mean()
    norm = np.sqrt((deviations[0] ** 2).sum() * (deviations[1] ** 2).sum())
    assert pearson(a, b) == pytest.approx((deviations[0] @ deviations[1]) / norm if norm else 0.0)


@given(NUMBERS)
def test_the_permutation_test_tries_all_signs(numbers: list[int]) -> None:
    differences = np.array(numbers, dtype=float)
    sums = [abs(np.dot(signs, differences)) for signs in product((-1, 1), repeat=len(numbers))]
    assert permutation_p(differences) == pytest.approx(
        np.mean(np.array(sums) >= sum(numbers) - 1e-9)
    )


def test_many_differences_are_tested_by_a_sample() -> None:
    assert permutation_p(np.ones(40)) < 0.001
    assert permutation_p(np.tile([1.0, -1.0], 20)) == 1.0
    random = np.random.default_rng(1)
    small = [permutation_p(random.normal(size=30)) < 0.1 for _ in range(100)]
    assert 2 <= sum(small) <= 22


@pytest.mark.parametrize("distorted", ["1", "-1"])
def test_a_journal_names_the_segment_that_was_made_wrong(tmp_path: Path, distorted: str) -> None:
    journal = tmp_path / "ratings.jsonl"
    rating = (
        '{"annotator":"a","item":1,"document":"d","system":"s","names":["1"],'
        f'"segments":[{{"score":3}}],"distorted":{distorted}}}'
    )
    journal.write_text(
        f'{{"protocol":"da","systems":["s"],"seed":1,"texts":"x"}}\n{rating}\n', encoding="utf-8"
    )
    with pytest.raises(FormatError, match=r"ratings.jsonl.*2.*expected"):
        RatingJournal.open(journal)


def test_errors_of_mqm_are_counted(tmp_path: Path) -> None:
    spans = (Span(0, 2, "minor", "grammar"), Span(3, 5, "major", "omission"))
    rating = ItemRating("a", 0, "d", "s", ("1", "2"), (SegmentRating(None, spans), SegmentRating()))
    report = summarize_ratings("mqm", [rating])
    assert report.systems[0].score == -3.0
    assert (report.systems[0].minor, report.systems[0].major) == (0.5, 0.5)


def test_pearmut_reads_what_is_written_and_the_other_way_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, lines in {"src": SOURCES, "docs": DOCS, "ref": SOURCES, **SYSTEMS}.items():
        Path(name).write_text("".join(f"{line}\n" for line in lines))
    texts = ["good", "fair", "bad", "--source", "src", "--docs", "docs", "--reference", "ref"]
    call = ["judge", "export", *texts, "--annotators", "Ann", "Bob", "--output", "c.json"]
    assert main(call) == 0
    written = json.loads(Path("c.json").read_text())
    assert written["info"]["protocol"] == "ESA" and len(written["data"]) == 2
    first = written["data"][0][0][0]
    assert set(first["tgt"]) == set(SYSTEMS) and first["src"] == SOURCES[0]
    protocol, found = read_campaign(Path("c.json"))
    assert protocol == "esa" and len(found) == 6
    expected = items_of(SYSTEMS, SOURCES, DOCS, SOURCES)
    assert [replace(one, document="") for one in found] == [
        replace(one, document="") for one in expected
    ]
    campaign = RatingCampaign(expected, "esa", Path("j"))
    answer(campaign, "Ann", 0, random.Random(3))
    assert main(["judge", "export", *texts, "--journal", "j", "--output", "a.json"]) == 0
    assert {
        (r.system, r.names, r.segments, r.seconds) for r in read_annotations(Path("a.json"))
    } == {(r.system, r.names, r.segments, r.seconds) for r in campaign.journal.ratings}
    assert main(["judge", "import", "a.json", "--journal", "k"]) == 0
    capsys.readouterr()
    assert main(["judge", "report", "k", "--json"]) == 0
    mine = summarize_ratings("esa", campaign.journal.ratings).as_dict()
    told = json.loads(capsys.readouterr().out)
    assert [one["score"] for one in told["systems"]] == [one["score"] for one in mine["systems"]]
    assert main(["judge", "import", "a.json", "--journal", "k"]) == 1
    assert "is there already" in capsys.readouterr().err


def test_a_campaign_with_marked_errors(tmp_path: Path) -> None:
    segment = {
        "src": "s",
        "tgt": {"m": "some words"},
        "item_id": "x",
        "error_spans": {"m": [{"start_i": 0, "end_i": 3, "severity": "Major", "category": None}]},
    }
    path = tmp_path / "c.json"
    campaign = {"campaign_id": "c", "info": {"protocol": "ESA", "assignment": "single-stream"}}
    path.write_text(json.dumps({**campaign, "data": [[segment]]}))
    _, (item,) = read_campaign(path)
    assert item.segments[0].spans == (Span(0, 4, "major"),)
    for wrong in ({}, {"data": 3}, {**campaign, "info": {"protocol": "X"}, "data": []}):
        path.write_text(json.dumps(wrong))
        with pytest.raises(FormatError, match="expected a campaign of Pearmut"):
            read_campaign(path)
    path.write_text('{"c": [{"user_id": "a", "item": [{"tgt": {}}], "annotation": []}]}')
    with pytest.raises(FormatError, match="expected annotations"):
        read_annotations(path)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("good --source src --protocol esa", "--page"),
        ("good --protocol esa --page", "and --source"),
        ("good --source src --protocol esa --page --annotator a", "exclude"),
        ("good --source src --protocol da --page --shortest 3", "for pairs"),
        ("good --campaign src --page", "its own texts"),
        ("good good --source src --protocol da --page", "named twice"),
        ("good bad --reference src --docs docs --page", "for single translations"),
        ("good --reference src --page", "outputs of two systems"),
    ],
)
def test_wrong_options(
    options: str,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, lines in {"src": SOURCES, "docs": DOCS, **SYSTEMS}.items():
        Path(name).write_text("".join(f"{line}\n" for line in lines))
    assert main(["judge", "ask", *options.split(), "--journal", "j"]) == 1
    assert told in capsys.readouterr().err and not Path("j").exists()

"""The files of Pearmut, a tool for campaigns of ratings: campaigns and annotations, read and written.

A campaign is an object of JSON: ``campaign_id``, ``info`` (``protocol``, ``assignment``) and ``data``, tasks of
documents of segments. A segment has ``src``, ``ref``, ``item_id``, ``tgt`` (a translation for each model) and perhaps
``error_spans`` for each model, whose ``end_i`` is the last character. Annotations are a list of what was said of each
document, under the campaign's name.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from dragoman.common.errors import FormatError
from dragoman.judge.rated_item import RatedItem, RatedSegment
from dragoman.judge.rating import Protocol, SegmentRating, Severity, Span
from dragoman.judge.rating_journal import ItemRating

_PROTOCOLS: dict[str, Protocol] = {"DA": "da", "ESA": "esa", "CESA": "esa", "MQM": "mqm"}


class _Span(msgspec.Struct):
    start_i: int
    end_i: int
    severity: str | None = None
    category: str | None = None


class _Segment(msgspec.Struct):
    tgt: dict[str, str]
    src: str = ""
    ref: str = ""
    item_id: str | int = ""
    error_spans: dict[str, list[_Span]] = {}


class _Info(msgspec.Struct):
    protocol: str = "ESA"
    assignment: str = "task-based"


class _Campaign(msgspec.Struct):
    data: list[Any]
    info: _Info = msgspec.field(default_factory=_Info)
    campaign_id: str = ""


class _Response(msgspec.Struct):
    score: float | None = None
    error_spans: list[_Span] = []


class _Entry(msgspec.Struct):
    user_id: str
    item: list[Any]
    annotation: list[Any]
    item_i: int | str = ""
    actions: list[Any] = []


def read_campaign(path: Path) -> tuple[Protocol, list[RatedItem]]:
    """Return the protocol and the items of a campaign. Documents of several annotators are one list.

    Args:
        path: The campaign's file.
    """
    try:
        campaign = msgspec.json.decode(path.read_bytes(), type=_Campaign)
        protocol = _PROTOCOLS[campaign.info.protocol.upper()]
        tasks = campaign.data
        if campaign.info.assignment == "task-based":
            tasks = [document for task in campaign.data for document in task]
        once = dict.fromkeys(map(json.dumps, tasks))  # several annotators may have the same
        documents = [msgspec.json.decode(one, type=list[_Segment]) for one in once]
        items = [one for number, d in enumerate(documents, 1) for one in _items(str(number), d)]
    except (msgspec.DecodeError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise FormatError(f"expected a campaign of Pearmut ({error})", path) from None
    return protocol, items


def _items(document: str, segments: Sequence[_Segment]) -> list[RatedItem]:
    systems = dict.fromkeys(system for one in segments for system in one.tgt)
    return [
        RatedItem(
            document,
            system,
            tuple(
                RatedSegment(
                    str(one.item_id) or f"{document}.{place}",
                    one.src,
                    one.tgt[system],
                    one.ref,
                    tuple(map(_span, one.error_spans.get(system, ()))),
                )
                for place, one in enumerate(segments, 1)
                if system in one.tgt
            ),
        )
        for system in systems
    ]


def _span(given: _Span) -> Span:
    severity: Severity = "major" if (given.severity or "").lower() == "major" else "minor"
    found = Span(given.start_i, given.end_i + 1, severity, given.category or "")
    if not 0 <= found.begin < found.end:
        raise ValueError(f"an error from {given.start_i} to {given.end_i}")
    return found


def write_campaign(
    path: Path,
    items: Iterable[RatedItem],
    protocol: Protocol,
    annotators: Sequence[str],
    name: str,
) -> None:
    """Write a campaign in which every annotator rates all items; a document has the translations of all systems.

    Args:
        path: Where it goes.
        items: What is rated; items for attention are Pearmut's own matter and are left out.
        protocol: How.
        annotators: The names of the annotators.
        name: What the campaign is called.
    """
    documents: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for item in items:
        if item.distorted is not None:
            continue
        key = (item.document, *(one.name for one in item.segments))
        shown = documents.setdefault(key, [_shown(item.document, one) for one in item.segments])
        for segment, one in zip(shown, item.segments, strict=True):
            segment["tgt"][item.system] = one.target
            if one.spans:
                spans = [_written(span) for span in one.spans]
                segment.setdefault("error_spans", {})[item.system] = spans
    task = list(documents.values())
    campaign = {
        "campaign_id": name,
        "info": {
            "assignment": "task-based",
            "protocol": protocol.upper(),
            "users": list(annotators),
        },
        "data": [task for _ in annotators],
    }
    path.write_text(json.dumps(campaign, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _shown(document: str, segment: RatedSegment) -> dict[str, Any]:
    found: dict[str, Any] = {"item_id": segment.name, "src": segment.source, "tgt": {}}
    if segment.reference:
        found["ref"] = segment.reference
    return {**found, "doc_id": document} if document else found


def _written(span: Span) -> dict[str, Any]:
    return {
        "start_i": span.begin,
        "end_i": span.end - 1,
        "severity": span.severity,
        "category": span.category or None,
    }


def read_annotations(path: Path) -> list[ItemRating]:
    """Return what annotators said, as Pearmut's page lets one download it.

    Args:
        path: The file: an object with a list for each campaign, or a line for each annotation.
    """
    found: list[ItemRating] = []
    numbers: dict[tuple[str, str, tuple[str, ...]], int] = {}
    try:
        text = path.read_text(encoding="utf-8")
        for entry in _entries(text):
            for one in _ratings(entry):
                key = one.system, one.document, one.names
                found.append(
                    msgspec.structs.replace(one, item=numbers.setdefault(key, len(numbers)))
                )
    except (msgspec.DecodeError, TypeError, ValueError, RecursionError) as error:
        raise FormatError(f"expected annotations of Pearmut ({error})", path) from None
    return found


def _entries(text: str) -> list[_Entry]:
    try:
        value = json.loads(text)
    except ValueError:
        value = [json.loads(line) for line in text.splitlines() if line.strip()]
    if isinstance(value, Mapping):
        value = [value] if "annotation" in value else [e for one in value.values() for e in one]
    entries = (one for one in value if isinstance(one, Mapping) and "annotation" in one)
    return [msgspec.convert(one, _Entry) for one in entries]


def _ratings(entry: _Entry) -> list[ItemRating]:
    """A rating for each model of a document; forms and what was skipped are left out."""
    if not all(isinstance(one, Mapping) and "tgt" in one for one in entry.item):
        return []
    segments = msgspec.convert(entry.item, list[_Segment])
    if len(segments) != len(entry.annotation):
        raise ValueError("a document and its annotation differ in length")
    times = sorted(
        float(one["time"]) for one in entry.actions if isinstance(one, Mapping) and "time" in one
    )
    seconds = round(times[-1] - times[0], 1) if times else 0.0
    said: list[tuple[str, str, SegmentRating]] = []
    for place, (segment, answer) in enumerate(zip(segments, entry.annotation, strict=True), 1):
        for system, given in (answer or {}).items():
            response = msgspec.convert(given, _Response)
            score = None if response.score is None else round(response.score)
            rating = SegmentRating(score, tuple(map(_span, response.error_spans)))
            said.append((system, str(segment.item_id) or f"{entry.item_i}.{place}", rating))
    said.sort(key=lambda one: one[0])  # stable: the segments of a system keep their order
    found = []
    for system, group in groupby(said, key=lambda one: one[0]):
        own = list(group)
        names, ratings = tuple(name for _, name, _ in own), tuple(one for _, _, one in own)
        found.append(ItemRating(entry.user_id, 0, "", system, names, ratings, seconds))
    return found


def write_annotations(
    path: Path, ratings: Iterable[ItemRating], items: Sequence[RatedItem], name: str
) -> None:
    """Write what annotators said in the form that Pearmut gives away.

    Args:
        path: Where it goes.
        ratings: What was said, but not of items for attention.
        items: What was rated.
        name: What the campaign is called.
    """
    entries = []
    for one in ratings:
        item = items[one.item]
        shown = [
            {**_shown(item.document, s), "tgt": {item.system: s.target}} for s in item.segments
        ]
        answers = [
            {one.system: {"score": r.score, "error_spans": [_written(span) for span in r.spans]}}
            for r in one.segments
        ]
        times = [{"time": 0.0, "action": "load"}, {"time": one.seconds, "action": "submit"}]
        entries.append(
            {
                "user_id": one.annotator,
                "item_i": one.item,
                "item": shown,
                "annotation": answers,
                "actions": times,
            }
        )
    path.write_text(
        json.dumps({name: entries}, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )

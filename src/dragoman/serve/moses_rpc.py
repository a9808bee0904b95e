"""The method ``translate`` of Moses' server, for programs that are written for it, such as OmegaT."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.requests import Request

from dragoman.common.errors import DragomanError
from dragoman.serve.api_keys import ApiKeys
from dragoman.serve.errors import RequestError
from dragoman.serve.requests import ApiRequest, TranslationRequest
from dragoman.serve.responses import TranslationResponse
from dragoman.serve.systems import Systems
from dragoman.serve.xml_rpc import read_call, write_answer, write_fault

_XML = ("text/xml", "application/xml")
_NOT_ANSWERED = (
    "align",
    "topt",
    "nbest",
    "word-align",
    "report-all-factors",
    "add-score-breakdown",
)
"""What Moses can be asked for besides the text."""
_NO = ("", "0", "false", "False", "no")


class MosesCall(ApiRequest, kw_only=True):
    """The struct that ``translate`` is given."""

    text: str
    source: str = ""
    target: str = ""
    model: str = ""


async def moses_answer(
    http: Request,
    keys: ApiKeys,
    systems: Systems,
    translate: Callable[[TranslationRequest], Awaitable[TranslationResponse]],
) -> bytes:
    """Return the answer to a call; what is wrong with it becomes a fault, as clients expect.

    Args:
        http: The request.
        keys: Who may ask.
        systems: The models; the first that the call can mean answers.
        translate: Translates.
    """
    kind = http.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in _XML:  # which no page of another site may send without asking first
        raise RequestError(400, "expected a call of XML-RPC of the type text/xml")
    try:
        call = _call(*read_call(await http.body()))
        keys.check(call.api_key or "")
        source, target = systems.pair_for(call.source, call.target, call.model)
        asked = TranslationRequest(q=call.text, source=source, target=target, model=call.model)
        text = (await translate(asked))["translatedText"]
    except RequestError as error:
        return write_fault(error.status, error.message)
    except DragomanError as error:
        return write_fault(400, str(error))
    return write_answer({"text": text})


def _call(method: str, given: dict[str, Any]) -> MosesCall:
    if method != "translate":
        raise RequestError(400, "there is one method, translate")
    for name in _NOT_ANSWERED:
        if name in given and _is_wanted(given[name]):
            raise RequestError(400, f"'{name}' is not answered here: ask POST /api/explain")
    try:
        return msgspec.convert(given, MosesCall)
    except msgspec.ValidationError as error:
        raise RequestError(400, f"Invalid request: {error}") from None


def _is_wanted(value: Any) -> bool:
    """Whether a flag is set; a list or struct, however deep, sets it."""
    return isinstance(value, list | dict) or str(value) not in _NO

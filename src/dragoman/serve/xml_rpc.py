"""Calls and answers of XML-RPC, as the server of Moses speaks it; nothing here knows models.

A call is read with the standard library's reader. Documents that declare entities are refused before.
"""

from __future__ import annotations

from typing import Any
from xml.parsers import expat
from xmlrpc.client import Error, Fault, dumps, loads

from dragoman.serve.errors import RequestError

_WANTED = "expected a call of XML-RPC: a methodCall in XML"
_FAILURES = (Error, expat.ExpatError, ValueError, ArithmeticError)
_MISPLACED = (LookupError, TypeError, AttributeError)
"""What the reader fails with where elements stand in another order."""


def read_call(body: bytes) -> tuple[str, dict[str, Any]]:
    """Return the name of the method and its one parameter, a struct.

    Args:
        body: What was sent.
    """
    _refuse_entities(body)
    try:
        given, method = loads(body, use_builtin_types=True)
    except (*_FAILURES, *_MISPLACED):
        raise RequestError(400, _WANTED) from None
    if method is None:
        raise RequestError(400, _WANTED)
    if len(given) != 1 or not isinstance(given[0], dict):
        raise RequestError(400, f"expected one struct as the parameter of {method}")
    return method, given[0]


def write_answer(value: dict[str, Any]) -> bytes:
    """Return the answer to a call.

    Args:
        value: What the method returns.
    """
    return _encoded((value,), methodresponse=True)


def write_fault(code: int, message: str) -> bytes:
    """Return the answer that says what went wrong.

    Args:
        code: A number, as of HTTP.
        message: One sentence.
    """
    return _encoded(Fault(code, message))


def _encoded(value: tuple[Any] | Fault, methodresponse: bool | None = None) -> bytes:
    """As ``dumps`` writes it, but readers of XML keep a carriage return only if it is a reference."""
    text = dumps(value, methodresponse=methodresponse, encoding="utf-8")
    return text.replace("\r", "&#13;").encode()


def _refuse_entities(body: bytes) -> None:
    def refuse(*_: Any) -> None:
        raise RequestError(400, "expected XML without a document type")

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(body, True)
    except (expat.ExpatError, ValueError, LookupError):  # the last two: encodings it does not read
        raise RequestError(400, _WANTED) from None

"""The parameters of a request: JSON, a form, a form with a file (as LibreTranslate's clients send them), an address."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any, TypeVar
from urllib.parse import parse_qsl

import msgspec
import msgspec.inspect
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

from dragoman.serve.errors import RequestError
from dragoman.serve.requests import ApiRequest, SentFile

T = TypeVar("T", bound=ApiRequest)
Pairs = list[tuple[str, str]]
MULTIPART = "multipart/form-data"
_FIELDS = 600
"""The fields of a form, at most."""


async def read(request: Request, kind: type[T]) -> T:
    """The parameters, or a RequestError that says what is wrong with them."""
    values = await _values(request, kind)
    return _converted(values, kind)


async def read_file(request: Request, kind: type[T]) -> tuple[T, SentFile]:
    """The parameters, and the file."""
    if _type(request) != MULTIPART:
        raise RequestError(400, f"expected a form with a file ({MULTIPART})")
    pairs, file = await _multipart(request)
    if file is None:
        raise RequestError(400, "Invalid request: missing file parameter")
    return _converted(_form_values(pairs, kind), kind), file


async def _multipart(request: Request) -> tuple[Pairs, SentFile | None]:
    """The fields of a form, and its file."""
    parser = MultiPartParser(request.headers, request.stream(), max_files=1, max_fields=_FIELDS)
    parser.spool_max_size = sys.maxsize  # in memory, never on disk: ``guard.py`` bounds the body
    try:
        form = await parser.parse()
    except MultiPartException as error:
        raise RequestError(400, f"the form cannot be read: {error.message}") from None
    upload = form.get("file")
    file = None
    if isinstance(upload, UploadFile):
        file = SentFile(upload.filename or "", await upload.read())
    fields = [(name, value) for name, value in form.multi_items() if isinstance(value, str)]
    await form.close()
    return fields, file


def _type(request: Request) -> str:
    return str(request.headers.get("content-type", "")).partition(";")[0].strip().lower()


async def _values(request: Request, wanted: type[ApiRequest]) -> Any:
    if request.method in ("GET", "HEAD"):
        return _form_values(_fields(request.url.query), wanted)
    kind = _type(request)
    if kind == MULTIPART:
        pairs, _ = await _multipart(request)
        return _form_values(pairs, wanted)
    body = await request.body()
    try:
        if kind == "application/x-www-form-urlencoded":
            return _form_values(_fields(body.decode("utf-8")), wanted)
        if kind == "application/json":
            return msgspec.json.decode(body)
    except (ValueError, RecursionError):
        raise RequestError(400, "expected parameters as JSON or as a form, in UTF-8") from None
    # A page may send a plain text to any server without asking it first; JSON it may not.
    raise RequestError(400, "expected parameters of the type application/json, or a form")


def _fields(text: str) -> Pairs:
    """The fields of a form, or of an address."""
    try:
        return parse_qsl(text, True, errors="strict", max_num_fields=_FIELDS)
    except ValueError:
        raise RequestError(400, "expected parameters as a form, in UTF-8") from None


def _form_values(pairs: Pairs, wanted: type[ApiRequest]) -> dict[str, Any]:
    """A form's fields; several texts are an array."""
    values: dict[str, Any] = dict(pairs)
    for name in _structured(wanted):
        if name in values:
            values[name] = _from_json(name, values[name])
    texts = [value for name, value in pairs if name == "q"]
    if len(texts) > 1:
        values["q"] = texts
    return values


@cache
def _structured(wanted: type[ApiRequest]) -> tuple[str, ...]:
    """The fields that are more than a text: in a form they are written as JSON."""
    fields = msgspec.inspect.type_info(wanted).fields  # type: ignore[attr-defined]
    return tuple(one.encode_name for one in fields if not _is_text(one.type))


def _is_text(kind: msgspec.inspect.Type) -> bool:
    if isinstance(kind, msgspec.inspect.Metadata):  # with its sentence of help
        return _is_text(kind.type)
    if isinstance(kind, msgspec.inspect.UnionType):
        return any(map(_is_text, kind.types))
    simple = msgspec.inspect.StrType, msgspec.inspect.IntType, msgspec.inspect.BoolType
    return isinstance(kind, simple)


def _from_json(name: str, text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (ValueError, RecursionError):
        raise RequestError(400, f"expected {name} as JSON") from None


def _converted(values: Any, kind: type[T]) -> T:
    try:
        return msgspec.convert(values, kind, strict=False)
    except msgspec.ValidationError as error:
        raise RequestError(400, f"Invalid request: {error}") from None

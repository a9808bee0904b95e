"""The request and the outcome are the same in Python and in the core."""

from __future__ import annotations

from dataclasses import fields
from types import SimpleNamespace

import pytest

from dragoman import _core
from dragoman.common.errors import ConfigError
from dragoman.search import DecodeRequest, Outcome, PhraseDecoder
from support.search.conformance import SYSTEMS


def test_the_core_reads_the_whole_request() -> None:
    request = DecodeRequest(threads=3, forest=True, forest_edges=7, nbest=5, distinct=False)
    names = [field.name for field in fields(DecodeRequest)]
    assert _core.request_as_read(request) == {name: getattr(request, name) for name in names}


def test_the_outcome_has_the_fields_and_defaults_of_the_core() -> None:
    assert Outcome(**_core.default_outcome()) == Outcome()
    assert list(_core.default_outcome()) == [field.name for field in fields(Outcome)]
    assert list(Outcome().as_dict()) == [field.name for field in fields(Outcome)]


@pytest.mark.parametrize(
    "request_", [object(), SimpleNamespace(threads=-1)], ids=lambda one: type(one).__name__
)
def test_what_is_no_request_is_refused(request_, tmp_path) -> None:
    decoder = SYSTEMS["phrase"](tmp_path).decoder()
    assert isinstance(decoder, PhraseDecoder)
    with pytest.raises(ConfigError, match="threads"):
        decoder._core.decode([], request_)

"""Models whose text was changed for one request: pairs left out or added, to see what would come of it.

Nothing is written. The last ones are kept, since a page asks for the same change again and again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from dragoman.common.errors import ConfigError
from dragoman.grammar import RuleSource
from dragoman.model import Model
from dragoman.model.store.additions import with_links
from dragoman.serve.errors import RequestError
from dragoman.serve.model_updates import check_pair

_KEPT = 4
"""Each holds a copy of the text's index."""
MOST = 20
"""Pairs that a request leaves out or adds, at most."""

Key = tuple[int, tuple[int, ...], tuple[tuple[str, str], ...]]


class Previews:
    """Threads share them; one is made at a time."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._made: OrderedDict[Key, tuple[RuleSource, Model]] = OrderedDict()

    def of(self, model: Model, leave_out: Sequence[int], add: Sequence[tuple[str, str]]) -> Model:
        """Return a model with the changes; the same one if there are none."""
        if not leave_out and not add:
            return model
        if len(leave_out) > MOST or len(add) > MOST:
            raise RequestError(400, f"a request leaves out or adds at most {MOST} pairs")
        if model.rules.growing is None or (add and not model.learns_alone):
            raise RequestError(
                400, "this model does not keep its text, or cannot align what is added"
            )
        for source, target in add:
            check_pair(model, source, target)
        with self._lock:
            key = id(model.rules), tuple(sorted(set(leave_out))), tuple(add)
            if key not in self._made:
                self._made[key] = model.rules, _changed(model, key[1], key[2])
                while len(self._made) > _KEPT:
                    self._made.popitem(last=False)
            self._made.move_to_end(key)
            return self._made[key][1]


def _changed(model: Model, leave_out: Sequence[int], add: Sequence[tuple[str, str]]) -> Model:
    other = model.changed()
    try:
        with other.changing_text(save=False) as text:
            text.exchange(leave_out, with_links(add, None))
    except ConfigError as error:
        raise RequestError(400, str(error)) from None
    return other

"""Every artifact with every extreme value in every place, one at a time, where chance would take millions of inputs.

    python -m fuzz.extremes                    # all artifacts: some thousands of inputs each, a minute or two in all
    python -m fuzz.extremes rule-table model

The numbers of every array are replaced: the first, the one in the middle, the last, half of them or all; the array is
emptied, cut, doubled, reversed or sorted. Every value of every manifest is replaced by every value that has ever done
harm. Checksums are made anew.
"""

from __future__ import annotations

import sys
import tomllib
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fuzz.artifact_reader import ArtifactReader, as_toml, is_manifest
from fuzz.mutate import VALUES

_NUMBERS = (np.nan, np.inf, -np.inf, 3e38, -3e38, 1e30, -1e30, 0.0, -0.0, 1e-45, 1.0, -1.0)
_MORE_VALUES = (-5, -(2**31), 2**31 - 1, 2**32, 2**53 + 1, 10**18, 1e308, -1e308, -0.0)
Change = Callable[[NDArray[Any]], NDArray[Any]]
"""Makes of an array, which it may change, the one that is read instead."""
_CHANGES: dict[str, Change] = {
    "empty": lambda flat: flat[:0],
    "one": lambda flat: flat[:1],
    "shorter": lambda flat: flat[:-1],
    "double": lambda flat: np.concatenate([flat, flat]),
    "reversed": lambda flat: flat[::-1],
    "sorted": np.sort,
}
Path_ = tuple[str | int, ...]
Input = tuple[str, Callable[[], None]]
"""What it is called, and what runs it."""


def extremes(reader: ArtifactReader) -> Iterator[Input]:
    """All inputs of a reader that is prepared; each is made when it runs."""
    for name, values in reader.arrays.items():
        for kind, change in _changes(values):
            yield f"{name}: {kind}", partial(_run_array, reader, name, change)
    for name in filter(is_manifest, reader.sound):
        tables = tomllib.loads(reader.sound[name].decode())
        for place in _places({key: table for key, table in tables.items() if key != "files"}):
            for value in (*VALUES, *_MORE_VALUES):
                kind = f"{name}: {'.'.join(map(str, place))} = {str(value)[:40]}"
                yield kind, partial(_run_manifest, reader, name, tables, place, value)


def _run_array(reader: ArtifactReader, name: str, change: Change) -> None:
    reader.run_array(name, change(np.array(reader.arrays[name])))


def _run_manifest(reader: ArtifactReader, name: str, tables: Any, place: Path_, value: Any) -> None:
    reader.run_manifest(name, as_toml(_put(tables, place, value)))


def _changes(values: NDArray[Any]) -> Iterator[tuple[str, Change]]:
    flat = np.array(values).reshape(-1)
    for number in _numbers(flat) if len(flat) else ():
        middle = len(flat) // 2
        for part in (slice(1), slice(middle, middle + 1), slice(-1, None), slice(middle, None)):
            yield f"{number} at {part}", partial(_with_number, part, number)
        yield f"only {number}", partial(_with_number, slice(None), number)
    if values.ndim == 1:
        yield from _CHANGES.items()


def _with_number(part: slice, number: Any, values: NDArray[Any]) -> NDArray[Any]:
    values.reshape(-1)[part] = number
    return values


def _numbers(flat: NDArray[Any]) -> list[Any]:
    if flat.dtype.kind == "f":
        return list(_NUMBERS)
    limits, size = np.iinfo(flat.dtype), len(flat)
    near = (0, 1, 2, -1, -2, size - 1, size, size + 1, 255, 2**16, 2**31 - 1, 2**31, 2**32 - 1)
    ends = (limits.max, limits.max - 1, limits.max // 2, limits.min, limits.min + 1)
    return sorted({int(n) for n in (*near, *ends) if limits.min <= n <= limits.max})


def _places(table: Any, place: Path_ = ()) -> Iterator[Path_]:
    pairs = table.items() if isinstance(table, dict) else enumerate(table)
    for key, value in pairs:
        yield (*place, key)
        if isinstance(value, dict | list):
            yield from _places(value, (*place, key))


def _put(table: Any, place: Path_, value: Any) -> Any:
    if not place:
        return value
    changed: Any = dict(table) if isinstance(table, dict) else list(table)
    changed[place[0]] = _put(table[place[0]], place[1:], value)
    return changed


def main(names: list[str]) -> int:
    """Runs all inputs of these readers, or of all; 1 if there was a finding."""
    from dragoman.common.errors import DragomanError
    from fuzz.readers import READERS

    found = 0
    for reader in READERS:
        if not isinstance(reader, ArtifactReader) or (names and reader.name not in names):
            continue
        inputs, wrong = 0, set()
        with TemporaryDirectory() as place:
            reader.prepare(Path(place))
            for kind, run in extremes(reader):
                inputs += 1
                try:
                    run()
                except DragomanError:
                    pass
                except Exception:
                    told = traceback.format_exc(limit=-3)
                    if told not in wrong:
                        print(f"{reader.name}, {kind}: {told[:2000]}", flush=True)
                    wrong.add(told)
        print(f"{reader.name}: {inputs} inputs, {len(wrong)} findings", flush=True)
        found += len(wrong)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

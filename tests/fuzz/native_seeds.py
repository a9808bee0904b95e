"""Writes sound inputs for the native readers: ``python -m fuzz.native_seeds FOLDER``, in ``tests``.

A reader of arrays gets those of a small artifact that it uses, with the settings that the core needs as arrays of one
element. What it does not use would be damaged in vain.
"""

from __future__ import annotations

import struct
import sys
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fuzz import artifacts, samples, syntax_artifacts
from fuzz.native import LONGEST

Named = dict[str, NDArray[Any]]


def _of_artifact(make: Callable[[Path], None]) -> tuple[Named, dict[str, Any]]:
    with TemporaryDirectory() as place:
        path = Path(place) / "artifact"
        make(path)
        manifest = tomllib.loads((path / "model.toml").read_text(encoding="utf-8"))
        return {file.stem: np.load(file) for file in sorted(path.rglob("*.npy"))}, manifest


def _container(arrays: Named) -> bytes:
    out = b""
    for name, values in sorted(arrays.items()):
        data = np.ascontiguousarray(values).tobytes()
        head = struct.pack("B", len(name)) + name.encode() + struct.pack("B", values.itemsize)
        out += head + struct.pack("<I", len(data)) + data
    return out


def _number(value: float, kind: str = "u4") -> NDArray[Any]:
    return np.array([value], dtype=kind)


def _language_model(make: Callable[[Path], None]) -> bytes:
    arrays, manifest = _of_artifact(make)
    settings = manifest["settings"]
    compact = settings["layout"] == "compact"
    special = ("unknown", "begin_sentence", "end_sentence")
    return _container(
        {
            **arrays,
            **{name: _number(settings[name]) for name in special},
            "order": _number(settings["order"], "i4"),
            "compact_layout": _number(compact, "u1"),
        }
    )


def _rule_table(make: Callable[[Path], None]) -> bytes:
    arrays, _ = _of_artifact(make)
    return _container({**arrays, "score_columns": _number(arrays["scores"].shape[1])})


def _without_words(arrays: Named) -> Named:
    """Those that are not of a vocabulary."""
    return {k: v for k, v in arrays.items() if not k.endswith(("bytes", "offsets", "slots"))}


def _suffix_index() -> bytes:
    return _container(_without_words(_of_artifact(artifacts.make_suffixes)[0]))


def _aligner() -> bytes:
    found, manifest = _of_artifact(artifacts.make_aligner)
    arrays = _without_words(found)
    for side in ("forward", "reverse"):
        for name in ("null_probability", "tension"):
            arrays[f"{side}.{name}"] = _number(manifest[side][name], "f8")
    return _container(arrays)


def _parser(make: Callable[[Path], None], constituents: bool) -> bytes:
    found, manifest = _of_artifact(make)
    arrays = {k: v for k, v in found.items() if k.startswith(("tagger.", "parser."))}
    settings = manifest["settings"]
    arrays["tags"] = _number(len(settings["tags"]), "u2")
    arrays["constituents"] = _number(constituents, "u1")
    arrays["one_root"] = _number(bool(settings.get("one_root", True)), "u1")
    return _container(arrays)


def _tree_models(make: Callable[[Path], None]) -> bytes:
    arrays, manifest = _of_artifact(make)
    arrays["outcomes"] = np.array(manifest["settings"]["syntax_outcomes"], dtype="u4")
    return _container(arrays)


def _seeds() -> dict[str, Iterable[bytes]]:
    return {
        "language-model": map(
            _language_model,
            (artifacts.make_hash, artifacts.make_compact, artifacts.make_class_model),
        ),
        "rule-table": map(_rule_table, (artifacts.make_rules,)),
        "suffix-index": [_suffix_index()],
        "aligner": [_aligner()],
        "parsers": [
            _parser(syntax_artifacts.make_parser, False),
            _parser(syntax_artifacts.make_constituency_parser, True),
        ],
        "tree-models": map(
            _tree_models,
            (syntax_artifacts.make_tree_models, syntax_artifacts.make_loglinear_models),
        ),
        "arpa": samples.ARPA,
        "moses-tables": [
            samples.PHRASES[0] + b"=\n" + samples.REORDERING[0],
            samples.PHRASES[1],
            *samples.RULES_MOSES,
        ],
        "links": samples.SURE_LINKS,
    }


def main() -> None:
    """Writes all."""
    for name, seeds in _seeds().items():
        folder = Path(sys.argv[1]) / "seeds" / name
        folder.mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(seeds):
            assert len(seed) <= LONGEST, name  # libFuzzer would cut it off
            (folder / str(number)).write_bytes(seed)


if __name__ == "__main__":
    main()

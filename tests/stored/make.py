"""Makes the stored models: a small one of every kind, and what it answered, as this version writes and answers it.

    cd tests && python -m stored.make

Later versions open them and answer the same (``tests/stored/test_stored.py``). They are made again only when a format
changes on purpose before a release, or when a new kind is added (``--only NAME``); what a release has made stays.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import tomli_w

from dragoman.lm import WordClasses

PLACE = Path(__file__).parent
PAIRS = 30
TREES = {"trees": "train.trees", "conllu": "train.conllu"}
SYSTEMS: dict[str, dict[str, Any]] = {
    "phrases": {"grammar": {"reordering": "hier"}, "decoder": {"cohesion": ["coh5"]}},
    "phrases-lookup": {"grammar": {"lookup": "suffix-array"}},
    "gaps": {"grammar": {"gaps": "both"}},
    "gaps-lookup": {"grammar": {"gaps": "both", "lookup": "suffix-array"}},
    "hierarchical": {"grammar": {"kind": "hierarchical"}},
    "hierarchical-lookup": {"grammar": {"kind": "hierarchical", "lookup": "suffix-array"}},
    "consistency": {"consistency": {"features": ["c1", "c2", "c3"]}},
    "operations": {"osm": {"order": 3}},
    "unseen": {"unseen": {"numbers": True, "forms": True, "names": True}},
    "treelets": {"grammar": {"kind": "treelet"}, "training": TREES},
}
"""What each model has that the others lack, as tables of an experiment."""
PARTS: dict[str, tuple[str, str]] = {
    "language-model": (
        "lm build --binary --order 3 train.qot --output {name}",
        "lm score {name} lines.qot",
    ),
    "aligner": (
        "align train --source train.qar --target train.qot --no-links --save {name}",
        "align apply {name} --source lines.qar --target lines.qot",
    ),
    "parser": (
        "parse train test.conllu --iterations 2 --output {name}",
        "parse apply {name} --input lines.qar",
    ),
    "tagger": (
        "parse train test.conllu --tagger --iterations 2 --output {name}",
        "parse apply {name} --input lines.qar",
    ),
    "constituency": (
        "parse train test.trees --constituency --iterations 1 --output {name}",
        "parse apply {name} --input lines.qot",
    ),
}
"""What stands by itself: the command that makes it, and one that asks it."""

CLASSES = "classes"
"""Word classes stand by themselves too; no command asks them, and their answer is the class of every word."""
ALL = [*SYSTEMS, *PARTS, CLASSES]


def run(folder: Path, *words: str, text: str = "") -> str:
    """Run the program in a folder, and return what it printed."""
    command = [sys.executable, "-m", "dragoman", *words]
    done = subprocess.run(
        command, cwd=folder, input=text, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}\n{done.stderr}")
    return done.stdout


def answers(folder: Path, model: str, lines: str) -> list[dict[str, Any]]:
    """Return what a model answers: translations with their scores."""
    printed = run(folder, "translate", model, "--json", text=lines)
    found = [json.loads(line) for line in printed.splitlines()]
    return [{"translation": one["text"], "score": one["score"]} for one in found]


def classes_of(place: Path) -> Iterable[tuple[str, str]]:
    """Return the class of every word."""
    return WordClasses.open(place).names().items()


def pack(folder: Path, name: str) -> None:
    """Put an artifact into an archive that is the same whenever it is made from the same files."""

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = 0, 0, 0, "", ""
        return entry

    with tarfile.open(PLACE / f"{name}.tar.xz", "w:xz") as archive:
        for path in sorted((folder / name).rglob("*")):
            archive.add(path, str(path.relative_to(folder)), recursive=False, filter=plain)


def unpack(name: str, folder: Path) -> Path:
    """What was packed."""
    with tarfile.open(PLACE / f"{name}.tar.xz") as archive:
        archive.extractall(folder, filter="data")
    return folder / name


def main() -> None:
    """Make all, or those that are named."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", nargs="+", choices=ALL, default=ALL)
    names = parser.parse_args().only
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        sizes = ("--pairs", str(PAIRS), "--dev", "10", "--test", "8")
        run(folder, "sample", "w", "--languages", "qar-qot", *sizes)
        for path in (folder / "w").iterdir():
            path.rename(folder / path.name)
        for side in ("qar", "qot"):
            text = (folder / f"test.{side}").read_bytes()
            (folder / f"lines.{side}").write_bytes(text)
            (PLACE / f"lines.{side}").write_bytes(text)
        lines = (folder / "lines.qar").read_text(encoding="utf-8")
        training = {"source": "train.qar", "target": "train.qot", "docs": "train.docs"}
        dev = {"source": "dev.qar", "target": "dev.qot", "docs": "dev.docs", "conllu": "dev.conllu"}
        for name in names:
            if name == CLASSES:
                run(folder, "classes", "train.qot", "--count", "5", "--output", name)
                shown = "".join(f"{word}\t{one}\n" for word, one in classes_of(folder / name))
                (PLACE / f"{name}.txt").write_text(shown, encoding="utf-8")
            elif name in PARTS:
                make, ask = (words.format(name=name).split() for words in PARTS[name])
                run(folder, *make)
                (PLACE / f"{name}.txt").write_text(run(folder, *ask), encoding="utf-8")
            else:
                tables = {key: dict(value) for key, value in SYSTEMS[name].items()}
                tables["training"] = training | tables.get("training", {})
                asked = {
                    "name": name,
                    "output": name,
                    "development": dev,
                    "lm": {"order": 3},
                    **tables,
                }
                asked["tuning"] = {"method": "none"}
                (folder / f"{name}.toml").write_text(tomli_w.dumps(asked), encoding="utf-8")
                run(folder, "train", f"{name}.toml")
                found = answers(folder, name, lines)
                (PLACE / f"{name}.json").write_text(
                    json.dumps(found, indent=1, ensure_ascii=False) + "\n"
                )
            pack(folder, name)


if __name__ == "__main__":
    main()

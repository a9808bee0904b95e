"""Puts small faults into a part of the program, one at a time, and says which of them no test notices.

    cd tests && python -m mutation.run --part tuners --count 40
    cd tests && python -m mutation.run --part chart --count 20 --seed 2 --log build/mutants.jsonl

A mutant is noticed if a test fails, if it does not compile, or if the tests take much longer than without it. Mutants
are made in a copy: the checkout stays as it is. Which of the possible ones are tried is chosen at random, by the seed.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

from mutation.mutants import Mutant, mutants
from mutation.parts import PARTS, MutatedPart

ROOT = Path(__file__).parents[2]
SLOWER = 4.0
"""A mutant that takes so many times as long, and a minute, is in a loop without an end."""


class Workshop:
    """A copy of the program in which one file after another gets a fault.

    Args:
        place: Where it is; what is there is used again.
        part: What is changed and tested.
    """

    def __init__(self, place: Path, part: MutatedPart) -> None:
        self._place, self._part = place, part
        self._tree = place / "tree"
        self._build = place / "core"
        shutil.rmtree(self._tree, ignore_errors=True)
        for name in ("core", "src", "tests"):
            shutil.copytree(
                ROOT / name,
                self._tree / name,
                copy_function=shutil.copy2,
                ignore=shutil.ignore_patterns("__pycache__", "*.so"),
            )
        shutil.copy2(ROOT / "CMakeLists.txt", self._tree)
        self._core = installed_core()
        if part.native:
            if not self.build():
                raise SystemExit("the program does not compile without a fault")
            self._core = next(self._build.glob("_core*.so"))

    def sources(self) -> list[Path]:
        """Return the files that get faults."""
        found = {path for glob in self._part.sources for path in self._tree.glob(glob)}
        return sorted(found)

    def all_mutants(self) -> list[Mutant]:
        """Return every mutant of the part."""
        return [
            one
            for path in self.sources()
            for one in mutants(str(path.relative_to(self._tree)), path.read_text(encoding="utf-8"))
        ]

    def build(self) -> bool:
        """Return whether the core compiles."""
        program = Path(sys.executable).parent
        if not (self._build / "build.ninja").exists():
            configure = [f"{program}/cmake", "-S", self._tree, "-B", self._build, "-G", "Ninja"]
            configure += [f"-DCMAKE_MAKE_PROGRAM={program}/ninja", "-DCMAKE_BUILD_TYPE=Release"]
            configure += [f"-DPython_EXECUTABLE={sys.executable}", "-DCMAKE_CXX_FLAGS_RELEASE=-O1"]
            subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
        command = [f"{program}/cmake", "--build", self._build, "--target", "_core"]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0

    def test(self, seconds: float | None = None) -> str:
        """Return the name of the test that failed first, ``too slow``, or nothing.

        Args:
            seconds: The longest time; None for any.
        """
        command = [sys.executable, "-m", "pytest", "-p", "mutation.plugin", "-x", "-q"]
        command += ["-p", "no:cacheprovider", *self._part.tests]
        environment = os.environ | {
            "DRAGOMAN_MUTANT_PACKAGES": str(self._tree / "src"),
            "DRAGOMAN_MUTANT_CORE": str(self._core),
            "PYTHONPATH": str(ROOT / "tests"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        try:
            done = subprocess.run(
                command,
                cwd=ROOT,
                env=environment,
                capture_output=True,
                text=True,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return "too slow"
        if done.returncode == 0:
            return ""
        failed = [one for one in done.stdout.splitlines() if one.startswith(("FAILED", "ERROR"))]
        return failed[0].split(" - ")[0] if failed else f"exit code {done.returncode}"

    def noticed(self, mutant: Mutant, seconds: float) -> str:
        """Return what notices a mutant; nothing if it survives.

        Args:
            mutant: The mutant.
            seconds: The longest time that its tests may take.
        """
        path = self._tree / mutant.path
        kept = path.read_text(encoding="utf-8")
        path.write_text(mutant.text, encoding="utf-8")
        try:
            if self._part.native and not self.build():
                return "the compiler"
            return self.test(seconds)
        finally:
            path.write_text(kept, encoding="utf-8")


def installed_core() -> Path:
    """Return the native core that tests run with."""
    spec = importlib.util.find_spec("dragoman._core")
    assert spec is not None and spec.origin is not None
    return Path(spec.origin)


def main() -> None:
    """Tries some mutants of a part."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--part", required=True, choices=sorted(PARTS))
    parser.add_argument("--count", type=int, default=40, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, help="a line of JSON for each mutant is added to it")
    args = parser.parse_args()
    shop = Workshop(ROOT / "build" / "mutation" / args.part, PARTS[args.part])
    everything = shop.all_mutants()
    tried = random.Random(args.seed).sample(everything, min(args.count, len(everything)))
    started = time.monotonic()
    failed = shop.test()
    if failed:
        raise SystemExit(f"the tests fail without a fault: {failed}")
    limit = 60 + SLOWER * (time.monotonic() - started)
    survivors = compiled = 0
    for number, mutant in enumerate(tried, 1):
        by = shop.noticed(mutant, limit)
        compiled += by != "the compiler"
        survivors += not by
        print(f"{number}/{len(tried)}  {mutant}: {by or 'NOT NOTICED'}", flush=True)
        if args.log:
            row = {"part": args.part, "mutant": str(mutant), "noticed": by}
            with args.log.open("a", encoding="utf-8") as log:
                log.write(json.dumps(row) + "\n")
    share = 1 - survivors / compiled if compiled else 1.0
    print(
        f"{args.part}: {compiled - survivors} of {compiled} mutants noticed ({share:.0%}), "
        f"{len(tried) - compiled} did not compile, of {len(everything)} possible"
    )


if __name__ == "__main__":
    main()

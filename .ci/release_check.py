"""Installs the wheels of dist/ into a new environment of every Python that is found, and lets each translate.

    python .ci/release_check.py dist/*.whl

An environment gets nothing but the wheel and what it depends on. Pythons from 3.11 on are looked for on the path and in
pyenv. What the first environment holds is written beside the wheel as a bill of materials (CycloneDX).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

VERSIONS = range(11, 30)


def pythons() -> dict[str, str]:
    """The Pythons that are here, by their version."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    places = [*os.environ["PATH"].split(os.pathsep), *map(str, sorted(pyenv.glob("*/bin")))]
    found = {}
    for minor in VERSIONS:
        for place in places:
            program = shutil.which(f"python3.{minor}", path=place)
            if program and runs(program, f"3.{minor}"):
                found[f"3.{minor}"] = program
                break
    return found


def runs(program: str, version: str) -> bool:
    """Whether it is what it is called: pyenv's programs may only say that there is none."""
    asked = [program, "-c", "import sys, venv; print('%d.%d' % sys.version_info[:2])"]
    answer = subprocess.run(asked, capture_output=True, text=True, check=False)
    return answer.stdout.strip() == version


def write_bill(python: str, wheel: str) -> None:
    """What an installation consists of, with versions and licences, in the form that scanners read."""
    scan = [sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible"]
    bill = f"{wheel.removesuffix('.whl')}.cdx.json"
    subprocess.run([*scan, "--output-file", bill, python], check=True)


def check(version: str, program: str, wheel: str, bill: bool) -> None:
    """A new environment, the wheel, and the sample: trained, translated, explained."""
    with tempfile.TemporaryDirectory() as folder:
        started = time.monotonic()
        python = f"{folder}/venv/bin/python"
        subprocess.run([program, "-m", "venv", f"{folder}/venv"], check=True)
        install = [python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", wheel]
        subprocess.run(install, check=True)
        installed = time.monotonic()
        translate(version, folder, "--small", "--directory", "small")
        translated = time.monotonic()
        print(
            f"Python {version}: {installed - started:.0f} s to install, {translated - installed:.0f} s more to the "
            f"first translations",
            flush=True,
        )
        if bill:
            write_bill(python, wheel)
        translate(version, folder, "--pairs", "500")
        took = time.monotonic() - translated
        print(f"Python {version}: {took:.0f} s for the quick start of 500 pairs", flush=True)


def translate(version: str, folder: str, *options: str) -> None:
    """The quick start, which has to say something."""
    asked = [f"{folder}/venv/bin/dragoman", "quickstart", *options]
    answer = subprocess.run(asked, cwd=folder, capture_output=True, text=True, check=False)
    if answer.returncode or not answer.stdout.strip():
        raise SystemExit(f"Python {version}: the quick start failed\n{answer.stderr}")


def main() -> None:
    """Checks every wheel that is named with every Python that there is."""
    found = pythons()
    if not found or not sys.argv[1:]:
        raise SystemExit("expected wheels, and a Python from 3.11 on")
    for wheel in sys.argv[1:]:
        for place, (version, program) in enumerate(found.items()):
            check(version, program, str(Path(wheel).resolve()), bill=place == 0)


if __name__ == "__main__":
    main()

"""The evidence for translations: processor time for a sentence, beside that of translating it.

    python -m benchmarks.speed.evidence MODEL TEXT [--sentences 60]

Sentences of 29 to 31 words are taken, one after the other. Each is translated once before, so that what a model
remembers of its text is the same for all.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import dragoman
from dragoman.io.files import read_lines

EXAMPLES = 4
"""As many as the page asks for."""


def main() -> None:
    """Reads the arguments and prints what translating and its evidence take."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("text")
    parser.add_argument("--sentences", type=int, default=60)
    arguments = parser.parse_args()
    model = dragoman.load(arguments.model)
    lines = [line for line in read_lines(arguments.text) if 29 <= len(line.split()) <= 31]
    chosen = lines[: arguments.sentences]
    model.translate(chosen)
    translating, explaining = [], []
    for line in chosen:
        started = time.process_time()
        translation = model.translate(line)
        translated = time.process_time()
        model.evidence(translation, examples=EXAMPLES)
        translating.append(1000 * (translated - started))
        explaining.append(1000 * (time.process_time() - translated))
    for name, found in (("translating", translating), ("evidence", explaining)):
        middle, most = np.median(found), max(found)
        print(f"{name}: {middle:.0f} ms of processor time, at most {most:.0f}")
    print(f"ratio of the medians: {np.median(explaining) / np.median(translating):.2f}")


if __name__ == "__main__":
    main()

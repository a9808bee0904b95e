"""Edit and decode again, as the page asks for it: processor time of an answer with its drawings and its n-best list.

    python -m benchmarks.speed.edits MODEL TEXT [--sentences 12]

Sentences of 27 to 33 words are taken. Each is explained as it is, and with each kind of change. The phrase
that is banned is the shortest one, such as a comma, which has the most translations.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import msgspec
import numpy as np

import dragoman
from dragoman.corpus.sentences import SentenceSplitter
from dragoman.io.files import read_lines
from dragoman.serve.options import ServeOptions
from dragoman.serve.requests import ExplanationRequest
from dragoman.serve.service import Service
from dragoman.serve.systems import System, Systems

PAIR = {"source": "xx", "target": "yy"}


def changes(answer: Any, weights: dict[str, float]) -> dict[str, dict[str, Any]]:
    """A change of each kind for the sentence of an answer."""
    words = answer["sentences"][0]["source"]
    sides = answer["drawings"][0]["sides"]
    return {
        "weight": {"weights": {"lm": 1.5 * weights["lm"]}},
        "limit": {"search": {"table_limit": 10}},
        "ban": {"ban": [min(sides, key=lambda side: len(side[0]))]},
        "force": {"force": [{"sentence": 0, "begin": 3, "end": 4, "translation": "something"}]},
        "term": {"terms": [[words[5], "something"]]},
    }


def main() -> None:
    """Reads the arguments and prints a line for each kind of change."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("text")
    parser.add_argument("--sentences", type=int, default=12)
    arguments = parser.parse_args()
    model = dragoman.load(arguments.model)
    lines = [line for line in read_lines(arguments.text) if 27 <= len(line.split()) <= 33]
    options = ServeOptions(log=False, threads=1)
    service = Service(Systems([System("model", model, *PAIR.values())]), options)
    times: dict[str, list[float]] = {}

    def ask(kind: str, line: str, **more: Any) -> Any:
        asked = {"q": line, **PAIR, "nbest": 10, "drawings": True, **more}
        started = time.process_time()
        answer = service.explain(msgspec.convert(asked, ExplanationRequest), time.monotonic() + 600)
        msgspec.json.encode(answer)
        times.setdefault(kind, []).append(1000 * (time.process_time() - started))
        return answer

    splitter = SentenceSplitter(PAIR["source"])
    single = [line for line in lines if len(splitter(line)) == 1]
    for line in single[: arguments.sentences]:
        plain = ask("plain", line)
        for kind, edits in changes(plain, model.weights).items():
            ask(kind, line, edits=edits)
    service.close()
    for kind, found in times.items():
        print(f"{kind:7} median {np.median(found):5.0f} ms, at most {max(found):5.0f} ms")


if __name__ == "__main__":
    main()

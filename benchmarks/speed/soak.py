"""Memory of long runs, which must stay flat: sentences through one model and one server, requests to the judging page.

    python -m benchmarks.speed.soak MODEL TEXT [--sentences 100000] [--requests 20000] [--threads 2]

The text is translated over and over, in batches, with n-best lists and explanations now and then; then the same by
requests to ``dragoman serve``, some of which ask for alternatives. The resident memory is looked at a hundred times,
of 100,000 sentences after every 1,000, and printed after every tenth part; the growth is that from the second tenth on,
when all caches have their size.
"""

from __future__ import annotations

import argparse
import json
import os
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING

import dragoman
from dragoman.io.files import read_lines
from dragoman.judge.campaign import Campaign
from dragoman.judge.judgement import Material, SelectionOptions

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from dragoman.serve.options import ServeOptions

STEPS, SHOWN = 100, 10
BATCH = 100
REQUEST = 20
"""Sentences of a batch, and of a request."""


def memory() -> float:
    """Resident memory of this process in MiB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def translate(model: str, text: str, sentences: int, threads: int) -> Iterator[None]:
    """A hundredth of the sentences at a time."""
    loaded = dragoman.load(model)
    lines = cycle(list(read_lines(text)))
    for step in range(STEPS):
        for number in range(0, sentences // STEPS, BATCH):
            batch = list(islice(lines, BATCH))
            loaded.translate(batch, threads=threads, nbest=5 if number % 1000 == 0 else 0)
        loaded.translate(next(lines)).explain() if step else None
        yield


@contextmanager
def serving(app: ASGIApp, options: ServeOptions) -> Iterator[str]:
    """The address of an application that is served by a thread of this process."""
    from dragoman.serve.server import listen, make_server

    with listen("127.0.0.1", 0) as place:
        server = make_server(app, options)
        thread = Thread(target=server.run, args=([place],))
        thread.start()
        try:
            yield f"http://127.0.0.1:{place.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


def serve(model: str, text: str, sentences: int, threads: int) -> Iterator[None]:
    """The same by requests over a socket."""
    from dragoman.serve.app import make_app
    from dragoman.serve.options import ServeOptions
    from dragoman.serve.systems import Systems

    systems = Systems.open([model], ["de-en"])
    lines = cycle(list(read_lines(text)))
    options = ServeOptions(threads=threads, log=False)
    with serving(make_app(systems, options), options) as address:
        for _ in range(STEPS):
            for number in range(0, sentences // STEPS, REQUEST):
                asked = {
                    "q": list(islice(lines, REQUEST)),
                    "source": "de",
                    "target": "en",
                    "alternatives": 3 if number % 1000 == 0 else 0,
                }
                head = {"Content-Type": "application/json"}
                request = urllib.request.Request(
                    f"{address}/translate", json.dumps(asked).encode(), head
                )
                with urllib.request.urlopen(request) as answer:
                    json.load(answer)
            yield


def judge(requests: int, place: Path) -> Iterator[None]:
    """Questions of a thousand annotators."""
    from dragoman.serve.app import make_judge_app
    from dragoman.serve.options import ServeOptions

    count = 50
    sides = [[f"{system} {i}" for i in range(count)] for system in "ab"]
    material = Material(("A", "B"), (sides[0], sides[1]), sides[0])
    campaign = Campaign(material, SelectionOptions(shortest=1), place / "journal")
    options = ServeOptions(log=False)
    with serving(make_judge_app(campaign, options), options) as address:
        for step in range(STEPS):
            for number in range(requests // STEPS):
                name = f"annotator{(step * requests // STEPS + number) % 1000}"
                with urllib.request.urlopen(f"{address}/question?annotator={name}") as answer:
                    json.load(answer)
            yield


def watch(name: str, steps: Iterator[None]) -> None:
    """Prints the memory after every step."""
    found = []
    for _ in steps:
        found.append(memory())
        if len(found) % SHOWN == 0:
            print(f"{name:10} {len(found):3d}/{STEPS} {found[-1]:9.1f} MiB", flush=True)
    settled = found[2 * SHOWN - 1 :]
    print(
        f"{name:10} growth  {settled[-1] - settled[0]:9.1f} MiB, "
        f"between {min(settled):.1f} and {max(settled):.1f} MiB",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Memory of long runs.")
    parser.add_argument("model")
    parser.add_argument("text")
    parser.add_argument("--sentences", type=int, default=100_000)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    watch("translate", translate(options.model, options.text, options.sentences, options.threads))
    watch("serve", serve(options.model, options.text, options.sentences, options.threads))
    with TemporaryDirectory() as place:
        watch("judge", judge(options.requests, Path(place)))


if __name__ == "__main__":
    main()

"""Many clients with a connection each on one server: nothing that was accepted is dropped, and memory stays flat.

    python -m benchmarks.speed.crowd MODEL TEXT [--clients 1000] [--seconds 120] [--think 5]

``dragoman serve`` runs in a process of its own. Every client keeps its connection, sends a line of the text, reads the
answer, and thinks for a random time. If the server has closed the connection meanwhile, since nothing was asked, it
opens another. An answer is right (what the line's first answer was), wrong, or a refusal (the status 429: the server is
busy). A request that comes while the server closes the connection is not accepted; the server's own count of requests
says how many answers were dropped. Its resident memory is looked at twenty times; the growth is that from the fifth
part on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from urllib.request import urlopen

from dragoman.io.files import read_lines

LOOKS = 20
HEAD = "POST /translate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n"
_COUNTED = re.compile(rb'^dragoman_requests_total{route="/translate",.*} ([0-9]+)$', re.MULTILINE)
_LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)


def memory(process: int) -> float:
    """Resident memory of a process in MiB."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


class Crowd:
    """The clients, and what they were told."""

    def __init__(self, port: int, lines: list[str], languages: tuple[str, str]) -> None:
        self._port, self._lines, self._languages = port, lines, languages
        self._known: dict[str, str] = {}
        self.told: Counter[str] = Counter()

    async def client(self, number: int, end: float, think: float) -> None:
        """Ask until the time is over; what was sent is waited for."""
        chance = random.Random(number)
        await asyncio.sleep(chance.uniform(0, think))
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        while time.monotonic() < end:
            line = chance.choice(self._lines)
            if reader.at_eof():
                writer.close()
                reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
                self.told["opened again"] += 1
            try:
                self.told[await self._ask(reader, writer, line)] += 1
            except (OSError, EOFError, ValueError):
                self.told["not accepted, or dropped"] += 1
                reader.feed_eof()
                continue
            await asyncio.sleep(chance.uniform(0, 2 * think))
        writer.close()

    async def _ask(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, line: str
    ) -> str:
        source, target = self._languages
        body = json.dumps({"q": line, "source": source, "target": target}).encode()
        writer.write(HEAD.format(len(body)).encode() + body)
        head = await reader.readuntil(b"\r\n\r\n")
        length = _LENGTH.search(head)
        assert length is not None
        answer = json.loads(await reader.readexactly(int(length[1])))
        status = head.split()[1].decode()
        if status != "200":
            return status
        text = answer["translatedText"]
        return "right" if self._known.setdefault(line, text) == text else "wrong"


def accepted(port: int) -> int:
    """How many translations the server says it was asked for."""
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60) as metrics:
        counted = _COUNTED.findall(metrics.read())
    return sum(map(int, counted))


async def _looked_at(process: int, end: float) -> list[float]:
    """The memory of the server, twenty times until the end."""
    found = []
    for left in range(LOOKS, 0, -1):
        await asyncio.sleep(max(0.0, end - time.monotonic()) / left)
        found.append(memory(process))
    return found


async def _run(args: argparse.Namespace, process: int, port: int) -> tuple[Crowd, list[float]]:
    source, _, target = args.languages.partition("-")
    crowd = Crowd(port, [line for line in read_lines(args.text) if line], (source, target))
    end = time.monotonic() + args.seconds
    clients = [crowd.client(number, end, args.think) for number in range(args.clients)]
    asked = asyncio.gather(*clients)
    looks = await _looked_at(process, end)
    await asked
    return crowd, looks


def main() -> None:
    """Serves the model, lets the clients ask and prints what they were told."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("model")
    parser.add_argument("text")
    parser.add_argument("--languages", default="de-en")
    parser.add_argument("--clients", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--think", type=float, default=5.0, help="seconds, on average")
    args = parser.parse_args()
    words = [sys.executable, "-m", "dragoman", "serve", args.model, "--languages", args.languages]
    with subprocess.Popen(
        [*words, "--port", "0", "--no-log"], stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stderr is not None
        found = None
        while found is None:
            found = re.search(r"127\.0\.0\.1:([0-9]+)/", server.stderr.readline())
        try:
            crowd, looks = asyncio.run(_run(args, server.pid, int(found[1])))
            asked = accepted(int(found[1]))
        finally:
            server.terminate()
    after = looks[LOOKS // 5 :]
    print(f"{args.clients:,} clients, {args.seconds:g} seconds: {dict(sorted(crowd.told.items()))}")
    print(f"memory {min(after):.1f} to {max(after):.1f} MiB, growth {after[-1] - after[0]:+.1f}")
    answered = sum(
        crowd.told[told] for told in crowd.told if told in ("right", "wrong", "429", "503")
    )
    print(f"accepted {asked:,}, dropped {asked - answered:,}")
    if asked != answered or crowd.told["wrong"]:
        sys.exit(1)


if __name__ == "__main__":
    main()

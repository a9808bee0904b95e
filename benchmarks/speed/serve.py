"""The server under load: sentences a second beside the decoder's own, and the time of requests, on this machine only.

    python -m benchmarks.speed.serve MODEL TEXT [--clients 1 10 100 1000] [--requests 2000] [--rounds 3] [--threads 2]
    python -m benchmarks.speed.serve MODEL TEXT --clients 100 --requests 100000 --memory

``dragoman serve`` runs as a process of its own. Every request has one sentence of the text, and every client sends the
next one when it has its answer. In each round the decoder translates the same sentences in one call, before the server
and after it; ``ratio`` is the server's throughput divided by the mean of both. All figures are medians of the rounds;
the last two columns are the least and the greatest ratio.

The clients share the cores with the server, so they do as little as they can: one thread, open connections, requests
that were written before the clock starts. ``cpu`` is the processor time of one sentence in milliseconds: that of the
decoder, of the server and of the clients. ``cpu ratio`` is the decoder's divided by the server's: what the ratio would
be if the clients were elsewhere. With ``--memory`` the server's resident memory is printed after every tenth of the
requests.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np

import dragoman
from dragoman.io.files import read_lines

PAIR = {"source": "de", "target": "en"}
HEAD = (
    "POST /translate HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    "Content-Length: {}\r\n\r\n"
)
LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
ROW = "  {:11.1f}  {:7.1f}  {:5.2f}  {:7.2f}  {:6.2f}  {:7.2f}  {:9.2f}  {:6.0f}  {:6.0f}  {:7.0f}  {:5.2f}  {:4.2f}"
RATIO = 2
"""Its place among the columns."""
TICKS = os.sysconf("SC_CLK_TCK")


class Load(NamedTuple):
    """What the clients saw."""

    seconds: float
    times: list[float]
    refused: int
    processor: float
    """Seconds of processor time of the clients themselves."""


class Client:
    """A connection that has at most one request under way."""

    def __init__(self, port: int) -> None:
        self.place = socket.create_connection(("127.0.0.1", port), timeout=600)
        self.place.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.begun = 0.0
        self._got = b""

    def send(self, request: bytes) -> None:
        self.begun = time.perf_counter()
        self.place.sendall(request)

    def answer(self) -> bool | None:
        """Whether the request was answered well, once its whole answer is there."""
        some = self.place.recv(1 << 16)
        if not some:
            raise ConnectionError("the server has closed a connection")
        self._got += some
        head, found, body = self._got.partition(b"\r\n\r\n")
        if not found:
            return None
        length = LENGTH.search(head)
        if length is None or len(body) < int(length[1]):
            return None
        self._got = b""
        return head.startswith(b"HTTP/1.1 200")


def load(port: int, lines: list[str], clients: int) -> Load:
    """Sends all requests."""
    bodies = [json.dumps({"q": line, **PAIR}).encode() for line in lines]
    requests = iter([HEAD.format(len(body)).encode() + body for body in bodies])
    times: list[float] = []
    refused = 0
    with selectors.DefaultSelector() as ready:
        waiting = [Client(port) for _ in range(clients)]
        started, used = time.perf_counter(), time.process_time()
        for client, request in zip(waiting, requests, strict=False):
            ready.register(client.place, selectors.EVENT_READ, client)
            client.send(request)
        while len(times) < len(lines):
            for key, _ in ready.select():
                right = key.data.answer()
                if right is None:
                    continue
                times.append(time.perf_counter() - key.data.begun)
                refused += not right
                request = next(requests, b"")
                if request:
                    key.data.send(request)
                else:  # the server closes connections that rest for some seconds
                    ready.unregister(key.fileobj)
        seconds, processor = time.perf_counter() - started, time.process_time() - used
    for client in waiting:
        client.place.close()
    return Load(seconds, times, refused, processor)


class Server(NamedTuple):
    """A running server."""

    process: int
    port: int

    def processor(self) -> float:
        """Seconds of processor time that it has used."""
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def resident(self) -> float:
        """Megabytes of its memory."""
        for line in read_lines(f"/proc/{self.process}/status"):
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        return float("nan")


@contextmanager
def served(model: str, threads: int) -> Iterator[Server]:
    """``dragoman serve`` with room for all clients."""
    with socket.create_server(("127.0.0.1", 0)) as place:
        port = place.getsockname()[1]
    command = [sys.executable, "-m", "dragoman", "serve", model, "--no-log", "--port", str(port)]
    command += ["--languages", "-".join(PAIR.values()), "--threads", str(threads)]
    command += ["--queue", "4096", "--seconds", "600"]
    process = subprocess.Popen(command)
    try:
        while process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except ConnectionRefusedError:
                time.sleep(0.1)
        if process.poll() is not None:
            raise SystemExit("the server has ended")
        yield Server(process.pid, port)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()


def alone(model: dragoman.Model, lines: list[str], threads: int) -> tuple[float, float]:
    """Sentences a second of the decoder, and seconds of processor time."""
    started, used = time.perf_counter(), time.process_time()
    model.translate(lines, threads=threads)
    return len(lines) / (time.perf_counter() - started), time.process_time() - used


def measure(
    model: dragoman.Model, lines: list[str], clients: int, threads: int, server: Server
) -> list[float]:
    """The columns of one round."""
    before = alone(model, lines, threads)
    used = server.processor()
    found = load(server.port, lines, clients)
    taken = server.processor() - used
    after = alone(model, lines, threads)
    own, decoder = (before[0] + after[0]) / 2, (before[1] + after[1]) / 2
    rate = len(lines) / found.seconds
    each = [1000 * value / len(lines) for value in (decoder, taken, found.processor)]
    latencies = np.percentile(found.times, [50, 99]) * 1000
    return [rate, own, rate / own, *each, decoder / taken, *latencies, found.refused]


def remember(lines: list[str], clients: int, server: Server) -> None:
    """Prints the memory of the server from time to time."""
    part = max(1, len(lines) // 10)
    for first in range(0, len(lines), part):
        load(server.port, lines[first : first + part], clients)
        done = min(first + part, len(lines))
        print(f"{done:8} requests  {server.resident():8.1f} MB", flush=True)


def main() -> None:
    """Reads the arguments and prints a line for each number of clients."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("text")
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 10, 100, 1000])
    parser.add_argument("--requests", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--memory", action="store_true", help="print the server's memory instead")
    arguments = parser.parse_args()
    lines = [line for line in read_lines(arguments.text) if line.strip()][: arguments.requests]
    lines = (lines * (arguments.requests // len(lines) + 1))[: arguments.requests]
    with served(arguments.model, arguments.threads) as server:
        load(server.port, lines[:100], 10)
        if arguments.memory:
            for clients in arguments.clients:
                remember(lines, clients, server)
            return
        model = dragoman.load(arguments.model)
        model.translate(lines[:100], threads=arguments.threads)
        print(
            "clients  sentences/s  decoder  ratio  decoder  server  clients  cpu ratio  "
            "p50 ms  p99 ms  refused  least  most"
        )
        for clients in arguments.clients:
            rounds = [
                measure(model, lines, clients, arguments.threads, server)
                for _ in range(arguments.rounds)
            ]
            columns = np.median(rounds, axis=0)
            ratios = [columns[RATIO] for columns in rounds]
            print(f"{clients:7}" + ROW.format(*columns, min(ratios), max(ratios)), flush=True)


if __name__ == "__main__":
    main()

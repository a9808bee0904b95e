"""The server under load: sentences a second beside the decoder's own, and the time of requests, on this machine only.

    python benchmarks/serve.py MODEL TEXT [--clients 1 10 100 1000] [--requests 200] [--threads 2]
    python benchmarks/serve.py MODEL TEXT --clients 100 --requests 100000 --memory

Every request has one sentence of the text. The decoder translates the same sentences in one call, before and after;
``ratio`` is the server's throughput divided by the better of both.

The clients are threads of a process of their own, which share the cores with the server: on a machine with few cores,
or where others work too, seconds say little. So the processor time of one sentence is printed too, in milliseconds:
that of the decoder, of the server and of the clients. ``cpu ratio`` is the decoder's divided by the server's. With
``--memory`` the server's resident memory is printed after every tenth of the requests.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from threading import Thread, local
from typing import NamedTuple

import numpy as np

import dragoman
from dragoman.common.files import read_lines
from dragoman.serve.options import ServeOptions
from dragoman.serve.server import listen, make_server
from dragoman.serve.systems import System, Systems

PAIR = {"source": "xx", "target": "yy"}
KIND = {"Content-Type": "application/json"}


class Load(NamedTuple):
    """What the clients saw."""

    seconds: float
    times: list[float]
    refused: int
    processor: float
    """Seconds of processor time of the clients themselves."""


Ask = Callable[[list[str], int], Load]


def load(port: int, lines: list[str], clients: int) -> Load:
    """Sends all requests."""
    own = local()
    used = time.process_time()

    def ask(line: str) -> tuple[float, bool]:
        started = time.perf_counter()
        if not hasattr(own, "connection"):
            own.connection = HTTPConnection("127.0.0.1", port, timeout=600)
        own.connection.request("POST", "/translate", json.dumps({"q": line, **PAIR}), KIND)
        answer = own.connection.getresponse()
        answer.read()
        return time.perf_counter() - started, answer.status == 200

    started = time.perf_counter()
    with ThreadPoolExecutor(clients) as pool:
        done = list(pool.map(ask, lines))
    seconds = time.perf_counter() - started
    refused = sum(not right for _, right in done)
    return Load(seconds, [one for one, _ in done], refused, time.process_time() - used)


def alone(model: dragoman.Model, lines: list[str], threads: int) -> tuple[float, float]:
    """Sentences a second of the decoder, and seconds of processor time."""
    started, used = time.perf_counter(), time.process_time()
    model.translate(lines, threads=threads)
    return len(lines) / (time.perf_counter() - started), time.process_time() - used


def resident() -> float:
    """Megabytes of memory of this process."""
    for line in read_lines("/proc/self/status"):
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return float("nan")


def measure(model: dragoman.Model, lines: list[str], clients: int, threads: int, ask: Ask) -> None:
    """Prints the line of a number of clients."""
    before = alone(model, lines, threads)
    used = time.process_time()
    found = ask(lines, clients)
    server = time.process_time() - used
    after = alone(model, lines, threads)
    best, decoder = max(before[0], after[0]), (before[1] + after[1]) / 2
    rate = len(lines) / found.seconds
    middle, high = np.percentile(found.times, [50, 99]) * 1000
    each = [1000 * value / len(lines) for value in (decoder, server, found.processor)]
    print(
        f"{clients:7}  {rate:11.1f}  {best:7.1f}  {rate / best:5.2f}  {each[0]:7.2f}  {each[1]:6.2f}  "
        f"{each[2]:7.2f}  {decoder / server:9.2f}  {middle:6.0f}  {high:6.0f}  {found.refused:7}",
        flush=True,
    )


def remember(lines: list[str], clients: int, ask: Ask) -> None:
    """Prints the memory of the server from time to time."""
    part = max(1, len(lines) // 10)
    for first in range(0, len(lines), part):
        ask(lines[first : first + part], clients)
        done = min(first + part, len(lines))
        print(f"{done:8} requests  {resident():8.1f} MB", flush=True)


def main() -> None:
    """Reads the arguments and prints a line for each number of clients."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("text")
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 10, 100, 1000])
    parser.add_argument("--requests", type=int, default=200)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--memory", action="store_true", help="print the server's memory instead")
    arguments = parser.parse_args()
    model = dragoman.load(arguments.model)
    lines = [line for line in read_lines(arguments.text) if line.strip()][: arguments.requests]
    lines = (lines * (arguments.requests // len(lines) + 1))[: arguments.requests]
    options = ServeOptions(log=False, threads=arguments.threads, queue=4096, seconds=600.0)
    with (
        listen("127.0.0.1", 0) as place,
        multiprocessing.get_context("spawn").Pool(1) as process,
    ):
        server = make_server(Systems([System("model", model, *PAIR.values())]), options)
        thread = Thread(target=server.run, args=([place],))
        thread.start()
        while not server.started:
            time.sleep(0.01)
        port = place.getsockname()[1]
        process.apply(load, (port, lines[:4], 1))

        def ask(some: list[str], clients: int) -> Load:
            return process.apply(load, (port, some, clients))

        try:
            if arguments.memory:
                for clients in arguments.clients:
                    remember(lines, clients, ask)
            else:
                print(
                    "clients  sentences/s  decoder  ratio  decoder  server  clients  cpu ratio  "
                    "p50 ms  p99 ms  refused"
                )
                for clients in arguments.clients:
                    measure(model, lines, clients, arguments.threads, ask)
        finally:
            server.should_exit = True
            thread.join()


if __name__ == "__main__":
    main()

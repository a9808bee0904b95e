"""The server under load: sentences a second beside the decoder's own, and the time of requests, on this machine only.

    python benchmarks/serve.py MODEL TEXT [--clients 1 10 100 1000] [--requests 200] [--threads 2]

Every request has one sentence of the text. The decoder translates the same sentences in one call, before and after;
``ratio`` is the server's throughput divided by the better of both. The clients are threads of a process of their own,
which share the cores with the server.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from threading import Thread, local

import numpy as np

import dragoman
from dragoman.common.files import read_lines
from dragoman.serve.options import ServeOptions
from dragoman.serve.server import listen, make_server
from dragoman.serve.systems import System, Systems

PAIR = {"source": "xx", "target": "yy"}
KIND = {"Content-Type": "application/json"}


def load(port: int, lines: list[str], clients: int) -> tuple[float, list[float], int]:
    """Seconds for all requests, the time of each, and how many were refused."""
    own = local()

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
    return seconds, [one for one, _ in done], sum(not right for _, right in done)


def alone(model: dragoman.Model, lines: list[str], threads: int) -> float:
    """Sentences a second of the decoder."""
    started = time.perf_counter()
    model.translate(lines, threads=threads)
    return len(lines) / (time.perf_counter() - started)


def main() -> None:
    """Reads the arguments and prints a line for each number of clients."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("text")
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 10, 100, 1000])
    parser.add_argument("--requests", type=int, default=200)
    parser.add_argument("--threads", type=int, default=2)
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
        print("clients  sentences/s  decoder  ratio  p50 ms  p99 ms  refused")
        try:
            for clients in arguments.clients:
                before = alone(model, lines, arguments.threads)
                seconds, times, refused = process.apply(load, (port, lines, clients))
                own = max(before, alone(model, lines, arguments.threads))
                rate = len(lines) / seconds
                middle, high = np.percentile(times, [50, 99]) * 1000
                rates = f"{clients:7}  {rate:11.1f}  {own:7.1f}  {rate / own:5.2f}"
                print(f"{rates}  {middle:6.0f}  {high:6.0f}  {refused:7}", flush=True)
        finally:
            server.should_exit = True
            thread.join()


if __name__ == "__main__":
    main()

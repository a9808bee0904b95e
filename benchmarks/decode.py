"""The phrase decoder against moses and moses2: same model, same input, same settings, one run.

    python benchmarks/decode.py --rules RULES --lm LM --ini moses.ini --input input.de [--moses2-ini binary.ini]

RULES and LM are our binary tables of what ``moses.ini`` names. The peers are taken from PATH if they are there. Speed
is in source words a second of processor time, loading excluded: the peers' loading is measured by a run on one line.
Model scores of the peers' translations are those of their own n-best output. Then: two threads, opening time, peak
memory, and the time a sentence takes by its length.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from dragoman.common.files import read_lines
from dragoman.grammar import RuleTable
from dragoman.lm import LanguageModel
from dragoman.search import Input, PhraseDecoder, SearchOptions

FEATURES = {
    "LM0": ["lm"],
    "TranslationModel0": ["phrase_inverse", "lexical_inverse", "phrase_direct", "lexical_direct"],
    "PhrasePenalty0": ["phrase_penalty"],
    "WordPenalty0": ["word_penalty"],
    "UnknownWordPenalty0": ["unknown"],
    "Distortion0": ["distortion"],
    "LexicalReordering0": [
        f"reordering.{direction}.{orientation}"
        for direction in ("backward", "forward")
        for orientation in ("monotone", "swap", "discontinuous")
    ],
}
SETTINGS = {
    "stack": ["-s", "200", "-b", "0.00001"],
    "cube": [
        "-search-algorithm",
        "1",
        "-cube-pruning-pop-limit",
        "1000",
        "-s",
        "200",
        "-b",
        "0.00001",
    ],
}


def read_weights(ini: str) -> dict[str, float]:
    """The weights of a moses.ini by our names."""
    weights: dict[str, float] = {}
    for line in read_lines(ini):
        name, _, values = line.partition("= ")
        if name.strip() in FEATURES and values:
            weights.update(zip(FEATURES[name.strip()], map(float, values.split()), strict=True))
    return weights


def run_peer(program: str, ini: str, lines: list[str], settings: list[str]):
    """(CPU seconds, peak MB, mean score or None) of a peer on some lines."""
    with tempfile.TemporaryDirectory() as directory:
        source, nbest = Path(directory) / "source", Path(directory) / "nbest"
        source.write_text("".join(line + "\n" for line in lines))
        command = [program, "-f", ini, *settings, "-threads", "1"]
        command += ["-n-best-list", str(nbest), "1"]
        with source.open("rb") as stdin:
            process = subprocess.Popen(
                command, stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            _, status, usage = os.wait4(process.pid, 0)
        if status != 0:
            sys.exit(f"{program} failed")
        scores = [float(line.split("|||")[3]) for line in nbest.read_text().splitlines()]
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, sum(scores) / len(scores)


def run_ours(decoder: PhraseDecoder, inputs: list[Input], threads: int = 1):
    """(CPU seconds, wall seconds, mean score)."""
    cpu, wall = time.process_time(), time.perf_counter()
    results = decoder.decode(inputs, threads=threads)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    return cpu, wall, sum(result.score for result in results) / len(results)


def show_curve(decoder: PhraseDecoder, words: list[str]) -> None:
    """Milliseconds of processor time a word, for sentences of growing length."""
    print("\nlength   ms a word")
    for length in (10, 20, 40, 80, 160, 320, 640):
        sentence = (words * (length // len(words) + 1))[:length]
        cpu, _, _ = run_ours(decoder, [Input(sentence)])
        print(f"{length:6d} {1000 * cpu / length:11.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--rules", required=True)
    parser.add_argument("--lm", required=True)
    parser.add_argument("--ini", required=True)
    parser.add_argument("--moses2-ini", help="for moses2, such as one with a binary table")
    parser.add_argument("--input", required=True)
    parser.add_argument("--lines", type=int, default=500)
    arguments = parser.parse_args()
    lines = list(read_lines(arguments.input))[: arguments.lines]
    inputs = [Input(line.split()) for line in lines]
    words = sum(len(one.tokens) for one in inputs)

    start = time.perf_counter()
    rules, lm = RuleTable.open(arguments.rules), LanguageModel.open(arguments.lm)
    weights = read_weights(arguments.ini)
    PhraseDecoder(rules, [lm], weights)
    print(f"opening {time.perf_counter() - start:.3f} s, {len(lines)} lines, {words} words\n")
    print("system   search   words/s   mean score   peak MB")
    rates: dict[tuple[str, str], float] = {}
    for search, settings in SETTINGS.items():
        decoder = PhraseDecoder(rules, [lm], weights, SearchOptions(search=search))
        cpu, _, score = run_ours(decoder, inputs)
        rates["dragoman", search] = words / cpu
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"dragoman {search:6} {words / cpu:9.0f} {score:12.4f} {peak:9.0f}", flush=True)
        for peer, ini in (
            ("moses", arguments.ini),
            ("moses2", arguments.moses2_ini or arguments.ini),
        ):
            program = shutil.which(peer)
            if program is None:
                continue
            load, _, _ = run_peer(program, ini, lines[:1], settings)
            cpu, peak, score = run_peer(program, ini, lines, settings)
            rates[peer, search] = words / (cpu - load)
            print(
                f"{peer:8} {search:6} {words / (cpu - load):9.0f} {score:12.4f} {peak:9.0f}",
                flush=True,
            )
    print()
    for (peer, search), rate in rates.items():
        if peer != "dragoman":
            print(f"{search}: {rates['dragoman', search] / rate:.2f} times {peer}")
    decoder = PhraseDecoder(rules, [lm], weights)
    decoder.decode(inputs, threads=2)  # both threads have met the frequent phrases
    cpu_one, one, _ = run_ours(decoder, inputs)
    cpu_two, two, _ = run_ours(decoder, inputs, threads=2)
    print(
        f"two threads: {one / two:.2f} times one in wall time, {cpu_two / cpu_one:.2f} times its processor time"
    )
    show_curve(decoder, max((list(one.tokens) for one in inputs), key=len))


if __name__ == "__main__":
    main()

"""How time grows with the length of one input: for every way in, a curve over lengths and its exponent.

    python -m benchmarks.speed.long_input                  # all
    python -m benchmarks.speed.long_input --words 16000 terms constraints

The exponent is that of the last doubling: 1 is linear, 2 quadratic. Times are processor time of one call, the least of
three.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from dragoman.corpus.conllu import read_conllu
from dragoman.corpus.constituency import read_trees
from dragoman.corpus.preparation import TextPreparation
from dragoman.corpus.sentences import SentenceSplitter
from dragoman.documents import Content, parse
from dragoman.documents.detection import detect
from dragoman.grammar import REORDERING_COLUMNS, SCORE_COLUMNS, Rule, RuleTable
from dragoman.lm import LanguageModel, LMOptions
from dragoman.model import Model
from dragoman.model.requests.constraints import Constraints
from dragoman.model.requests.markup import parse_markup
from dragoman.model.requests.terminology import Terminology
from dragoman.search import Input

Run = Callable[[], object]
"""What is timed; making the input is not."""


def _words(count: int) -> list[str]:
    return [f"w{place % 97}" for place in range(count)]


def one_long_term(words: int, place: Path) -> Run:
    """A term of a fifth of the line that almost fits everywhere."""
    term = ["a"] * (words // 5)
    terms = Terminology({(*term, "b"): [["x"]]})
    line = ["a"] * words
    return lambda: terms.zones(line)


def many_terms(words: int, place: Path) -> Run:
    """As many terms as words, of one to nine words."""
    line = _words(words)
    terms = Terminology({tuple(line[i : i + 1 + i % 9]): [["x"]] for i in range(words)})
    return lambda: terms.zones(line)


def constraints(words: int, place: Path) -> Run:
    """A demand on every second word."""
    file = place / "constraints"
    file.write_text("".join(f"1\t{i}\ttranslation\tx\n" for i in range(0, words, 2)))
    sentence = Input(_words(words))
    return lambda: Constraints(file, TextPreparation()).apply(sentence, 1)


def markup(words: int, place: Path) -> Run:
    """A tag around every second word."""
    pairs = zip(*[iter(_words(words))] * 2, strict=True)
    line = " ".join(f'<x translation="y">{one}</x> {two}' for one, two in pairs)
    return lambda: parse_markup(line, TextPreparation())


def open_tags(words: int, place: Path) -> Run:
    """Brackets that begin a tag and end none."""
    line = '<x translation="y" ' * words

    def run() -> None:
        try:
            parse_markup(line, TextPreparation())
        except Exception as error:
            assert "FormatError" in type(error).__name__

    return run


def tokenize(words: int, place: Path) -> Run:
    """Words with punctuation, German."""
    text = TextPreparation(tokenize=True, source_language="de", target_language="de")
    line = " ".join(f"{word}, (Dr. {word}.)" for word in _words(words))
    return lambda: text.source.words(line)


def one_word(words: int, place: Path) -> Run:
    """One word of letters, full stops and hyphens without a blank."""
    text = TextPreparation(tokenize=True, source_language="en", target_language="en")
    line = "a.b-c'd" * words
    return lambda: text.source.words(line)


def sentences(words: int, place: Path) -> Run:
    """A paragraph of short sentences."""
    line = " ".join(f"{word.capitalize()}." for word in _words(words))
    splitter = SentenceSplitter("en")
    return lambda: list(splitter(line))


def html(words: int, place: Path) -> Run:
    """Tags that are nested and never closed."""
    data = ("<b>x <div>" * words).encode()
    return lambda: parse(Content("page.html", data, "en", "de"), "html").segments


def markdown(words: int, place: Path) -> Run:
    """Marks of emphasis and links that may begin everywhere."""
    data = ("*a **b [c](" * words).encode()
    return lambda: parse(Content("page.md", data, "en", "de"), "markdown").segments


def blanks(words: int, place: Path) -> Run:
    """Plain text with blanks between two words."""
    data = ("word" + " " * words + "word").encode()
    return lambda: parse(Content("page.txt", data, "en", "de"), "text").segments


def format_of_links(words: int, place: Path) -> Run:
    """Which format it is: names of links that have no end (the first 64 KiB are looked at)."""
    data = ("[a" * words).encode()
    return lambda: detect(Content("page", data, "en", "de"))


def format_of_instructions(words: int, place: Path) -> Run:
    """Which format it is: instructions of XML, and no element."""
    data = ("<??>" * words).encode()
    return lambda: detect(Content("page", data, "en", "de"))


def conllu(words: int, place: Path) -> Run:
    """A tree that is one chain."""
    file = place / "chain.conllu"
    rows = (f"{i}\tw\t_\t_\t_\t_\t{i - 1}\tdep\t_\t_\n" for i in range(1, words + 1))
    file.write_text("".join(rows) + "\n")
    return lambda: list(read_conllu(file))


def brackets(words: int, place: Path) -> Run:
    """A flat tree."""
    file = place / "trees"
    file.write_text("(S " + " ".join(f"(N {word})" for word in _words(words)) + ")\n")
    return lambda: list(read_trees(file))


def translate(words: int, place: Path) -> Run:
    """A line of known and unknown words, with reordering."""
    lm = LanguageModel.train(["the house is small", "that is the house"] * 3, LMOptions(order=3))
    zero = dict.fromkeys((*SCORE_COLUMNS, *REORDERING_COLUMNS), -1.0)
    scores = {name: zero[name] for name in SCORE_COLUMNS}
    reordering = {name: zero[name] for name in REORDERING_COLUMNS}
    pairs = [("das", "the"), ("das", "that"), ("haus", "house"), ("das haus", "the house")]
    table = RuleTable.build(Rule(*pair, (), scores, reordering) for pair in pairs)
    model = Model(table, [lm])
    line = " ".join(["das haus x"] * (words // 3))
    return lambda: model.translate(line)


CASES = {
    case.__name__: case
    for case in (
        one_long_term,
        many_terms,
        constraints,
        markup,
        open_tags,
        tokenize,
        one_word,
        sentences,
        html,
        markdown,
        blanks,
        format_of_links,
        format_of_instructions,
        conllu,
        brackets,
        translate,
    )
}


def measure(run: Run) -> float:
    """Processor time, the least of three."""
    found = []
    for _ in range(3):
        begin = time.process_time()
        run()
        found.append(time.process_time() - begin)
    return min(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("cases", nargs="*", choices=[*CASES, []], help="all unless named")
    parser.add_argument("--words", type=int, default=8000, help="of the longest input")
    options = parser.parse_args()
    lengths = [options.words >> step for step in (3, 2, 1, 0)]
    print(f"{'seconds for words':20}", *(f"{length:9d}" for length in lengths), " exponent")
    with TemporaryDirectory() as place:
        for name in options.cases or CASES:
            times = [measure(CASES[name](length, Path(place))) for length in lengths]
            exponent = math.log2(times[-1] / times[-2])
            print(f"{name:20}", *(f"{seconds:9.4f}" for seconds in times), f"{exponent:9.2f}")
            sys.stdout.flush()


if __name__ == "__main__":
    main()

"""Hierarchical grammars, their Moses systems, lattices, and models of the chart decoder."""

from __future__ import annotations

from functools import cache
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from dragoman.corpus.preparation import TextPreparation
from dragoman.grammar import (
    SCORE_COLUMNS,
    AlignedBitext,
    HierarchicalLookupOptions,
    Rule,
    RuleTable,
    SuffixGrammar,
    read_glue,
    read_grammar,
)
from dragoman.grammar.text_grammar import Form
from dragoman.model import Model
from dragoman.model.moses.exchange import import_moses
from dragoman.model.requests.reader import InputReader
from dragoman.search import SearchOptions
from fuzz import samples
from fuzz.artifacts import LINKS, SOURCE, TARGET
from fuzz.reader import Read

HIERARCHICAL = HierarchicalLookupOptions()


def import_chart_ini(path: Path) -> Model:
    """The grammars lie beside it, sound."""
    beside = {"rules": samples.RULES_MOSES, "glue": samples.GLUE, "lm.arpa": samples.ARPA}
    for name, data in beside.items():
        if not (path.parent / name).exists():
            (path.parent / name).write_bytes(data[0])
    model = import_moses(path)
    model.translate("das haus")
    return model


@cache
def chart_model() -> Model:
    """The same for all readers that need one."""
    with TemporaryDirectory() as place:
        ini = Path(place) / "chart.ini"
        ini.write_bytes(samples.CHART_INI[0])
        return import_chart_ini(ini)


def use_grammar(form: Form) -> Read:
    """Reads a grammar and looks at its rules."""

    def run(path: Path) -> None:
        for rule in islice(read_grammar(path, form, unescape=True), 20):
            str(rule)

    return run


def use_glue(path: Path) -> None:
    read_glue(path)


@cache
def phrase_model() -> Model:
    """Phrases of one and two words."""
    sides = {"das": "the", "das haus": "the house", "haus": "house", "haus boot": "house boat"}
    scores = dict.fromkeys(SCORE_COLUMNS, -1.0)
    rules = [Rule(source, target, (), scores, {}, {}) for source, target in sides.items()]
    return Model(RuleTable.build(rules), [], {}, SearchOptions(lattice=True))


def translate_lattices(path: Path) -> None:
    given = list(InputReader(TextPreparation(), plf=True).read(path))
    for model in (chart_model(), phrase_model()):
        model.translate(given)


def make_chart_model(path: Path) -> None:
    chart_model().save(path)


def use_chart_model(path: Path) -> None:
    Model.open(path).translate(["das alte haus", "x haus das"], nbest=2)


def make_index(path: Path) -> None:
    SuffixGrammar.build(AlignedBitext.encode(SOURCE, TARGET, LINKS)).save(path)


def use_index(path: Path) -> None:
    SuffixGrammar.open(path).extract(SOURCE[:2], HIERARCHICAL)

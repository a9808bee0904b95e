"""The tables of Cherry (2008) and of Bach, Vogel & Cherry (2009) for any experiment with source trees.

    python -m benchmarks.papers.cohesion_table experiment.toml --runs 3
    python -m benchmarks.papers.cohesion_table experiment.toml --systems base coh1 coh2 coh3 coh4 coh5

The experiment says everything but the grammar's reordering and the decoder's cohesion, which the systems add; each is
tuned ``--runs`` times. The report is that of ``dragoman cohesion``, with means over the runs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from benchmarks.support.variants import Variants, arguments_of
from dragoman.corpus.conllu import read_conllu
from dragoman.evaluate.cohesion import AnalysisOptions, SystemOutput, analyze
from dragoman.evaluate.cohesion_tables import cohesion_tables
from dragoman.experiment.config import Experiment
from dragoman.forest.segmentation import read_segmentation

SYSTEMS: dict[str, tuple[Literal["none", "wbe"], tuple[str, ...]]] = {
    "base": ("none", ()),
    "lex": ("wbe", ()),
    "coh1": ("none", ("coh1",)),
    "lex+coh1": ("wbe", ("coh1",)),
    "coh2": ("none", ("coh2",)),
    "coh3": ("none", ("coh3",)),
    "coh4": ("none", ("coh4",)),
    "coh5": ("none", ("coh5",)),
}


def vary(plain: Experiment, system: str) -> Experiment:
    """The experiment as one of the systems."""
    reordering, cohesion = SYSTEMS[system]
    return replace(
        plain,
        grammar=plain.grammar.changed(reordering=reordering),
        decoder=replace(plain.decoder, cohesion=cohesion),
    )


def main() -> None:
    arguments = arguments_of(__doc__.splitlines()[0], list(SYSTEMS), list(SYSTEMS)[:4])
    variants = Variants(arguments, vary)
    results = variants.run()
    options = AnalysisOptions(metric_options=variants.metric_options)
    for test in variants.plain.test:
        assert test.conllu, f"the test set {test.name} needs trees"
        references = variants.references(test)
        trees = list(read_conllu(variants.base / test.conllu))[: len(references[0])]
        outputs = []
        for system, directories in results.items():
            for directory in directories:
                lines = read_segmentation(directory / f"{test.name}.segments")
                outputs.append(SystemOutput.of(system, lines, trees))
        print(f"\n== {test.name}\n")
        print(cohesion_tables(analyze(outputs, references, options)))


if __name__ == "__main__":
    main()

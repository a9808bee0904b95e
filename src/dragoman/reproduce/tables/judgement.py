"""Human tables: two rows' translations as a set that is ready to be judged (``dragoman judge``)."""

from __future__ import annotations

from dataclasses import replace
from shlex import quote

from dragoman.evaluate.cohesion import UNCOHESIVE
from dragoman.io.files import open_output, read_lines
from dragoman.io.finished_directory import output_folder
from dragoman.reproduce.paper import Table
from dragoman.reproduce.result import Cell, Line, Made
from dragoman.reproduce.study import Study
from dragoman.reproduce.tables.cohesion import labelled
from dragoman.reproduce.tables.figures import figures_of, made, published, sets_of


def judgement(study: Study, table: Table) -> list[Made]:
    """Write the translations of the table's two rows, with source and reference, and say how to judge them.

    A column ``uncohesive`` asks only about sentences that the first row translates so; the others are numbers: of
    sentences, and the fewest and most words.

    Args:
        study: The rows, run.
        table: The table's declaration.
    """
    if any(row not in study.rows for row in table.rows):
        return []
    [first, second] = table.rows
    [count, shortest, longest, *labels] = table.columns
    found = []
    for test in sets_of(study, table):
        place = study.directory / f"judge-{test}"
        sources = list(read_lines(study.text.tests[test].source))
        texts = {row: study.translations(row, test)[0] for row in (first, second)}
        columns = {**texts, "source": sources, "reference": study.references(test)[0]}
        fitting = [int(shortest) <= len(line.split()) <= int(longest) for line in sources]
        command = (
            f"dragoman judge ask {first} {second} --source source --reference reference --count {count} "
            f"--shortest {shortest} --longest {longest} --journal judged.jsonl --page"
        )
        if labels:
            columns["labels"] = labelled(study, test, [first])[0].runs[0]
            command += f" --labels labels --label {labels[0]}"
            fitting = [
                a and b == UNCOHESIVE for a, b in zip(fitting, columns["labels"], strict=True)
            ]
        with output_folder(place) as folder:
            for name, lines in columns.items():
                with open_output(folder / name) as out:
                    out.writelines(f"{line}\n" for line in lines)
        differ = [a != b for a, b in zip(*texts.values(), strict=True)]
        ready = sum(a and b for a, b in zip(fitting, differ, strict=True))
        figures = figures_of(table, study, test)
        lines_ = [Line("sentences to judge", [Cell(min(ready, int(count)), published=int(count))])]
        for name in figures.rows:
            lines_.append(Line(name, [Cell(published=published(figures, name, 0))]))
        one = made(study, table, test, figures, ["sentences"], lines_)
        notes = [*one.notes, f"to judge: cd {quote(str(place))} && {command}"]
        found.append(replace(one, digits=0, notes=notes))
    return found

"""The page docs/features.md: every feature with its value, its starting weight and its paper.

``python -m dragoman.docs.features_page > docs/features.md`` writes it; a test fails when the page differs from
this output.
"""

from __future__ import annotations

from dragoman.search.catalogue import GROUPS, OF_DOCUMENTS, catalogue

HEAD = """\
# Features

All features of the decoders, by the columns of an explanation. Values are natural logarithms where they are
probabilities. "Starts at" is the weight in a model that nobody has tuned. This page is made from the catalogue,
`core/search/api/catalogue.cpp`: `python -m dragoman.docs.features_page > docs/features.md`.

A model has the features that its parts bring: those of its language models and of the columns of its rule table,
the penalties and the distortion always, reordering probabilities if its table has them, features of cohesion and of
phrases with gaps if its settings name them, features of consistency if it has them
([consistency.md](consistency.md)). Columns of your own and features written in Python start at 0
([own-features.md](own-features.md)).
"""


def page() -> str:
    """The whole page."""
    lines = [HEAD]
    for group in GROUPS:
        lines += [f"## {group.capitalize()}", "| feature | value | starts at | from |"]
        lines.append("| --- | --- | --- | --- |")
        for one in (*catalogue().values(), *OF_DOCUMENTS.values()):
            if one.group == group:
                what = one.what.replace("|", r"\|")
                lines.append(f"| `{one.name}` | {what} | {one.weight:g} | {one.paper} |")
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    print(page(), end="")

"""The tree of a translation as a picture."""

from __future__ import annotations

import re

from dragoman.corpus.constituency import parse_tree
from dragoman.draw.colours import SOFT, hue
from dragoman.draw.parse_tree import parse_tree_svg
from support.model.handful import make_model


def test_words_labels_and_colours_of_phrases() -> None:
    found = make_model().translate("das haus ist klein")
    data = found.as_dict()
    tree = parse_tree("(S (NP (DT the) (NN house)) (VP (VB is) (JJ <small>)))")
    drawn = parse_tree_svg(tree, data)
    assert "&lt;small&gt;" in drawn
    assert "<small>" not in drawn
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", drawn)
    assert sorted(texts) == sorted(
        ["S", "NP", "DT", "NN", "VP", "VB", "JJ", "the", "house", "is", "&lt;small&gt;"]
    )
    owner = {
        word: number
        for number, step in enumerate(data["steps"])
        for first, last in step["target_spans"]
        for word in range(first, last)
    }
    for word, step in owner.items():
        assert f'data-word="t{word}" data-step="{step}"' in drawn
        assert hue(step).pale in drawn
    assert SOFT in drawn  # between the words of different phrases

"""Charts, trees and tables."""

from __future__ import annotations

from xml.etree import ElementTree

from dragoman.corpus.dependency import DependencyTree
from dragoman.draw.charts import changes, columns, legend
from dragoman.draw.colours import HUES, hue
from dragoman.draw.tables import display_width, text_table
from dragoman.draw.tree import tree_lines

SVG = "{http://www.w3.org/2000/svg}"


def test_columns_are_as_high_as_their_values_and_a_file_of_their_own() -> None:
    picture = ElementTree.fromstring(columns(["short", "<long>"], [[1, 2], [4, 0]], ["a", "b"]))
    bars = list(picture.iter(f"{SVG}rect"))
    assert [float(bar.attrib["height"]) for bar in bars] == [37.5, 150.0, 75.0, 0.0]
    assert [bar.attrib["fill"] for bar in bars] == [hue(0).strong, hue(1).strong] * 2
    assert hue(1).strong in legend(["a", "b"])


def test_changes_are_sorted_and_coloured_by_what_is_better() -> None:
    picture = ElementTree.fromstring(changes(["a", "b", "c"], [-1.0, 2.0, 0.5], better=-1))
    bars = list(picture.iter(f"{SVG}rect"))
    assert [bar.attrib["class"] for bar in bars] == ["down", "down", "up"]
    assert [bar[0].text for bar in bars] == ["b: +2.00", "c: +0.50", "a: -1.00"]


def test_colours_come_again() -> None:
    assert hue(len(HUES)) == hue(0)
    assert len({h.pale for h in HUES} | {h.strong for h in HUES}) == 2 * len(HUES)


def test_tables_line_up_for_wide_characters() -> None:
    table = text_table([["", "n"], ["東京", "1"], ["abc", "23"]])
    assert table.splitlines() == ["       n", "東京   1", "abc   23"]
    assert {display_width(line) for line in table.splitlines()} == {8}


def test_deep_trees_are_shown() -> None:
    size = 5000
    tree = DependencyTree(("w",) * size, tuple(range(-1, size - 1)))
    lines = list(tree_lines(tree))
    assert lines[0] == "w/1"
    assert lines[-1] == "  " * (size - 1) + f"w/{size}"

"""Mutants change one thing of a program, and nothing of its comments, strings and types."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

from mutation.mutants import mutants
from mutation.parts import PARTS

ROOT = Path(__file__).parents[2]


def test_mutants_of_python() -> None:
    text = '''"""Says 1 < 2."""
import a.b2

def f(x: int, *, y: float = 0.5) -> bool:  # 3 == 3
    if x < 1 and y == 2.0:
        note("1 < 2")
    total = -x
    return total >= min(x, *y)
'''
    found = [str(one) for one in mutants("m.py", text)]
    assert found == [
        "m.py:4: 0.5 -> 1.5",
        "m.py:5: < -> <=",
        "m.py:5: 1 -> 2",
        "m.py:5: and -> or",
        "m.py:5: == -> !=",
        "m.py:5: 2.0 -> 3.0",
        'm.py:6: note("1 < 2") -> pass',
        "m.py:7: - -> +",
        "m.py:8: >= -> >",
        "m.py:8: min -> max",
    ]


def test_mutants_of_cpp() -> None:
    text = """// 1 < 2
#include "a<2>.hpp"
template <int N = 3>
std::vector<std::pair<int, double>> f(const float* x) {
  if (x[0] < 1 && !done) {
    note("1 < 2");
  }
  for (int i = 0; i != 7; ++i) total += *x;
  return a->b - c;
}
"""
    found = [str(one) for one in mutants("m.cpp", text)]
    assert found == [
        "m.cpp:5: 0 -> 1",
        "m.cpp:5: < -> <=",
        "m.cpp:5: 1 -> 2",
        "m.cpp:5: && -> ||",
        'm.cpp:6: note("1 < 2"); -> ;',
        "m.cpp:8: 0 -> 1",
        "m.cpp:8: != -> ==",
        "m.cpp:8: 7 -> 8",
        "m.cpp:8: += -> -=",
        "m.cpp:9: - -> +",
    ]


@pytest.mark.parametrize("part", sorted(PARTS))
def test_every_part_has_files_tests_and_mutants(part: str) -> None:
    chosen = PARTS[part]
    assert all((ROOT / place).exists() for place in chosen.tests)
    texts = {
        str(path): path.read_text("utf-8") for glob in chosen.sources for path in ROOT.glob(glob)
    }
    made = [one for path, text in texts.items() for one in mutants(path, text)]
    assert len(made) > 100
    assert all(one.text != texts[one.path] for one in made)
    if not chosen.native:
        for one in random.sample(made, 50):  # others each time: parsing all takes long
            ast.parse(one.text)

"""What wheels bring for older systems (core/bindings/portable) does what the newer functions of this system do."""

from __future__ import annotations

import ctypes
import errno
import math
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

PORTABLE = Path(__file__).parents[2] / "core" / "bindings" / "portable"
SOURCE = PORTABLE / "older_linux.cpp"
ROOM = 64  # bytes, for whatever pthread keeps in one of its objects


class Moment(ctypes.Structure):
    _fields_ = (("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long))


@pytest.fixture(scope="module")
def compiler() -> str:
    found = shutil.which("g++") or shutil.which("c++")
    if not sys.platform.startswith("linux") or found is None:
        pytest.skip("it is for Linux, and compiled here")
    return found


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory, compiler: str) -> ctypes.CDLL:
    library = tmp_path_factory.mktemp("older") / "older.so"
    subprocess.run([compiler, "-std=c++20", "-shared", "-fPIC", "-o", library, SOURCE], check=True)
    return ctypes.CDLL(str(library))


@pytest.mark.parametrize("name", ["exp", "exp2", "log", "pow"])
def test_mathematics_has_the_same_results(name: str, older: ctypes.CDLL) -> None:
    newer = ctypes.CDLL("libm.so.6")[name]
    function = older[f"__wrap_{name}"]
    inputs = 2 if name == "pow" else 1
    for one in (newer, function):
        one.restype, one.argtypes = ctypes.c_double, [ctypes.c_double] * inputs
    special = [0.0, -0.0, 1.0, -1.0, 1e308, -1e308, 5e-324, math.inf, -math.inf, math.nan]
    draw = random.Random(7)
    for _ in range(5000):
        values = [
            draw.choice(special)
            if draw.random() < 0.2
            else draw.gauss(0, 1) * 2 ** draw.randint(-20, 10)
            for _ in range(inputs)
        ]
        a, b = newer(*values), function(*values)
        assert a == b or (math.isnan(a) and math.isnan(b)), values


def test_once_is_once(older: ctypes.CDLL) -> None:
    calls: list[int] = []
    routine = ctypes.CFUNCTYPE(None)(lambda: calls.append(1))
    once = ctypes.c_int(0)
    for _ in range(3):
        assert older.__wrap_pthread_once(ctypes.byref(once), routine) == 0
    assert calls == [1]


@pytest.mark.parametrize("wait", [-1.4, -0.0000001, 0.03, 0.9999999])
def test_a_wait_ends_when_its_time_is_over_and_not_before(wait: float, older: ctypes.CDLL) -> None:
    system = ctypes.CDLL(None)
    mutex, condition = (ctypes.create_string_buffer(ROOM) for _ in range(2))
    assert system.pthread_mutex_init(mutex, None) == system.pthread_cond_init(condition, None) == 0
    system.pthread_mutex_lock(mutex)
    until = time.monotonic_ns() + int(wait * 1e9)
    moment = Moment(*divmod(until, 1_000_000_000))
    asked = older.__wrap_pthread_cond_clockwait(
        condition, mutex, time.CLOCK_MONOTONIC, ctypes.byref(moment)
    )
    assert asked == errno.ETIMEDOUT
    assert time.monotonic_ns() >= until
    system.pthread_mutex_unlock(mutex)


PROGRAM = """
#include <exception>
#include <memory>
#include <new>

int alive = 0;

struct Thrown {
  Thrown() { ++alive; }
  Thrown(const Thrown&) { ++alive; }
  ~Thrown() { --alive; }
};

bool is_refused(std::size_t size) {
  try {
    static_cast<void>(std::allocator<double>().allocate(size << 62));
  } catch (const std::bad_array_new_length&) {
    return true;
  }
  return false;
}

extern "C" int PyInit_check(int count) {
  if (!is_refused(count)) return 1;
  {
    std::exception_ptr first;
    try {
      throw Thrown();
    } catch (...) {
      first = std::current_exception();
    }
    std::exception_ptr second = first;
    first = nullptr;
    if (alive != 1) return 2;
    try {
      std::rethrow_exception(second);
    } catch (const Thrown&) {
    }
    if (alive != 1) return 3;
  }
  return alive == 0 ? 0 : 4;
}
"""


def test_what_is_thrown_is_counted_and_sizes_beyond_all_bounds_are_refused(
    tmp_path: Path, compiler: str
) -> None:
    source, library = tmp_path / "check.cpp", tmp_path / "check.so"
    source.write_text(PROGRAM)
    wrapped = ["exp", "exp2", "log", "pow", "pthread_once", "pthread_cond_clockwait"]
    command = [compiler, "-std=c++20", "-shared", "-fPIC", "-o", library, source, SOURCE]
    command += [f"-Wl,--wrap={name}" for name in wrapped]
    subprocess.run([*command, f"-Wl,--version-script={PORTABLE / 'exports.map'}"], check=True)
    assert ctypes.CDLL(str(library)).PyInit_check(1) == 0
    asked = subprocess.run(["nm", "-D", library], capture_output=True, text=True, check=True)
    newer = ("_M_addrefEv", "_M_releaseEv", "__throw_bad_array_new_lengthv")
    assert [name for name in newer if name in asked.stdout] == []

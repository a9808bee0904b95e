"""The pages of the Python interface: what each package offers, from its docstrings.

``pages()`` yields them for the documentation site. Every public name has a docstring with its parameters, which a test
holds it to (``tests/test_public_names.py``), so the pages lack nothing.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from enum import Enum
from types import ModuleType
from typing import Any, ForwardRef

import dragoman
from dragoman.site.tables import table

_ARGUMENT = re.compile(r"(\*{0,2}\w+): (.*)")
_NONE, _NAMED = inspect.Parameter.empty, inspect.Parameter.KEYWORD_ONLY
_ROLE = re.compile(r"``(.+?)``", re.DOTALL)


def pages() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of every page: ``dragoman`` itself, then its packages."""
    packages = [name for name in dir(dragoman) if isinstance(getattr(dragoman, name), ModuleType)]
    yield "dragoman", _start(packages)
    for name in packages:
        yield name, _page(f"dragoman.{name}", getattr(dragoman, name))


def _page(title: str, module: ModuleType) -> str:
    lines = [f"# {title}\n", *_prose(inspect.getdoc(module) or "")]
    for name in offered(module):
        lines += [f"## {name}\n", *_thing(name, getattr(module, name))]
    return "\n".join(lines).rstrip("\n") + "\n"


def offered(module: ModuleType) -> list[str]:
    """Return the names of the classes and functions that a package offers.

    Args:
        module: The package.
    """
    own = (name for name in vars(module) if vars(module)[name].__class__ is not ModuleType)
    names = getattr(module, "__all__", None) or [
        name
        for name in own
        if not name.startswith("_")
        and getattr(getattr(module, name), "__module__", None) == module.__name__
    ]
    things = ((name, getattr(module, name)) for name in names)
    return [name for name, thing in things if inspect.isclass(thing) or inspect.isroutine(thing)]


def _start(packages: list[str]) -> str:
    """Return the page of ``dragoman`` itself: what it offers at the top, and the packages."""
    lines = ["# dragoman\n", *_prose(inspect.getdoc(dragoman) or "")]
    places = {name: one for one in packages for name in offered(getattr(dragoman, one))}
    rows = [
        (f"[`{name}`]({places[name]}.md)" if name in places else f"`{name}`", _first(name))
        for name in offered(dragoman)
    ]
    lines += [*table(("at the top", "what it is"), rows), ""]
    rows = [(f"[`dragoman.{name}`]({name}.md)", _first(name)) for name in packages]
    return "\n".join([*lines, *table(("package", "what it is for"), rows)]) + "\n"


def _first(name: str) -> str:
    """Return the first sentence of the docstring of something at the top."""
    text = (inspect.getdoc(getattr(dragoman, name)) or "").split("\n\n")[0]
    return _ROLE.sub(r"`\1`", " ".join(text.split()))


def _thing(name: str, thing: Any) -> Iterator[str]:
    yield from _signature(name, thing)
    yield from _prose(inspect.getdoc(thing) or "")
    if not inspect.isclass(thing):
        return
    for own, member in _members(thing).items():
        function = getattr(member, "__func__", member)
        if isinstance(member, property):
            yield f"### {name}.{own}\n"
            yield from _prose(inspect.getdoc(member) or "")
        elif inspect.isroutine(function):
            yield f"### {name}.{own}\n"
            yield from _thing(f"{name}.{own}", function)


def _members(kind: type) -> dict[str, Any]:
    """Return what a class has, by name: its own first, then what it inherits from classes of ours."""
    found: dict[str, Any] = {}
    for one in kind.__mro__:
        if one.__module__.startswith("dragoman."):
            for name, member in vars(one).items():
                if not name.startswith("_"):
                    found.setdefault(name, member)
    return found


def _signature(name: str, thing: Any) -> Iterator[str]:
    """Yield how something is called, if Python knows it; one parameter a line if they are many."""
    if inspect.isclass(thing) and issubclass(thing, Enum):
        return  # one asks for its members
    try:
        signature = inspect.signature(thing)
    except (TypeError, ValueError):
        return
    parameters = [one for one in signature.parameters.values() if one.name not in ("self", "cls")]
    shown = [_parameter(one) for one in parameters]
    kinds = [one.kind for one in parameters]
    named = kinds.index(_NAMED) if _NAMED in kinds else len(kinds)
    if named < len(kinds) and inspect.Parameter.VAR_POSITIONAL not in kinds:
        shown.insert(named, "*")
    end = signature.return_annotation
    result = "" if end is _NONE or inspect.isclass(thing) else f" -> {_type(end)}"
    line = f"{name}({', '.join(shown)}){result}"
    if len(line) > 90:
        line = f"{name}(\n    " + ",\n    ".join(shown) + f",\n){result}"
    yield f"```python\n{line}\n```\n"


def _parameter(one: inspect.Parameter) -> str:
    stars: dict[Any, str] = {
        inspect.Parameter.VAR_POSITIONAL: "*",
        inspect.Parameter.VAR_KEYWORD: "**",
    }
    kind = "" if one.annotation is _NONE else f": {_type(one.annotation)}"
    default = "" if one.default is _NONE else f" = {one.default!r}"
    return f"{stars.get(one.kind, '')}{one.name}{kind}{default}"


def _type(annotation: Any) -> str:
    """Return a type as the source has it."""
    if isinstance(annotation, ForwardRef):
        return annotation.__forward_arg__
    return annotation.__name__ if isinstance(annotation, type) else str(annotation)


def _prose(text: str) -> Iterator[str]:
    """Yield a docstring as Markdown: indented parts as code, what stands under ``Args:`` as a table."""
    text, _, arguments = text.partition("\n\nArgs:\n")
    for part in re.split(r"\n\s*\n", text):
        if all(line.startswith("    ") for line in part.splitlines()):
            yield f"```python\n{inspect.cleandoc(part)}\n```\n"
        elif part.strip():
            yield _ROLE.sub(r"`\1`", part) + "\n"
    found: list[list[str]] = []
    for line in arguments.splitlines():
        match = _ARGUMENT.fullmatch(line.strip())
        if match and len(line) - len(line.lstrip()) == 4:
            found.append([f"`{match[1]}`", match[2]])
        elif found and line.strip():
            found[-1][1] += " " + line.strip()
    if found:
        rows = ((name, _ROLE.sub(r"`\1`", what)) for name, what in found)
        yield "\n".join(table(("parameter", "what it is"), rows)) + "\n"

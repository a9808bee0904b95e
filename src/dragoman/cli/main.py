"""The program ``dragoman``: finds the command, parses its options, runs it, and turns failure into one line.

A command is a module with ``configure(parser)`` and ``run(arguments)``; ``commands.py`` lists them. Exit codes: 0
success (a reader that closed the pipe early included), 1 an error the user can mend, 2 a misused command line,
130 interrupted.
"""

from __future__ import annotations

import errno
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

from dragoman.cli.commands import COMMANDS, TELLING
from dragoman.common.version import __version__

_USAGE = "usage: dragoman COMMAND [OPTIONS]    (dragoman COMMAND --help explains a command)"


def overview() -> str:
    """What ``dragoman --help`` prints."""
    width = max((len(name) for name in COMMANDS), default=0)
    lines = [f"Dragoman {__version__}: statistical machine translation", "", _USAGE, ""]
    lines += [f"  {name:<{width}}  {command.summary}" for name, command in COMMANDS.items()]
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        return _guard(lambda: print(overview(), flush=True))
    if arguments[0] in ("-V", "--version"):
        return _guard(lambda: print(f"dragoman {__version__}", flush=True))
    command = arguments[0]
    if command not in COMMANDS:
        from dragoman.cli.parser import unknown_command

        print(f"dragoman: {unknown_command(command, list(COMMANDS))}", file=sys.stderr)
        return 2
    return _guard(lambda: _run(command, arguments[1:]))


def _run(command: str, arguments: list[str]) -> int | None:
    from dragoman.cli.messages import shown_messages
    from dragoman.cli.options import check_not_read
    from dragoman.cli.parser import make_parser
    from dragoman.common.errors import ConfigError, DragomanError
    from dragoman.common.progress import stage_lines

    module = importlib.import_module(COMMANDS[command].module)
    parser = make_parser(command, COMMANDS[command], module.configure)
    given = parser.parse_args(arguments)
    check_not_read(given)
    try:
        with shown_messages(), stage_lines(command not in TELLING):
            result: int | None = module.run(given)
    except DragomanError as error:
        hint = parser.misplaced(arguments, str(error))
        if hint:
            raise ConfigError(f"{error}{hint}") from error
        raise
    sys.stdout.flush()
    return result


def _guard(action: Callable[[], int | None]) -> int:
    """Calls ``action``; every failure becomes one sentence on standard error and an exit code."""
    from dragoman.common.errors import DragomanError

    try:
        return action() or 0
    except DragomanError as error:
        return _fail(str(error))
    except BrokenPipeError:
        _forget_stdout()
        return 0
    except KeyboardInterrupt:
        return _fail("interrupted", 130)
    except OSError as error:
        return _fail(_describe(error))
    except MemoryError:
        return _fail("out of memory")
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else int(error.code is not None)


def _fail(message: str, code: int = 1) -> int:
    if os.environ.get("DRAGOMAN_DEBUG"):
        raise
    _forget_stdout()
    with suppress(OSError, ValueError):
        print(f"dragoman: {message}", file=sys.stderr, flush=True)
    return code


def _describe(error: OSError) -> str:
    reason = error.strerror or str(error)
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        reason += "; nothing half-written was left: make room, and give the same command again"
    return f"{error.filename}: {reason}" if error.filename else reason


def _forget_stdout() -> None:
    """Keeps the interpreter from flushing a broken or full standard output once more at exit."""
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        return
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

"""The scripts of ``dragoman completion``, one function for each shell."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dragoman.cli.completion_facts import Command, Flag, commands

_BASH = """\
# Completion of dragoman for bash.
_dragoman() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" previous="${{COMP_WORDS[COMP_CWORD - 1]}}"
  local main="${{COMP_WORDS[1]}}" words=""
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W "{commands}" -- "$current"))
    return
  fi
  case "$main $previous" in
{values}
  esac
  case "$main ${{COMP_WORDS[2]}}" in
{inner}
  esac
  if [[ $COMP_CWORD -eq 2 && $current != -* ]]; then
    case "$main" in
{first}
    esac
  fi
  if [[ -z $words && $current == -* ]]; then
    case "$main" in
{flags}
    esac
  fi
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}}
complete -o filenames -F _dragoman dragoman
"""


def bash() -> str:
    """For bash 4 and newer."""
    values, inner, first, flags = [], [], [], []
    for command in commands():
        main = command.words[0]
        for flag in command.flags:
            if flag.values:
                patterns = "|".join(f'"{main} {name}"' for name in flag.names)
                reply = f'COMPREPLY=($(compgen -W "{" ".join(flag.values)}" -- "$current")); return'
                values.append(f"    {patterns}) {reply} ;;")
        names = " ".join(_names(command.flags))
        if len(command.words) == 2:
            inner.append(f'    "{" ".join(command.words)}") words="{names}" ;;')
            continue
        flags.append(f'      {main}) words="{names}" ;;')
        if command.inner:
            reply = f'COMPREPLY=($(compgen -W "{" ".join(command.inner)}" -- "$current")); return'
            first.append(f"      {main}) {reply} ;;")
    return _BASH.format(
        commands=" ".join(_main_words()),
        values="\n".join(dict.fromkeys(values)),
        inner="\n".join(inner),
        first="\n".join(first),
        flags="\n".join(flags),
    )


def zsh() -> str:
    """For zsh: a file ``_dragoman`` in a directory of ``fpath``."""
    lines = ["#compdef dragoman", "# Completion of dragoman for zsh.", "_dragoman() {"]
    lines += ["  local -a names", "  names=("]
    lines += [f"    {_quoted(f'{c.words[0]}:{c.summary}')}" for c in _of_length(1)]
    lines += ["  )", "  if (( CURRENT == 2 )); then _describe command names; return; fi"]
    lines.append('  case "$words[2] $words[3]" in')
    for command in (*_of_length(2), *_of_length(1)):
        skip, words = len(command.words), " ".join(command.words)
        lines.append(f'    "{words}")' if skip == 2 else f'    "{words} "*)')
        lines.append(f"      shift {skip} words; (( CURRENT -= {skip} ))")
        lines.append("      _arguments -s \\")
        lines += [
            f"        {_zsh_flag(flag, name)} \\" for flag in command.flags for name in flag.names
        ]
        if command.inner:
            names = " ".join(command.inner)
            lines.append(f"        '1:what:({names})' \\")
        lines += ["        '*:file:_files'", "      ;;"]
    return "\n".join([*lines, "  esac", "}", '_dragoman "$@"']) + "\n"


def _zsh_flag(flag: Flag, name: str) -> str:
    help = flag.help.replace("[", "(").replace("]", ")").replace(":", "\\:")
    spec = f"*{name}[{help}]"
    if flag.values:
        spec += f":value:({' '.join(flag.values)})"
    elif flag.takes_value:
        spec += ":value:_files"
    return _quoted(spec)


def fish() -> str:
    """For fish."""
    lines = ["# Completion of dragoman for fish."]
    for command in commands():
        main = command.words[0]
        if len(command.words) == 1:
            words = f"-a {_quoted(main)} -d {_quoted(command.summary)}"
            lines.append(f"complete -c dragoman -n __fish_use_subcommand -f {words}")
            if command.inner:
                shown = _quoted(" ".join(command.inner))
                chosen = f"not __fish_seen_subcommand_from {' '.join(command.inner)}"
                when = _quoted(f"__fish_seen_subcommand_from {main} ; and {chosen}")
                lines.append(f"complete -c dragoman -n {when} -f -a {shown}")
        when = " ; and ".join(f"__fish_seen_subcommand_from {word}" for word in command.words)
        for flag in command.flags:
            names = " ".join(
                f"-l {n[2:]}" if n.startswith("--") else f"-s {n[1:]}" for n in flag.names
            )
            value = f" -x -a {_quoted(' '.join(flag.values))}" if flag.values else ""
            if flag.takes_value and not flag.values:
                value = " -r"
            help = f" -d {_quoted(flag.help)}" if flag.help else ""
            lines.append(f"complete -c dragoman -n {_quoted(when)} {names}{value}{help}")
    return "\n".join(lines) + "\n"


SCRIPTS: dict[str, Callable[[], str]] = {"bash": bash, "zsh": zsh, "fish": fish}


def _main_words() -> list[str]:
    return [command.words[0] for command in _of_length(1)]


def _of_length(count: int) -> list[Command]:
    return [command for command in commands() if len(command.words) == count]


def _names(flags: Iterable[Flag]) -> list[str]:
    return [name for flag in flags for name in flag.names if name.startswith("--")]


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"

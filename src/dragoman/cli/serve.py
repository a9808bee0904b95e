"""``dragoman serve MODEL [MODEL ...]``: the API of LibreTranslate for models, and explanations."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from dragoman.cli.options import add_list, add_threads
from dragoman.cli.settings import add_settings, given
from dragoman.serve.options import ServeOptions

if TYPE_CHECKING:
    from dragoman.serve.systems import Systems


def configure(parser: argparse.ArgumentParser) -> None:
    """Options of ``dragoman serve``."""
    parser.add_argument(
        "models",
        nargs="*",
        metavar="MODEL",
        help="a model's directory, or NAME=DIRECTORY; of several for one language pair, the first is the usual one; "
        "none: models of the sample world are made",
    )
    add_list(
        parser,
        "--languages",
        str,
        "source and target language of each model (de-en), if the models do not know them",
        default=(),
        metavar="DE-EN",
    )
    add_settings(parser, ServeOptions, "server", without=("threads",))
    add_threads(parser)


def run(arguments: argparse.Namespace) -> None:
    """Serves until it is interrupted."""
    require_packages()
    from dragoman.cli.messages import show_requests
    from dragoman.search.model_bounds import Bounded
    from dragoman.serve.server import serve
    from dragoman.serve.systems import Systems

    show_requests()
    options = ServeOptions(**given(arguments, ServeOptions))
    if arguments.models:
        bounds: Bounded | None = None if options.model_limits else "served"
        serve(Systems.open(arguments.models, arguments.languages, bounds), options)
        return
    with TemporaryDirectory(prefix="dragoman-") as directory:
        serve(*_demo(Path(directory), options))


def _demo(directory: Path, options: ServeOptions) -> tuple[Systems, ServeOptions]:
    """Models of the sample world, served with all that the page can show."""
    from dragoman.common.progress import say
    from dragoman.experiment.demo import make_demo
    from dragoman.sample.options import GERMAN_ENGLISH
    from dragoman.serve.systems import Systems

    say("no model was named: making two of the sample world, which are removed at the end")
    made = make_demo(directory, options.threads)
    shown = replace(
        options,
        parser=options.parser or str(made.parser),
        examples=options.examples or str(made.examples),
        evidence=True,
    )
    models = [f"{path.stem}={path}" for path in made.models]
    return Systems.open(models, [GERMAN_ENGLISH] * len(models)), shown


def require_packages() -> None:
    """Tells which extra is missing, if it is."""
    from dragoman.common.optional import require

    for package in ("starlette", "uvicorn", "httptools", "python_multipart"):
        require(package, "serve")

"""``dragoman serve MODEL [MODEL ...]``: the API of LibreTranslate for models, and explanations."""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

from dragoman.cli.options import add_list, add_threads
from dragoman.cli.settings import add_settings, given
from dragoman.serve.options import ServeOptions


def configure(parser: argparse.ArgumentParser) -> None:
    """Options of ``dragoman serve``."""
    parser.add_argument(
        "models",
        nargs="*",
        metavar="MODEL",
        help="a model's directory, or NAME=DIRECTORY; of several for one language pair, the first is the usual one; "
        "none: a model of the sample world is made",
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
        model = _demo_model(Path(directory), arguments.threads)
        serve(Systems.open([str(model)], arguments.languages or ["qar-qot"]), options)


def _demo_model(directory: Path, threads: int) -> Path:
    from dragoman.common.progress import say
    from dragoman.experiment.demo import make_demo_model

    say("no model was named: making one of the sample world, which is removed at the end")
    return make_demo_model(directory, threads)


def require_packages() -> None:
    """Tells which extra is missing, if it is."""
    from dragoman.common.optional import require

    for package in ("starlette", "uvicorn", "httptools", "python_multipart"):
        require(package, "serve")

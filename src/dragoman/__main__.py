"""``python -m dragoman`` is the same as ``dragoman``."""

from dragoman.cli.main import main

raise SystemExit(main())

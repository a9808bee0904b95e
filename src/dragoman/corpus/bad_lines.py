"""Parallel text of which a few lines cannot be read: not UTF-8, too long, or no text at all.

Among hundreds of millions of lines there are some. They are left out, counted and told with file and line; if there
are more than a share of all, something else is wrong, and the first of them is an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path

from dragoman.common.errors import FormatError
from dragoman.common.warning import warn
from dragoman.corpus.parallel import PathName, lockstep_of
from dragoman.corpus.parquet import is_parquet, read_column
from dragoman.io.files import not_utf8, open_output, read_lines_or_faults

TOLD = 3
"""Bad lines that a warning names; the list has all."""


def read_texts(path: PathName, column: str) -> Iterator[str | FormatError]:
    """Yield the lines of a text file, or of a column of a Parquet file, with errors in the places of bad ones.

    Args:
        path: The file.
        column: The column, if it is a Parquet file.
    """
    if is_parquet(path):
        yield from read_column(path, column)
        return
    for number, line in enumerate(read_lines_or_faults(path), 1):
        if isinstance(line, FormatError):
            yield line
            continue
        try:
            yield line.decode("utf-8")
        except UnicodeDecodeError as error:
            yield not_utf8(error, path, number)


def good_texts(path: PathName, column: str) -> Iterator[str]:
    """Yield the lines that can be read.

    Args:
        path: The file.
        column: The column, if it is a Parquet file.
    """
    return (text for text in read_texts(path, column) if isinstance(text, str))


class BadLines:
    """Bad lines of parallel files, which are listed in a file if there are any.

    Args:
        share: The largest share of all lines that may be bad; 0: the first bad line is an error.
        output: The list that is written; None: none.
    """

    def __init__(self, share: float, output: Path | None) -> None:
        self._share, self._output = share, output
        self._first: list[FormatError] = []
        self.count = 0

    def read(self, paths: Sequence[PathName], columns: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """Yield the lines of parallel files together; empty texts in the place of what has a bad line.

        Args:
            paths: Two texts, and perhaps more about their pairs.
            columns: For each the column, if it is a Parquet file.
        """
        texts = [read_texts(path, column) for path, column in zip(paths, columns, strict=True)]
        total = 0
        with nullcontext() if self._output is None else open_output(self._output) as out:
            for lines in lockstep_of(texts, paths):
                total += 1
                faults = [line for line in lines if isinstance(line, FormatError)]
                if not faults:
                    yield tuple(line for line in lines if isinstance(line, str))
                    continue
                if self._share == 0:
                    raise faults[0]
                self.count += 1
                if len(self._first) < TOLD:
                    self._first.append(faults[0])
                if out is not None:
                    out.writelines(f"{fault}\n" for fault in faults)
                # The document of the pair is known all the same.
                yield "", "", *("" if isinstance(one, FormatError) else one for one in lines[2:])
        if self.count == 0 and self._output is not None:
            self._output.unlink()
        if self.count > self._share * total:
            first = self._first[0]
            raise FormatError(
                f"{first.message}; {self.count:,} of {total:,} lines are bad",
                first.path,
                first.line,
            )

    def warn(self) -> None:
        """Tell of the lines that were left out, if any were."""
        if self.count:
            more = "; ..." if self.count > TOLD else ""
            told = "; ".join(map(str, self._first)) + more
            warn(f"{self.count:,} pairs are left out, which have bad lines: {told}")

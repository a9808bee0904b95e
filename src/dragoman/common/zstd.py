"""A zstandard reader that notices when the file ends too early (the library's own does not)."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, BinaryIO

import zstandard

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


class ZstandardReader(io.RawIOBase):
    """The decompressed bytes of all frames of ``raw``; EOFError if the last one is not whole."""

    def __init__(self, raw: BinaryIO) -> None:
        self._raw = raw
        self._frame = zstandard.ZstdDecompressor().decompressobj()
        self._inside = False
        self._ready = b""

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Fills ``buffer`` with what there is, 0 bytes at the end."""
        view = memoryview(buffer).cast("B")
        while not self._ready:
            if self._frame.eof:
                block = self._frame.unused_data
                self._frame = zstandard.ZstdDecompressor().decompressobj()
                self._inside = False
            else:
                block = b""
            block = block or self._raw.read(1 << 17)
            if not block:
                if self._inside:
                    raise EOFError("the last zstandard frame is cut short")
                return 0
            self._inside = True
            try:
                self._ready = self._frame.decompress(block)
            except zstandard.ZstdError as error:
                raise EOFError(str(error)) from None
        count = min(len(view), len(self._ready))
        view[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count

    def close(self) -> None:
        """Closes the compressed file too."""
        self._raw.close()
        super().close()

"""Forms (multipart/form-data, RFC 7578) as a stream of bytes whose length is known before it is sent."""

import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from io import SEEK_END
from typing import BinaryIO, NamedTuple
from urllib.parse import quote

PIECE = 64 * 1024


class FilePart(NamedTuple):
    """A file of a form: its name, and its bytes or an open binary file that can be rewound."""

    name: str
    content: bytes | BinaryIO


FormValue = str | FilePart
Progress = Callable[[int, int], None]


class Form:
    """`length` bytes, given piece by piece as often as asked."""

    def __init__(self, parts: Mapping[str, FormValue], on_progress: Progress | None = None) -> None:
        boundary = secrets.token_hex(16)
        self.content_type = f"multipart/form-data; boundary={boundary}"
        self._on_progress = on_progress
        self._pieces: list[bytes | BinaryIO] = []
        for name, value in parts.items():
            head = f'--{boundary}\r\nContent-Disposition: form-data; name="{_escaped(name)}"'
            if isinstance(value, str):
                self._pieces.append(f"{head}\r\n\r\n{value}\r\n".encode())
            else:
                head += f"; {_file_name(value.name)}\r\nContent-Type: application/octet-stream"
                self._pieces += [f"{head}\r\n\r\n".encode(), value.content, b"\r\n"]
        self._pieces.append(f"--{boundary}--\r\n".encode())
        self._files = sum(_size(value.content) for value in parts.values() if not isinstance(value, str))
        self.length = sum(_size(piece) for piece in self._pieces)

    def __iter__(self) -> Iterator[bytes]:
        sent, total = 0, self._files
        for piece in self._pieces:
            if isinstance(piece, bytes):
                yield piece
                continue
            piece.seek(0)
            while block := piece.read(PIECE):
                yield block
                sent += len(block)
                if self._on_progress:
                    self._on_progress(min(sent, total), total)


def _size(content: bytes | BinaryIO) -> int:
    return len(content) if isinstance(content, bytes) else content.seek(0, SEEK_END)


def _escaped(name: str) -> str:
    return name.replace("\\", "\\\\").replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


def _file_name(name: str) -> str:
    # Browsers' way of writing quotes cannot be told from a name that holds %22; RFC 5987's can.
    return f'filename="{name}"' if name == _escaped(name) else f"filename*=UTF-8''{quote(name, safe='')}"


def base_name(path: str | os.PathLike[str]) -> str:
    return os.path.basename(os.fspath(path))

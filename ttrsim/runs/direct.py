"""Workers that see the folder of a run write its parts themselves (`--direct`), and return only what its lines say."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ttrsim.files.whole import UNFINISHED, write_whole
from ttrsim.runs.chunks import PlayChunks
from ttrsim.runs.folder import write_parts
from ttrsim.runs.manifest import Part
from ttrsim.runs.packing import PackedChunk
from ttrsim.runs.plan import Chunk
from ttrsim.runs.sums import WinSums
from ttrsim.workers.executor import Pulse, WorkersError

TOKEN = f"direct{UNFINISHED}"  # a file by which workers know the folder


class WrittenChunk(NamedTuple):
    """A chunk whose parts are in the folder."""

    parts: dict[str, Part]
    win_shares: WinSums
    kernel_seconds: float
    busy_seconds: float


@dataclass(frozen=True)
class WriteChunks:
    """Plays chunks and writes their parts. Nothing counts until the driver has added its line."""

    work: PlayChunks[PackedChunk]
    folder: Path
    token: str

    def identity(self) -> dict[str, str]:
        return self.work.identity()

    def test(self) -> str:
        return self.work.test()

    def start(self) -> Callable[[Chunk, Pulse], WrittenChunk]:
        if not _has_token(self.folder, self.token):
            raise WorkersError(
                f"a worker on {socket.gethostname()} does not see '{self.folder}': --direct needs a disk that all "
                "workers share, mounted at the same path; without --direct the parts travel to this process"
            )
        play = self.work.start()

        def write(chunk: Chunk, pulse: Pulse) -> WrittenChunk:
            packed = play(chunk, pulse)
            return WrittenChunk(write_parts(self.folder, chunk.number, packed.tables), *packed[1:])

        return write


@contextmanager
def direct(work: PlayChunks[PackedChunk], folder: Path) -> Iterator[WriteChunks]:
    """The same work, with results written by the workers. Meanwhile the folder has a token."""
    token = secrets.token_hex(16)
    write_whole(folder / TOKEN, token.encode())
    try:
        yield WriteChunks(work, folder.resolve(), token)
    finally:
        (folder / TOKEN).unlink(missing_ok=True)


def _has_token(folder: Path, token: str) -> bool:
    try:
        return (folder / TOKEN).read_text() == token
    except OSError:
        return False

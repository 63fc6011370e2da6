"""Locks between processes. A lock ends with its process, however that ends."""

from __future__ import annotations

import sys
from typing import IO

if sys.platform == "win32":
    import msvcrt

    def take_lock(stream: IO[bytes]) -> bool:
        """Whether nobody else has the lock of this file, and we have it until the file is closed."""
        try:
            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def take_lock(stream: IO[bytes]) -> bool:
        """Whether nobody else has the lock of this file, and we have it until the file is closed."""
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

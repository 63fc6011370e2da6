"""Files are read and written on this machine only. As a path, a URL would quietly name a folder `s3:` here."""

from __future__ import annotations

import re
from pathlib import Path

from ttrsim.errors import UserError

URL = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]+):/")  # a letter alone is a drive of Windows; a path has one slash


def refuse_url(path: str | Path) -> None:
    if match := URL.match(str(path)):
        raise UserError(
            f"'{path}' is a URL ({match['scheme']}:): ttrsim reads and writes only files of this machine. Name a path; "
            "to use what is elsewhere, copy it here or mount it"
        )

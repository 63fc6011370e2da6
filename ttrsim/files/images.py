"""The formats of pictures that are drawn to a file."""

from __future__ import annotations

from pathlib import Path

from ttrsim.errors import UserError
from ttrsim.wording import did_you_mean

FORMATS = ("png", "svg", "pdf")


def format_of(path: Path) -> str:
    suffix = path.suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        known = ", ".join(f".{name}" for name in FORMATS)
        raise UserError(f"cannot draw to '{path}': its name must end in one of {known}{did_you_mean(suffix, FORMATS)}")
    return suffix

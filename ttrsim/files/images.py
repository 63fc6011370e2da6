"""Pictures that are drawn to a file: their formats, and their bytes."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ttrsim.errors import UserError
from ttrsim.wording import did_you_mean

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = ("png", "svg", "pdf")
UNDATED: dict[str, dict[str, Any]] = {"png": {"Software": None}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}


def format_of(path: Path) -> str:
    suffix = path.suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        known = ", ".join(f".{name}" for name in FORMATS)
        raise UserError(
            f"cannot draw to '{path}': the file name must end in one of {known}{did_you_mean(suffix, FORMATS)}"
        )
    return suffix


def image_bytes(figure: Figure, image_format: str, dpi: int) -> bytes:
    """Without a date and random ids: the same picture gives the same file."""
    import matplotlib as mpl

    buffer = io.BytesIO()
    with mpl.rc_context({"svg.hashsalt": "ttrsim", "svg.fonttype": "path"}):
        paper = figure.get_facecolor()
        figure.savefig(buffer, format=image_format, dpi=dpi, facecolor=paper, metadata=UNDATED[image_format])
    return buffer.getvalue()

"""Pictures that are drawn to a file: their formats, and their bytes."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ttrsim.errors import UserError
from ttrsim.wording import did_you_mean, visible

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties
    from matplotlib.ticker import Formatter

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


def show_names_as_they_are(figure: Figure) -> None:
    """Names come from users' files: a formula in them is text, and control characters are written out."""
    from matplotlib.text import Text
    from matplotlib.ticker import FixedFormatter, FuncFormatter

    for text in figure.findobj(Text):
        assert isinstance(text, Text)
        text.set_parse_math(False)
        text.set_text(visible(text.get_text()))
    for axis in (axis for ax in figure.axes for axis in (ax.xaxis, ax.yaxis)):
        formatter = axis.get_major_formatter()
        if isinstance(formatter, FixedFormatter | FuncFormatter):  # labels that somebody chose; made as they are drawn
            axis.set_major_formatter(_visible_labels(formatter))


def _visible_labels(formatter: Formatter) -> Callable[[float, float], str]:
    return lambda at, place: visible(formatter(at, int(place)))


def text_width(text: str, font: FontProperties) -> float:
    """In ems, as it is shown."""
    from matplotlib.textpath import TextPath

    return float(TextPath((0, 0), visible(text).replace("$", r"\$"), size=100, prop=font).get_extents().width) / 100


def image_bytes(figure: Figure, image_format: str, dpi: int) -> bytes:
    """Without a date and random ids: the same picture gives the same file."""
    import matplotlib as mpl

    show_names_as_they_are(figure)
    buffer = io.BytesIO()
    with mpl.rc_context({"svg.hashsalt": "ttrsim", "svg.fonttype": "path"}):
        paper = figure.get_facecolor()
        figure.savefig(buffer, format=image_format, dpi=dpi, facecolor=paper, metadata=UNDATED[image_format])
    return buffer.getvalue()

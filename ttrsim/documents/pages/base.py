"""What all pages share: colours, the switch between light and dark, and data for scripts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ttrsim import __version__

FOLDER = Path(__file__).parent


def environment(*folders: Path) -> Environment:
    """Templates of these folders and of this one. Names come from users' files, so every text is escaped."""
    loader = FileSystemLoader([*folders, FOLDER])
    made = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.globals.update(asset=asset, script_json=script_json, ttrsim=__version__)
    return made


def asset(name: str) -> Markup:
    """A style sheet or a script of this folder, for the middle of a page."""
    return Markup((FOLDER / name).read_text(encoding="utf-8"))


def script_json(values: Any) -> Markup:
    """JSON for a script tag: nothing in it can end the tag or begin a comment."""
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"))

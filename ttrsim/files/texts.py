"""JSON and TOML that people can read and git can compare."""

from __future__ import annotations

import json
import re
from typing import Any


def folded_json(value: Any, unfolded: int, depth: int = 0) -> str:
    """Only the outer `unfolded` levels start new lines; everything deeper stays on one line."""
    if depth >= unfolded or not value or not isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    indent = "\n" + " " * (depth + 1)
    if isinstance(value, dict):
        pairs = ((json.dumps(key, ensure_ascii=False), item) for key, item in value.items())
        items = [f"{key}: {folded_json(item, unfolded, depth + 1)}" for key, item in pairs]
    else:
        items = [folded_json(item, unfolded, depth + 1) for item in value]
    left, right = "{}" if isinstance(value, dict) else "[]"
    return f"{left}{indent}{f',{indent}'.join(items)}\n{' ' * depth}{right}"


# ---- values as TOML text ---------------------------------------------------------------------------


def toml(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_toml_key(key)} = {toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)  # texts, numbers and true are written alike


def _toml_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)

"""JSON that people can read and git can compare."""

from __future__ import annotations

import json
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

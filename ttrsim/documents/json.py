"""Results as JSON: plain values of any dataclass, its estimates with `value`, `low`, `high` and `n`."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from ttrsim.documents.document import Result
from ttrsim.stats.intervals import Estimate
from ttrsim.wording import CONTROLS


def json_text(values: Any) -> str:
    """For people, too: indented, and with names as they are written. Control characters are escaped."""
    text = json.dumps(plain(values), indent=2, ensure_ascii=False, allow_nan=False)
    return CONTROLS.sub(lambda match: f"\\u{ord(match[0]):04x}", text)  # JSON leaves some control characters


def plain(value: Any) -> Any:
    """The fields of a dataclass, and what a result says besides; JSON has no infinity, so None stands for it."""
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, Estimate):
        n = {} if value.n is None else {"n": value.n}
        return {"value": plain(value.value), "low": plain(value.low), "high": plain(value.high)} | n
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return plain(value._asdict())
    if is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in fields(value)] + list(value.said if isinstance(value, Result) else ())
        return {name: plain(getattr(value, name)) for name in names}
    if hasattr(value, "tolist"):  # numbers and arrays of NumPy
        return plain(value.tolist())
    return [plain(item) for item in value]

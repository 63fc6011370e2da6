"""Values and words as users write them and messages show them."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import TypeGuard


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """The end of a message about an unknown word: the nearest known one, if any is near."""
    near = nearest(word, choices)
    return f" — did you mean '{near}'?" if near else ""


def nearest(word: str, choices: Iterable[str]) -> str | None:
    by_lower_case = {choice.lower(): choice for choice in choices}
    matches = get_close_matches(word.lower(), by_lower_case, n=1)
    return by_lower_case[matches[0]] if matches else None


_PLAIN = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ß": "ss", "ł": "l", "đ": "d"} | dict.fromkeys("‐‑‒–—−", "-"))


def plain(text: str) -> str:
    """A name without case, accents and spaces around hyphens, to compare what people type."""
    letters = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return re.sub(r"\s*-\s*", "-", " ".join(bare.split()))


def shortened(value: object, limit: int = 40) -> str:
    """A value as it is shown in a message; a wrong file may hold very long ones."""
    text = repr(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def finite_number(text: str) -> float | None:
    """The number that a text stands for; None if it is not a number, or is inf or nan."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def is_finite(value: object) -> TypeGuard[float]:
    """Whether a value of a TOML or JSON file is a finite number; true does not count as one."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number of hundreds of digits
        return False


def chance_text(chance: float) -> str:
    """An estimated chance in percent. It never reads 0 or 100 %, since nothing estimated is certain."""
    if chance < 0.005:
        return "< 1 %"
    return "> 99 %" if chance > 0.995 else f"{100 * chance:.0f} %"


def percentage_points(share: float) -> str:
    """A difference of shares in words."""
    return f"{100 * share:g} percentage point{'' if share == 0.01 else 's'}"


_BLOCKS = "▁▂▃▄▅▆▇█"


def sparkline(shares: Iterable[float]) -> str:
    """Shares from 0 to 1 as a row of blocks, each an eighth higher than the one before."""
    return "".join(_BLOCKS[min(int(len(_BLOCKS) * share), len(_BLOCKS) - 1)] for share in shares)


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a sentence: a, b and c."""
    *others, end = words
    return f"{', '.join(others)} {last} {end}" if others else end


# All except newline and tab. Those that change the writing direction are included: they can disguise a text.
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    """Writes control characters as escapes: names come from users' files, and a terminal would act on them."""
    return CONTROLS.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


def time_text(seconds: float) -> str:
    """1:02:03, or 2:03."""
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"

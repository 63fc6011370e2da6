"""Effects in tables and sentences: what adds how much to what, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ttrsim.documents.document import Column, Kind, Row, cell_of, estimate_texts
from ttrsim.documents.report.sections.phrases import NOTEWORTHY, known

MIN_N = 30  # trials, for a place in a ranking


@dataclass(frozen=True)
class OutcomeWords:
    label: str  # of a column
    what: str  # is changed
    unit: str
    kind: Kind

    @property
    def scale(self) -> int:
        return 100 if self.kind == "signed_share" else 1


OUTCOMES = {  # by the column of a table
    "win": OutcomeWords("effect on win share", "the win share", "pp", "signed_share"),
    "score": OutcomeWords("effect on score", "the score", "points", "signed"),
    "others": OutcomeWords("on the others' mean score", "the mean score of the others", "points", "signed"),
    "turns": OutcomeWords("on turns of the game", "the length of the game", "turns", "signed"),
}


def effect_columns(main: str, has_q: bool = False, keys: Sequence[str] = tuple(OUTCOMES)) -> tuple[Column, ...]:
    """The main outcome comes first: figures draw the first column with an interval."""
    columns = []
    for key in sorted(keys, key=lambda key: key != main):
        columns.append(Column(key, OUTCOMES[key].label, OUTCOMES[key].kind))
        columns += [Column(f"{key}_q", "q", "q")] if has_q and key in ("win", "score") else []
    return tuple(columns)


def change(row: Row, key: str, of: str = "pairs") -> str:
    """E.g. "adds 6.1 pp to the win share (4.9 … 7.3, n = 12,300 pairs)"."""
    outcome, value, low, high = OUTCOMES[key], row[key], row[f"{key}_low"], row[f"{key}_high"]
    pairs = f"n = {row['n']:,} {of}"
    if low is None or low <= 0 <= high:
        details = [*estimate_texts(cell_of(row, key), outcome.kind), pairs]
        return f"makes no significant difference to {outcome.what} ({', '.join(filter(None, details))})"
    amount = f"{abs(value) * outcome.scale:,.1f} {outcome.unit}"
    near, far = sorted(abs(end) * outcome.scale for end in (low, high))
    done = f"adds {amount} to" if value > 0 else f"takes {amount} off"
    return f"{done} {outcome.what} ({near:,.1f} … {far:,.1f}, {pairs})"


def ranked(rows: list[Row], key: str) -> list[Row]:
    """Those with enough trials, the largest effect first."""
    enough = [row for row in known(rows, key, f"{key}_low") if row["n"] >= MIN_N]
    return sorted(enough, key=lambda row: -row[key])


def is_significant(row: Row, key: str) -> bool:
    q = row.get(f"{key}_q")
    return q is not None and q <= NOTEWORTHY


def significant(rows: list[Row], key: str) -> tuple[list[Row], list[Row]]:
    """Those with effects above 0, and those below."""
    sure = [row for row in rows if is_significant(row, key)]
    return [row for row in sure if row[key] > 0], [row for row in sure if row[key] < 0]


def sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."

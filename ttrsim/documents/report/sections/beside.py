"""Where do the board and its play stand among the published boards?"""

from __future__ import annotations

from collections.abc import Sequence

from ttrsim.documents.document import Column, Row, Table, cell_text
from ttrsim.documents.report.model import Section
from ttrsim.measures.facts import Facts
from ttrsim.measures.gauges import Standing, standings
from ttrsim.measures.measure import Measures
from ttrsim.wording import listed

TITLE = "Beside the published boards"
COLUMNS = (
    Column("name", "", "text"),
    Column("here", "here", "text"),
    Column("range", "published", "text"),
    Column("strip", "each published board, and this one", "strip", has_interval=False),
)
NOTE = (
    "Published: the built-in boards and decks with as many players, played by planners (`python -m bench.published`). "
    "They differ widely; to be among them, or not, is neither good nor bad."
)


def beside(measures: Measures, facts: Facts) -> Section | None:
    found = standings_of(measures, facts) if facts.experiment is None else []  # an experiment answers its own question
    if not found:
        return None
    is_published = facts.board.name in found[0].published
    apart = [] if is_published else [standing for standing in found if standing.beyond]
    answers = [f"{len(found) - len(apart)} of {len(found)} numbers are among those of the published boards."]
    answers += [in_words(standing) for standing in apart]
    return Section("beside", f"{TITLE}: what is unusual?", answers, [standing_table(found)])


def standings_of(measures: Measures, facts: Facts) -> list[Standing]:
    analysis = facts.game.analysis
    return standings(analysis.gauges, facts.game.package, facts.board, facts.n_seats, measures)


def in_words(standing: Standing) -> str:
    text = standing.gauge.text[:1].upper() + standing.gauge.text[1:]
    return f"{text}: {here(standing)}; published boards have {range_text(standing)}."


def standing_table(found: Sequence[Standing], title: str = TITLE) -> Table:
    return Table("beside", title, COLUMNS, [standing_row(standing) for standing in found], NOTE)


def standing_row(standing: Standing) -> Row:
    value = standing.value
    numbers = {"value": value.value, "low": standing.low, "high": standing.high, "n": value.n}
    strip = [value.value, *standing.published.values()]
    name = standing.gauge.text
    return numbers | {"name": name, "here": here(standing), "range": range_text(standing), "strip": strip}


def here(standing: Standing) -> str:
    return cell_text(standing.value, standing.gauge.kind, standing.gauge.decimals)


def range_text(standing: Standing) -> str:
    """As in 76 … 91 %, with the boards at its ends."""
    gauge = standing.gauge
    low, high = (cell_text(end, gauge.kind, gauge.decimals) for end in (standing.low, standing.high))
    if low == high:
        return low
    unit = high.partition(" ")[2]
    return f"{low.removesuffix(f' {unit}') if unit else low} … {high}"


def ends_of(standing: Standing) -> str:
    """The boards at both ends of the range."""
    boards = sorted(standing.published, key=standing.published.__getitem__)
    return listed([boards[0], boards[-1]])

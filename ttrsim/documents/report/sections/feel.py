"""How do games feel? From chances to win."""

from __future__ import annotations

from ttrsim.documents.document import Column, Row, Table
from ttrsim.documents.report.model import Section
from ttrsim.documents.report.sections.phrases import by_key, only, say
from ttrsim.measures.facts import Facts
from ttrsim.measures.feel import index_of
from ttrsim.measures.measure import Measures
from ttrsim.play.chances import OPTIONS, PHASES, WORLDS

ABOUT = (
    f"From the chances to win at {PHASES} positions of each sampled game, each played on in {WORLDS} worlds: every "
    "seat keeps its cards and tickets, and what lies face down is shuffled. Nobody at the table knows these chances. "
    "`docs/metrics.md` has the definitions."
)
SHARES = {  # metrics with one number each, and what they are in a table
    "comebacks": "games won from far behind (half an equal share)",
    "dead_time": "turns of seats that can hardly win (below 5 %)",
    "winner_clear": "of the turns are over when the winner is clear (90 %)",
    "runaways": "games with a runaway leader (90 % before half-time)",
    "real_choices": "decisions in which it matters what is chosen",
    "drama": "drama: how far the winner was behind, on average",
}


def feel(measures: Measures, facts: Facts) -> Section | None:
    if not only(measures.get("drama")).get("n"):
        return None
    section = Section("feel", "How games feel: are they tense?", _answers(measures, facts))
    section.tables.extend((_whole(measures), _phases(measures)))
    section.notes.append(ABOUT)
    return section


def _answers(measures: Measures, facts: Facts) -> list[str]:
    row = {name: only(measures.get(name)) for name in (*SHARES, "chance_lead_changes")}
    phases = by_key(measures["chance_decided"], "phase")
    dealt, half = say(phases[0], "value", "share", n="n"), say(phases[PHASES // 2], "value", "share")
    clear, changes = say(row["winner_clear"], "value", "share"), say(row["chance_lead_changes"], "value", "number")
    back, away = (say(row[name], "value", "share") for name in ("comebacks", "runaways"))
    answers = [
        f"The deal, with the seats, settles {dealt} of who wins; when half of the turns are over, {half} is settled.",
        f"The winner is clear after {clear} of the turns; the lead in chance to win changes {changes} times a game.",
        f"{back} of games are won from far behind, and in {away} a seat runs away early.",
        f"{say(row['dead_time'], 'value', 'share', n='n')} of turns are played by seats that can hardly win any more.",
    ]
    if (index := _index(measures))["value"] is not None:
        answers.append(
            f"It matters in {say(row['real_choices'], 'value', 'share', n='n')} of decisions what is chosen. The index "
            f"of luck (−1) and skill (1) is {say(index, 'value', 'signed', 2)}."
        )
    if facts.n_seats > 2 and "kingmaking" in measures and len(measures["kingmaking"]) == 2:
        moves = {row["standing"]: _root(row) for row in by_key(measures["kingmaking"], "standing").values()}
        answers.append(
            "What a seat chooses that can hardly win moves the chances of another by "
            f"{say(moves['out'], 'value', 'share', n='n')}, what others choose by {say(moves['in'], 'value', 'share')}."
        )
    return answers


def _whole(measures: Measures) -> Table:
    rows = [{"name": text} | _picked(only(measures.get(name)), 100) for name, text in SHARES.items()]
    rows.append(
        {"name": "lead changes in chance to win, per game"} | _picked(only(measures.get("chance_lead_changes")))
    )
    rows.append({"name": "luck (−1) or skill (1)"} | _picked(_index(measures)))
    columns = (
        Column("name", "%, unless it says otherwise", "text"),
        Column("value", "value", "number", decimals=2),
        Column("n", "n", "count"),
    )
    note = f"Decisions: one of each sampled game, of which up to {OPTIONS} options are played out."
    return Table("feel", "Tension, turning points and choice", columns, [row for row in rows if row["n"]], note)


def _phases(measures: Measures) -> Table:
    decided = by_key(measures["chance_decided"], "phase")
    rows = []
    for phase in sorted(decided):
        row = {"time": phase / PHASES, "n": decided[phase]["n"], "deals": decided[phase]["deals"]}
        rows.append(row | {f"decided{end}": decided[phase][f"value{end}"] for end in ("", "_low", "_high")})
    columns = (
        Column("time", "turns that are over", "share", decimals=0),
        Column("decided", "of who wins is settled", "share"),
        Column("n", "games", "count"),
    )
    return Table("feel_phases", "What is settled when", columns, rows)


def _index(measures: Measures) -> Row:
    """The index of luck and skill, which rises with the ratio of what choices and cards do."""
    row = only(measures.get("choice_to_luck")) | {"n": only(measures.get("real_choices")).get("n")}
    ends = {key: None if row.get(key) is None else index_of(row[key]) for key in ("value", "value_low", "value_high")}
    return row | ends


def _root(row: Row) -> Row:
    """Of a mean square, and of its interval."""
    ends = {
        key: None if row.get(key) is None else max(0.0, row[key]) ** 0.5 for key in ("value", "value_low", "value_high")
    }
    return row | ends


def _picked(row: Row, scale: float = 1) -> Row:
    ends = {key: None if row.get(key) is None else scale * row[key] for key in ("value", "value_low", "value_high")}
    return ends | {"n": row.get("n"), "deals": row.get("deals")}

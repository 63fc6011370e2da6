"""What an experiment found: the answer, then all effects with intervals, and what was tried by whom."""

from __future__ import annotations

from ttrsim.documents.document import Table
from ttrsim.documents.report.model import Section
from ttrsim.games.trains.analysis.effects.parts import (
    Parts,
    by_choice,
    by_pile,
    by_trains_left,
    overall,
    parts_of,
    parts_table,
)
from ttrsim.games.trains.analysis.effects.sets import pairs_table, set_answers, sizes_table
from ttrsim.games.trains.analysis.effects.subjects import best_and_worst, break_even, by_bot_tables, subjects_table
from ttrsim.games.trains.analysis.effects.wording import Words, words_of
from ttrsim.games.trains.analysis.facts import TrainsFacts
from ttrsim.games.trains.experiments import KINDS
from ttrsim.measures.measure import Measures

PAIRED = (
    "Both sides of a pair are the same deal: the same cards, the same tickets, the same random numbers of each bot. An "
    "effect is what came with it less what came without it. Deals are the independent units."
)
BREAK_EVEN = (
    "Break-even as played: the printed points with which keeping the ticket would leave the score as it is, all else "
    "as it was played. Bots that knew this number would play otherwise. It is missing where a ticket is completed too "
    "rarely for any number of points to pay."
)
SEATS = {2: "Both seats", 3: "All three seats", 4: "All four seats", 5: "All five seats"}


def effects(measures: Measures, facts: TrainsFacts) -> Section | None:
    choice = facts.experiment
    if choice is None or "effect" not in measures or not len(measures["effect"]):
        return None
    words, parts = words_of(choice), parts_of(measures)
    section = Section("effects", words.title, notes=[words.tried, PAIRED, who_played(facts)])
    if subject := KINDS[choice.kind].subject:
        _tell_subjects(section, subjects_table(measures, facts, subject, words), subject, words, parts)
        section.tables.extend(by_bot_tables(measures, facts, subject, words))
    else:
        section.answers.extend(overall(parts, words))
    if choice.kind == "keep-sets":
        sizes, pairs = sizes_table(measures, facts), pairs_table(measures, facts)
        section.answers.extend(set_answers(sizes, pairs))
        section.tables.extend([sizes, pairs])
    section.answers.extend(by_choice(parts, words))
    section.answers.extend(by_trains_left(parts, words))
    section.tables.append(parts_table(parts, words))
    return section


def _tell_subjects(section: Section, table: Table, subject: str, words: Words, parts: Parts) -> None:
    section.tables.append(table)
    section.answers.extend(best_and_worst(table.rows, subject, words))
    section.answers.extend(by_pile(parts, words) or overall(parts, words))
    if subject == "ticket":
        section.answers.extend(break_even(table.rows))
        section.notes.append(BREAK_EVEN)


def who_played(facts: TrainsFacts) -> str:
    bots = ", ".join(facts.bots)
    seats = f"{SEATS[facts.n_seats]} are {bots}" if len(facts.bots) == 1 else f"The seats are {bots}, in turn"
    return f"{seats}. Another style of play, or a stronger one, may give other answers."

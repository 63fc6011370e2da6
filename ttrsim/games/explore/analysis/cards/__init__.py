"""Which cards are kept, and how do rounds with them differ?"""

from __future__ import annotations

from ttrsim.documents.document import Column, Kind, Row, Table
from ttrsim.documents.report.declared import measured, n, of, q
from ttrsim.documents.report.model import Section
from ttrsim.documents.report.sections.phrases import known, noteworthy, say
from ttrsim.games.explore.analysis.cards import metrics
from ttrsim.games.explore.analysis.facts import ExploreFacts, card_names
from ttrsim.measures.measure import Measures

SEEN = (
    "Seen in play: differences are between rounds in which a card was kept and rounds in which it was turned up and "
    "discarded, adjusted by a regression for the other cards turned up, the round and the bot of the first player, who "
    "chose what suited the maps on the table. They do not show what keeping the card changes. The score is the mean of "
    "all seats, because all seats use the same cards."
)
COLUMNS = (
    Column("name", "card", "text"),
    of(metrics.card_kept, "kept"),
    of(metrics.card_round, "round", "round it is kept in"),
    Column("score", "adjusted difference in mean score", "signed"),
    q("score"),
    Column("win", "adjusted difference in the first player's win share", "signed_share"),
    q("win"),
    n("kept", "turned up"),
)


def cards(measures: Measures, facts: ExploreFacts) -> Section | None:
    if "card_kept" not in measures:
        return None
    rows = _rows(measures, facts)
    section = Section("cards", "Cards, seen in play: which are kept?", _answers(rows), notes=[SEEN])
    section.tables.append(Table("cards", "Cards, kept against discarded", COLUMNS, rows))
    return section


def _rows(measures: Measures, facts: ExploreFacts) -> list[Row]:
    base, differences = facts.cards, measures.extras.get("card_differences")
    if differences is not None:
        base = base.join(differences, on="card", how="left")
    is_known = differences is not None and differences["score"].count()
    return measured(measures, COLUMNS, "card", base, card_names(facts.board), by="score" if is_known else "kept")


def _answers(rows: list[Row]) -> list[str]:
    answers = []
    kept = known(rows, "kept")
    if kept:
        most, least = (choose(kept, key=lambda row: row["kept"]) for choose in (max, min))
        answers.append(
            f"After it is turned up, {most['name']} is kept most often, {say(most, 'kept', 'share', n='kept_n')}, "
            f"and {least['name']} least often, {say(least, 'kept', 'share', n='kept_n')}."
        )
    answers += _differences(rows, "score", "signed", "the mean score")
    answers += _differences(rows, "win", "signed_share", "the first player's win share")
    return answers


def _differences(rows: list[Row], key: str, kind: Kind, what: str) -> list[str]:
    judged = known(rows, key)
    if not judged:
        return []
    most, least = (choose(judged, key=lambda row: row[key]) for choose in (max, min))
    sentence = (
        f"The difference in {what} is largest for {most['name']}, {say(most, key, kind, n='n')}, and smallest for "
        f"{least['name']}, {say(least, key, kind, n='n')}. It is significant for {noteworthy(rows, f'{key}_q')} of "
        f"{len(judged)} cards (q ≤ .05)."
    )
    return [sentence]

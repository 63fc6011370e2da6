"""`python -m bench.likeness FILE…`: what people look like beside bots, into docs/measured/people.md.

Two tables: the numbers that a game site publishes of its players, for bots at tables of their own and for the games of
people in FILES; and how often each bot chooses what people chose in those games. seer plays fewer games, since it is
slow. The columns of the site are those of boostyourplay.com's guide to Europe on Board Game Arena.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from ttrsim.documents.document import Column, Table, cell_text
from ttrsim.documents.markdown import markdown_table
from ttrsim.games.registry import load_board
from ttrsim.games.trains.game import TRAINS
from ttrsim.play.bots.finding import Bot, load_bot
from ttrsim.play.importing import import_file
from ttrsim.play.position import Decision, Position
from ttrsim.play.record.fields import Event
from ttrsim.play.record.reader import recorded
from ttrsim.play.record.writer import record_events
from ttrsim.play.table import SeatedTable
from ttrsim.stats.intervals import Estimate, mean_by_deals, t_critical

PAGE = Path(__file__).resolve().parents[1] / "docs" / "measured" / "people.md"
SEED = 1
GAMES = {"planner": 60, "racer": 60, "seer": 12}
PLAYERS = {"europe": (2, 3, 4, 5), "usa": (2, 3, 4, 5)}
SEER_PLAYERS = (2,)
MATCHED = ("planner", "racer", "rusher", "hungry", "longroute", "greedy", "path", "random")
HEADINGS = (
    "route points",
    "ticket points",
    "tickets completed",
    "routes claimed",
    "mean length",
    "kept of the first offer",
)
SITE = (
    ("site, rated first", ("76.2", "29.4", "2.2", "12.5", "3.53", "2.27")),
    ("site, rated second", ("79.1", "22.9", "1.9", "11.7", "3.78", "2.11")),
    ("site, all players", ("61.8", "42.9", "4 (cut off)", "14.1", "2.96", "2.65")),
)


def style_of(events: Sequence[Event]) -> np.ndarray:
    """[number] of a game, the mean over its seats. Ticket points are those of completed tickets, as on the site."""
    board = load_board(events[0]["map"])
    lengths = {route.id: route.length for route in board.routes}
    points = {ticket.id: ticket.points for ticket in board.tickets}
    rows = []
    for score in (event for event in events if event["event"] == "score"):
        own = [event for event in events if event.get("player") == score["player"]]
        claims = [e for e in own if e["event"] == "claim" or (e["event"] == "tunnel_end" and e["claimed"])]
        first = next(e for e in own if e["event"] == "tickets" and e["turn"] == 0)
        rows.append(
            [
                score["routes"],
                sum(points[ticket] for ticket in score["completed"]),
                len(score["completed"]),
                len(claims),
                np.mean([lengths[claim["route"]] for claim in claims]) if claims else np.nan,
                len(first["kept"]),
            ]
        )
    return np.nanmean(np.array(rows, float), axis=0)


def row_of(name: str, games: Iterable[Sequence[Event]]) -> list[str]:
    """Games are the independent unit."""
    styles = np.array([style_of(list(game)) for game in games])
    n = len(styles)
    half = t_critical(n - 1) * styles.std(axis=0, ddof=1) / np.sqrt(n) if n > 1 else np.full(styles.shape[1], np.nan)
    cells = [number(Estimate(m, m - h, m + h)) for m, h in zip(styles.mean(axis=0), half, strict=True)]
    return [name, str(n), *cells]


def bot_games(board: str, name: str, players: int) -> Iterator[list[Event]]:
    table = SeatedTable(load_board(board), [load_bot(name, TRAINS)] * players)
    return (list(record_events(table.play_logged(SEED, game))) for game in range(GAMES[name]))


# ---- move matching -------------------------------------------------------------------------------


def plain_text(decision: Decision) -> str:
    """Two face-up cards of a colour are one choice."""
    return re.sub(r" from slot \d", " face up", decision.text)


def kind_of(decision: Decision) -> str:
    return decision.text.split(" ")[0]


def matches_of(bot: Bot, steps: Sequence[tuple[Position, Decision]]) -> np.ndarray:
    """[decision] [is the same choice, is of the same kind: a draw, a claim, tickets], where there is a choice."""
    rows = []
    for position, played in steps:
        if len(position.candidates()) > 1:
            chosen = position.ask(bot)
            rows.append([plain_text(chosen) == plain_text(played), kind_of(chosen) == kind_of(played)])
    return np.array(rows, float)


def matching_row(name: str, games: Sequence[Sequence[tuple[Position, Decision]]]) -> list[str]:
    """By games: decisions of one game are not independent."""
    bot = load_bot(name, TRAINS)
    found = [matches_of(bot, steps) for steps in games]
    means = np.array([game.mean(axis=0) for game in found])
    cells = [number(mean_by_deals(100 * means[:, column])) for column in range(2)]
    return [name, str(sum(map(len, found))), *cells]


def main(files: Sequence[str]) -> None:
    people = [import_file(Path(file), "usa-mega" if "mega" in file else None) for file in files]
    base = [events for events in people if events[0]["map"] == "usa"]
    rows = [["europe", name, "", "", *cells] for name, cells in SITE]
    for board, counts in PLAYERS.items():
        for players in counts:
            for name in GAMES:
                if name == "seer" and players not in SEER_PLAYERS:
                    continue
                rows.append([board, f"{name}, {players} players", *row_of(name, bot_games(board, name, players))[1:]])
                print(rows[-1], flush=True)
    rows = [row[:2] + row[3:] if row[2] == "" else row for row in rows]
    rows.append(["usa", "people, 4 players", *row_of("people", base)[1:]])
    put("likeness", table_text(("board", "who", "games", *HEADINGS), rows))
    steps = [list(Position.replay(recorded(load_board(events[0]["map"]), events))) for events in people]
    matching = []
    for name in MATCHED:
        matching.append(matching_row(name, steps))
        print(matching[-1], flush=True)
    put("matching", table_text(("bot", "decisions", "same choice, %", "same kind of move, %"), matching))


def number(estimate: Estimate) -> str:
    return cell_text(estimate, decimals=1)


def table_text(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """In Markdown, all but the first two columns to the right."""
    columns = [Column(str(place), heading, "text" if place < 2 else "count") for place, heading in enumerate(headings)]
    return "\n".join(markdown_table(Table.of("", "", columns, rows)))


def put(mark: str, text: str) -> None:
    marked = re.compile(rf"(<!-- {mark} -->\n).*?(<!-- /{mark} -->)", re.DOTALL)
    PAGE.write_text(marked.sub(rf"\g<1>{text}\2", PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

"""`python -m bench.people FILE…`: the style of people beside that of every bot, in docs/measured/strategies.md.

The files are games of four people on the USA board in the format of docs/import.md. Bots play at tables of their own.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from bench.ladders import table_text
from bench.studies import PAGE, SEED, number
from ttrsim.games.contract import bots_of
from ttrsim.games.registry import load_board
from ttrsim.games.trains.game import TRAINS
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.importing import import_file
from ttrsim.play.record.fields import Event
from ttrsim.play.record.writer import record_events
from ttrsim.play.table import SeatedTable
from ttrsim.stats.intervals import Estimate, t_critical

N_GAMES = 60
PLAYERS = 4
HEADINGS = (
    "first claim, own turn",
    "blind cards, %",
    "face-up wilds",
    "tickets kept",
    "completed",
    "mean route",
    "turns",
)


def style_of(events: Sequence[Event]) -> np.ndarray:
    """[habit] of a game, the mean over its seats."""
    lengths = {route.id: route.length for route in load_board("usa").routes}
    rows = []
    for seat in range(PLAYERS):
        own = [event for event in events if event.get("player") == seat]
        draws = [event for event in own if event["event"] == "draw"]
        claims = [event for event in own if event["event"] == "claim"]
        score = next(event for event in own if event["event"] == "score")
        turns = len({event["turn"] for event in own if event["event"] in ("draw", "claim", "tickets", "pass")} - {0})
        rows.append(
            [
                (claims[0]["turn"] - 1) // PLAYERS + 1 if claims else np.nan,
                100 * np.mean([draw["from"] == "pile" for draw in draws]),
                sum(draw["from"] == "market" and draw["card"] == "wild" for draw in draws),
                len(score["completed"]) + len(score["failed"]),
                len(score["completed"]),
                np.mean([lengths[claim["route"]] for claim in claims]) if claims else np.nan,
                turns,
            ]
        )
    return np.nanmean(np.array(rows, float), axis=0)


def row_of(name: str, games: Iterable[Sequence[Event]]) -> list[str]:
    """Games are the independent unit."""
    styles = np.array([style_of(list(game)) for game in games])
    n = len(styles)
    half = t_critical(n - 1) * styles.std(axis=0, ddof=1) / np.sqrt(n)
    means = styles.mean(axis=0)
    cells = [number(Estimate(m, m - h, m + h)) for m, h in zip(means, half, strict=True)]
    return [name, str(n), *cells]


def bot_games(name: str) -> Iterable[list[Event]]:
    table = SeatedTable(load_board("usa"), [load_bot(name, TRAINS)] * PLAYERS)
    return (list(record_events(table.play_logged(SEED, game))) for game in range(N_GAMES))


def main(files: Sequence[str]) -> None:
    rows = [row_of("people", [import_file(Path(file)) for file in files])]
    for name in bots_of(TRAINS):
        if name in ("random", "seer"):  # no style; too slow for a table
            continue
        rows.append(row_of(name, bot_games(name)))
        print(rows[-1], flush=True)
    text = table_text(("usa, 4 players", "games", *HEADINGS), rows)
    marked = re.compile(r"(<!-- people -->\n).*?(<!-- /people -->)", re.DOTALL)
    PAGE.write_text(marked.sub(rf"\g<1>{text}\2", PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

"""`python -m bench.ladders [DEALS [PLAYERS]]`: holds the tournaments of `docs/measured/ladders.md`.

Which there are is read from the marks in that file: `<!-- ladder BOARD PLAYERS -->`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from bench.measure import TOO_SLOW
from ttrsim.documents.document import Column, Table
from ttrsim.documents.markdown import markdown_table
from ttrsim.games.contract import bots_of
from ttrsim.games.trains.game import TRAINS
from ttrsim.studies.tournament.api import tournament

PAGE = Path(__file__).resolve().parents[1] / "docs" / "measured" / "ladders.md"
MARKED = re.compile(r"(<!-- ladder (\S+) (\d) -->\n).*?(<!-- /ladder \2 \3 -->)", re.DOTALL)
DEALS, SEED = 1_000, 1


def main(deals: int = DEALS, players: int | None = None) -> None:
    """Of all numbers of players, or of one."""

    def filled(mark: re.Match[str]) -> str:
        board, n_players = mark[2], int(mark[3])
        if players not in (None, n_players):
            return mark[0]
        print(f"{board}, {n_players} players …", flush=True)
        return mark[1] + ladder_text(board, n_players, deals) + mark[4]

    PAGE.write_text(MARKED.sub(filled, PAGE.read_text(encoding="utf-8")), encoding="utf-8")


def ladder_text(board: str, n_players: int, deals: int) -> str:
    bots = [bot for bot in bots_of(TRAINS) if bot not in TOO_SLOW]
    ladder = tournament(board, bots, players=n_players, deals=deals, seed=SEED)
    standings = "\n".join(markdown_table(ladder.document().tables[0]))
    command = f"ttrsim tournament {board} --players {n_players} --deals {deals} -s {SEED} --bots {','.join(bots)}"
    return f"`{command}`: {ladder.games:,} games.\n\n{standings}"


def table_text(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """In Markdown, all but the first column to the right."""
    kinds = ["text", *["count"] * (len(headings) - 1)]
    columns = [Column(str(place), heading, kinds[place]) for place, heading in enumerate(headings)]
    return "\n".join(markdown_table(Table.of("", "", columns, rows)))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

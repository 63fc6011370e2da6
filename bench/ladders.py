"""`python -m bench.ladders [DEALS]`: holds the tournaments that `docs/bots.md` shows, and writes their tables there.

Which there are is read from the marks in that file: `<!-- ladder BOARD PLAYERS -->`.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from ttrsim.cli.tournament import cell_text, number_text, play, prepare, share_text
from ttrsim.engine.executor import Threads
from ttrsim.games.trains.game import TRAINS
from ttrsim.tournaments.ladder import Ladder

PAGE = Path(__file__).resolve().parents[1] / "docs" / "bots.md"
MARKED = re.compile(r"(<!-- ladder (\S+) (\d) -->\n).*?(<!-- /ladder \2 \3 -->)", re.DOTALL)
DEALS, SEED = 1_000, 1


def main(deals: int = DEALS) -> None:
    def filled(mark: re.Match[str]) -> str:
        board, n_players = mark[2], int(mark[3])
        print(f"{board}, {n_players} players …", flush=True)
        return mark[1] + ladder_text(board, n_players, deals) + mark[4]

    PAGE.write_text(MARKED.sub(filled, PAGE.read_text(encoding="utf-8")), encoding="utf-8")


def ladder_text(board: str, n_players: int, deals: int) -> str:
    bots = ",".join(TRAINS.bot_names())
    ladder = play(prepare(board, bots, n_players, None, None, deals, SEED), Threads())
    if ladder.n_deals < deals:
        raise KeyboardInterrupt
    command = f"ttrsim tournament {board} --players {n_players} --deals {deals} -s {SEED} --bots {bots}"
    return f"`{command}`: {ladder.n_games:,} games.\n\n{standings_text(ladder)}\n{matrix_text(ladder)}"


def standings_text(ladder: Ladder) -> str:
    rows = [
        [
            f"{rank} {standing.bot}",
            number_text(standing.strength),
            share_text(standing.win_share),
            number_text(standing.points),
        ]
        for rank, standing in enumerate(ladder.standings, 1)
    ]
    return table_text(["bot", "strength", "wins, %", "points"], rows)


def matrix_text(ladder: Ladder) -> str:
    heading = ["wins of … with", *(str(rank) for rank in range(1, len(ladder.bots) + 1))]
    rows = [
        [f"{rank} {bot}", *(cell_text(ladder, bot, opponent) for opponent in ladder.bots)]
        for rank, bot in enumerate(ladder.bots, 1)
    ]
    return table_text(heading, rows)


def table_text(heading: list[str], rows: list[list[str]]) -> str:
    lines = [heading, ["---", *["--:"] * (len(heading) - 1)], *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

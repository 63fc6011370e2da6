"""`greedy`: plays the turn after which its final route scores most, without looking ahead."""

from __future__ import annotations

from ttrsim.games.explore.botkit import bot, record_on_stack
from ttrsim.games.explore.bots._outlook import EVERY_ROAD, OUTLOOK
from ttrsim.games.explore.bots._search import answer


@bot()
def greedy(board, public, own):
    """Makes the turn after which its final route would score most, and looks no further."""
    outlook = record_on_stack(OUTLOOK)
    outlook.ahead = outlook.to_come = outlook.loose_end = outlook.plus = outlook.spite = 0
    outlook.roads = EVERY_ROAD
    return answer(board, public, own, outlook)

"""What describes a board of Ticket to Ride and its play."""

from __future__ import annotations

from collections.abc import Callable

from ttrsim.games.trains.board.model import Board
from ttrsim.games.trains.board.pairs import Pairs
from ttrsim.games.trains.board.warnings import spaces
from ttrsim.measures.gauges import Gauge


def _of(number: Callable[[Pairs], float | None]) -> Callable[[Board, int], float | None]:
    return lambda board, n_players: number(Pairs(board))


def _crowded(board: Board, n_players: int) -> float:
    return len(Pairs(board).crowded(n_players))


def _spaces_per_train(board: Board, n_players: int) -> float:
    return spaces(board, n_players) / (n_players * board.parameters.trains)


def _tickets_per_city(pairs: Pairs) -> float:
    return len(pairs.board.tickets) / len(pairs.board.cities)


OF_BOARDS = (
    Gauge(
        "tickets_by_path",
        "tickets worth the trains of their shortest path",
        of_board=_of(lambda p: p.tickets_by_path),
        advice="Points that are the shortest path's trains are what players expect.",
    ),
    Gauge(
        "tickets_per_city",
        "tickets for each city",
        "number",
        2,
        of_board=_of(_tickets_per_city),
        advice="More or fewer tickets.",
    ),
    Gauge("tickets_at_a_city", "most tickets of one city", "count", of_board=_of(lambda p: p.tickets_at_a_city)),
    Gauge("longest_ticket", "longest ticket, of a player's trains", of_board=_of(lambda p: p.longest_ticket)),
    Gauge(
        "spaces_per_train",
        "spaces for each train",
        "number",
        2,
        of_board=_spaces_per_train,
        advice="Fewer trains, or more routes, give each player more room.",
    ),
    Gauge("double_pairs", "pairs of cities with several lanes", of_board=_of(lambda p: p.double_share)),
    Gauge(
        "load_ratio",
        "load of pairs with several lanes, to those with one",
        "number",
        2,
        of_board=_of(lambda p: p.load_ratio),
        advice="Second lanes belong where the tickets run.",
    ),
    Gauge(
        "crowded_pairs",
        "crowded pairs: twice the mean load of a lane",
        "count",
        of_board=_crowded,
        advice="Second lanes help where many tickets meet.",
    ),
    Gauge(
        "idle_pairs",
        "pairs that no ticket needs",
        of_board=_of(lambda p: p.idle_share),
        advice="More tickets, or others, use the whole board.",
    ),
    Gauge("cut_pairs", "pairs whose loss splits the board", "count", of_board=_of(lambda p: float(len(p.cuts)))),
)
OF_PLAY = (
    Gauge(
        "tickets_completed",
        "kept tickets that are completed",
        metric="kept_completed",
        advice="Shorter tickets help, fewer that must be kept (setup_keep, offer_keep), and more lanes or trains.",
    ),
    Gauge(
        "kept",
        "tickets of the set-up that are kept",
        metric="kept_by_phase",
        row={"phase": "set-up"},
        advice="setup_offer and setup_keep say how many tickets a player sees and keeps.",
    ),
    Gauge(
        "loser_tickets",
        "points for tickets of those who do not win",
        "number",
        metric="points_by_source",
        row={"result": "other", "source": "ticket_points"},
        advice="Failed tickets cost as much as they bring: shorter ones, or fewer that must be kept, cost less.",
    ),
    Gauge(
        "seat_advantage",
        "wins of seat 0 beyond an equal share",
        "signed_share",
        metric="seat_advantage",
        advice="Later seats can be given more cards to begin with; `ttrsim experiment rules` tries it.",
    ),
    Gauge("ties", "games with a shared win", metric="ties"),
    Gauge(
        "turns",
        "turns of a player",
        "number",
        metric="game_means",
        row={"what": "turns"},
        by_seat=True,
        advice="trains and end_trains set the length.",
    ),
    Gauge(
        "stalemates",
        "games that end in a stalemate (N1)",
        metric="end_reasons",
        row={"end": "stalemate"},
        advice="The board has too few spaces for the trains: fewer trains, longer routes or more of them.",
    ),
    Gauge("margin", "points between first and second place", "number", metric="margin"),
    Gauge("close_games", "games decided by ten points or fewer", metric="close_games"),
    Gauge("leader_wins", "games won by the last leader in route points", metric="leader_wins"),
    Gauge(
        "routes_claimed",
        "routes claimed in a game",
        metric="route_claimed",
        combine="mean",
        advice="Fewer trains or more routes leave more of the board free.",
    ),
    Gauge(
        "dead_routes",
        "routes claimed in less than 1 % of games",
        "count",
        metric="route_claimed",
        combine="rare",
        advice="Dead routes can go, be shorter, or lie on the way of more tickets.",
    ),
    Gauge(
        "contested",
        "contested routes",
        metric="route_contested",
        combine="mean",
        advice="Second lanes, and tickets that start elsewhere, spread the traffic.",
    ),
)
OF_FEEL = (
    Gauge("dealt", "of who wins is settled by the deal", metric="chance_decided", row={"phase": 0}),
    Gauge("half", "of who wins is settled at half-time", metric="chance_decided", row={"phase": 5}),
    Gauge("winner_clear", "of the turns are over when the winner is clear", metric="winner_clear"),
    Gauge("drama", "drama: how far the winner was behind", metric="drama"),
    Gauge("chance_lead_changes", "lead changes in chance to win", "number", metric="chance_lead_changes"),
    Gauge("comebacks", "games won from far behind", metric="comebacks"),
    Gauge(
        "runaways",
        "games with a runaway leader",
        metric="runaways",
        advice="More points late in the game, or for the longest path, keep others in it.",
    ),
    Gauge(
        "dead_time",
        "turns of seats that can hardly win",
        metric="dead_time",
        advice="A shorter game, or more points that are settled late, keeps players in it.",
    ),
    Gauge("real_choices", "decisions in which it matters what is chosen", metric="real_choices"),
)
GAUGES = (*OF_BOARDS, *OF_PLAY, *OF_FEEL)

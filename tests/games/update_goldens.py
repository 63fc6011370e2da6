"""The golden games: their text, and how it is brought up to date.

    python -m tests.games.update_goldens

A golden is one readable game for each board and number of players. It changes only when play or the text
changes; the diff then shows what the change does to a game.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path

from ttrsim.games.registry import board_names, load_board, map_of_deck
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.record.reader import recorded
from ttrsim.play.record.writer import record_events
from ttrsim.play.table import SeatedTable

FOLDER = Path(__file__).resolve().parent / "goldens"
BOTS = ("random", "greedy")  # alternating over the seats
SEED, GAME = 1, 0


def combinations(names: Sequence[str] = tuple(board_names())) -> list[tuple[str, int]]:
    """Every built-in board, or some, with every number of players it is for; a deck of a map with the fewest."""
    numbers = {name: load_board(name).parameters for name in names}
    return [
        (name, n)
        for name, rules in numbers.items()
        for n in range(rules.min_players, (rules.min_players if map_of_deck(name) else rules.max_players) + 1)
    ]


def golden_path(name: str, n_players: int) -> Path:
    return FOLDER / f"{name}-{n_players}p.txt"


def golden_text(name: str, n_players: int) -> str:
    board = load_board(name)
    game = board.game
    bots = [load_bot(BOTS[seat % len(BOTS)], game) for seat in range(n_players)]
    table = SeatedTable(board, bots)
    record = recorded(board, record_events(table.play_logged(SEED, GAME)))
    names = ",".join(bot.name for bot in bots)
    header = f"# board {name}, bots {names}, seed {SEED}, game {GAME}, rules version {rules_version(name)}"
    return "\n".join([header, *record.board.tell_game(record)]) + "\n"


def rules_version(name: str) -> int:
    return load_board(name).game.kernel.rules_version


def difference(path: Path, text: str) -> list[str]:
    """A unified diff from the stored golden to the text."""
    stored = path.read_text(encoding="utf-8") if path.exists() else ""
    return list(difflib.unified_diff(stored.splitlines(), text.splitlines(), path.name, "now", lineterm=""))


def update(name: str, n_players: int) -> str:
    """Writes one golden and says what became of it."""
    path, text = golden_path(name, n_players), golden_text(name, n_players)
    is_new, diff = not path.exists(), difference(path, text)
    path.write_text(text, encoding="utf-8", newline="\n")
    if is_new:
        return f"{path.name}: new, {len(text.splitlines())} lines"
    if not diff:
        return f"{path.name}: unchanged"
    changed = [line for line in diff[2:] if line[0] in "+-"]
    added = sum(line[0] == "+" for line in changed)
    return "\n".join([f"{path.name}: +{added} −{len(changed) - added}, the first:", *(f"  {x}" for x in changed[:4])])


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    print("\n".join([update(name, n_players) for name, n_players in combinations()]))


if __name__ == "__main__":
    main()

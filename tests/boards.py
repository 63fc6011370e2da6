"""Boards that several tests play on."""

from __future__ import annotations

from pathlib import Path

from ttrsim.games.new_board import new_board

TIGHT_RULES = "max_players = 2\nsetup_offer = 2\nsetup_keep = 1\n"
TIGHT_ROUTES = [
    "Glen,Harbour,4,orange,,",
    "Cedar,Isle,4,green,,",
    "Harbour,Dunes,4,red,,",
    "Fern,Juniper,4,black,,",
    "Alder,Elm,1,gray,,",
]


def tight_board(folder: Path) -> Path:
    """A designer's board with 76 spaces for the 90 trains of two players: most games end in a stalemate."""
    new_board(folder)
    (folder / "board.toml").write_text(f'title = "Too tight"\n[parameters]\n{TIGHT_RULES}', encoding="utf-8")
    with (folder / "routes.csv").open("a", encoding="utf-8") as routes:
        routes.write("\n".join(TIGHT_ROUTES) + "\n")
    return folder

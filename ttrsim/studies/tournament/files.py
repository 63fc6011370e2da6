"""What a tournament leaves in a folder."""

from __future__ import annotations

from pathlib import Path

from ttrsim.documents.csv import write_tables
from ttrsim.documents.json import json_text
from ttrsim.files.whole import write_whole
from ttrsim.studies.tournament.ladder import Ladder


def write_tournament(ladder: Ladder, folder: Path) -> None:
    """The ladder, the win matrix and the field as tables, a picture and JSON."""
    from ttrsim.studies.tournament.heat_map import heat_map  # Matplotlib is slow to import

    write_tables(ladder.document(), folder)
    write_whole(folder / "matrix.png", heat_map(ladder))
    write_whole(folder / "tournament.json", json_text(ladder.as_dict()).encode())

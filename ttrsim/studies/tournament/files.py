"""What a tournament leaves in a folder."""

from __future__ import annotations

import json
from pathlib import Path

from ttrsim.files.sheets import csv_bytes
from ttrsim.files.whole import make_folder, write_whole
from ttrsim.studies.tournament.ladder import Ladder, ladder_rows, matrix_rows


def write_tournament(ladder: Ladder, folder: Path) -> list[Path]:
    """Writes the ladder and the win matrix as tables, a picture and JSON; returns the files."""
    from ttrsim.studies.tournament.heat_map import heat_map

    contents = {
        "ladder.csv": csv_bytes(ladder_rows(ladder)),
        "matrix.csv": csv_bytes(matrix_rows(ladder)),
        "matrix.png": heat_map(ladder),
        "tournament.json": json.dumps(ladder.as_dict(), indent=2, ensure_ascii=False).encode(),
    }
    make_folder(folder)
    for name, content in contents.items():
        write_whole(folder / name, content)
    return [folder / name for name in contents]

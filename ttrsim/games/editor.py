"""Boards to and from the map editor that designers use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from ttrsim.errors import UserError
from ttrsim.files.whole import make_folder, write_whole
from ttrsim.games.registry import DEFAULT, board_folder, load_board, maps_of

KEPT = "editor.json"  # in the folder of a board: the file that it was made of


def import_map(files: Sequence[Path], folder: Path, deck: str | None) -> list[str]:
    """Writes a board folder, and says what was left out."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UserError(f"'{folder}' exists already: give a new folder, or an empty one")
    texts = {str(file): _text(file) for file in files}
    written, notes = type(load_board(maps_of(DEFAULT)[0])).files_from_editor(texts, deck)
    if len(files) == 1 and files[0].suffix.lower() == ".json":
        written[KEPT] = texts[str(files[0])]
    make_folder(folder)
    for name, text in written.items():
        write_whole(folder / name, text.encode())
    return notes


def _text(file: Path) -> str:
    """Of a spreadsheet that was saved as UTF-8, or in the older way of Windows."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise UserError(f"{file}: {error.strerror}") from None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def export_map(name: str, target: Path) -> Iterator[Path]:
    """Writes a JSON file, or spreadsheets into a folder."""
    board, kept = load_board(name), Path(str(board_folder(name))) / KEPT
    as_json = target.suffix.lower() == ".json"
    files = board.editor_files(_text(kept) if kept.is_file() else None, as_json)
    folder = target.parent if as_json else make_folder(target)
    for file, text in files.items():
        path = target if as_json else folder / file
        write_whole(path, text.encode())
        yield path

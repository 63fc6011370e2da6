"""Reads the files of a board folder. Whatever a file contains, the result is values or faults."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import Any

from ttrsim.files.faults import NO_SHARE, Fault, Place
from ttrsim.files.parsing import parse_toml
from ttrsim.wording import did_you_mean, is_finite, shortened

BoardWeights = Mapping[str, Mapping[int, Mapping[str, float]]]  # bot, players, weight

UNREADABLE = 0  # stands for a number whose fault is already reported


@dataclass
class Row:
    """One line of a table. Reading a bad cell notes a fault and gives a harmless value."""

    place: Place
    cells: dict[str, str]  # without those of optional columns that the file does not have
    faults: list[Fault]

    def note(self, text: str) -> None:
        self.faults.append(Fault(self.place, text))

    def text(self, column: str) -> str:
        if not self.cells[column]:
            self.note(f"{column} is empty")
        return self.cells[column]

    def flag(self, column: str) -> bool:
        cell = self.cells.get(column, "")
        if cell not in ("", "0", "1"):
            self.note(f"{column} is {shortened(cell)}; it must be 0 or 1")
        return cell == "1"

    def integer(self, column: str, low: int, high: int, *, blank: int | None = None) -> int:
        cell = self.cells.get(column, "")
        if not cell and blank is not None:
            return blank
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", cell):
            self.note(f"{column} is {shortened(cell)}; it must be a whole number")
            return UNREADABLE
        if not low <= int(cell) <= high:
            self.note(f"{column} is {int(cell)}; it must be from {low} to {high}")
            return UNREADABLE
        return int(cell)

    def share(self, column: str) -> float:
        """A coordinate: 0 … 1 of the width or height of the board."""
        cell = self.cells[column]
        try:
            value = float(cell)
        except ValueError:
            self.note(f"{column} is {shortened(cell)}; it must be a number")
            return UNREADABLE
        if not 0 <= value <= 1:
            self.note(f"{column} is {cell}; {NO_SHARE}")
        return value


@dataclass
class Folder:
    """A board folder being read; collects the faults of its files."""

    root: Traversable
    base: Traversable | None = None  # of a deck: the folder of its map, which has the files that the deck lacks
    faults: list[Fault] = field(default_factory=list)
    contents: dict[str, bytes] = field(default_factory=dict)  # of the files that were read

    def note(self, file: str, text: str) -> None:
        self.faults.append(Fault(Place(file), text))

    def toml(self, file: str) -> dict[str, Any] | None:
        text = self._text(file)
        if text is None:
            return None
        try:
            return parse_toml(text)
        except ValueError as error:
            self.note(file, f"not valid TOML: {error}")
            return None

    def check_header(self, file: str, values: dict[str, Any], own: tuple[str, ...] = ()) -> None:
        """Checks the keys that every board's header can have; `own` are those that the game checks itself."""
        known = ("title", *own, "parameters", "weights")
        for key in values:
            if key not in (*known, "game"):
                self.note(file, f"unknown key '{key}'{did_you_mean(key, known)}")
        title = values.get("title", "…")
        if not isinstance(title, str) or not title.strip():
            self.note(file, f"title should be a string, not {shortened(title)}")
        if not isinstance(values.get("parameters", {}), dict):
            self.note(file, "parameters should be a table, [parameters]")

    def weights(self, file: str, values: dict[str, Any], bots: Collection[str]) -> BoardWeights:
        """The weights that bots have on this board: `[weights.planner.2]` are those of planner with 2 players."""
        given = values.get("weights", {})
        if not isinstance(given, dict) or not all(isinstance(tables, dict) for tables in given.values()):
            self.note(file, "weights should be tables [weights.BOT.PLAYERS], e.g. [weights.planner.2]")
            return {}
        for bot in given:
            if bot not in bots:
                self.note(file, f"weights.{bot}: no such bot{did_you_mean(bot, bots)}")
        return {bot: self._weights_of_bot(file, bot, tables) for bot, tables in given.items()}

    def _weights_of_bot(self, file: str, bot: str, tables: dict[str, Any]) -> dict[int, dict[str, float]]:
        by_players: dict[int, dict[str, float]] = {}
        for players, weights in tables.items():
            where = f"weights.{bot}.{players}"
            if not re.fullmatch("[1-9]", players) or not isinstance(weights, dict):
                self.note(file, f"{where}: should be a table named by a number of players, e.g. [weights.{bot}.2]")
                continue
            for name, value in weights.items():
                if not is_finite(value):
                    self.note(file, f"{where}.{name}: should be a number, not {shortened(value)}")
            by_players[int(players)] = {name: float(value) for name, value in weights.items() if is_finite(value)}
        return by_players

    def table(self, file: str, columns: tuple[str, ...], optional: Collection[str] = ()) -> list[Row] | None:
        """The rows of a CSV file; None if it has no usable header. Optional columns may be missing."""
        text = self._text(file)
        if text is None:
            return None
        reader = csv.reader(_without_comments(text), strict=True)
        rows: list[Row] = []
        header: list[str] | None = None
        try:
            for line in reader:
                cells = [cell.strip() for cell in line]
                if not any(cells):
                    continue
                if header is None:
                    header = cells
                    if not self._header_is_usable(file, header, columns, optional):
                        return None
                    continue
                rows.append(self._row(Place(file, reader.line_num), header, cells))
        except csv.Error as error:
            self.faults.append(Fault(Place(file, reader.line_num), f"not valid CSV: {error}"))
        if header is None:
            self.note(file, f"empty; the first line must be {','.join(columns)}")
            return None
        return rows

    def _row(self, place: Place, header: list[str], cells: list[str]) -> Row:
        if len(cells) == len(header):
            return Row(place, dict(zip(header, cells, strict=True)), self.faults)
        hint = " (a comment starts with '# ')" if cells[0].startswith("#") else ""
        self.faults.append(Fault(place, f"has {len(cells)} cells, but the header has {len(header)} columns{hint}"))
        # What can be read of the line still counts, so that a city on it is not unknown elsewhere;
        # its cells may stand under the wrong columns, so their own faults are not worth a word.
        padded = cells + [""] * len(header)
        return Row(place, dict(zip(header, padded, strict=False)), faults=[])

    def _header_is_usable(
        self, file: str, header: list[str], columns: tuple[str, ...], optional: Collection[str]
    ) -> bool:
        missing = [column for column in columns if column not in header]
        for column in dict.fromkeys(header):
            if column not in columns:
                # A misspelt column is both unknown and missing: report it once, with a suggestion.
                self.note(file, f"unknown column {shortened(column)}{did_you_mean(column, missing)}")
            if header.count(column) > 1:
                self.note(file, f"column {shortened(column)} appears {header.count(column)} times")
        needed = [column for column in missing if column not in optional]
        for column in needed:
            self.note(file, f"missing column '{column}'")
        return not needed and len(set(header)) == len(header)

    def _text(self, file: str) -> str | None:
        path = self.root.joinpath(file)
        if self.base is not None and not path.is_file():
            path = self.base.joinpath(file)
        try:
            if path.is_dir():
                self.note(file, "is a folder, not a file")
                return None
            content = self.contents[file] = path.read_bytes()
            return content.decode("utf-8-sig")
        except FileNotFoundError:
            self.note(file, "missing file")
        except OSError as error:
            self.note(file, f"cannot be read: {error.strerror or error}")
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            self.faults.append(Fault(Place(file, line), "not UTF-8 text"))
        return None


def _without_comments(text: str) -> Iterator[str]:
    """The lines of a CSV file. A comment becomes a blank line, so that line numbers stay true."""
    for line in io.StringIO(text, newline=""):
        yield "\n" if is_comment(line) else line


def is_comment(line: str) -> bool:
    """Whether a line of a CSV file is a comment."""
    return re.match(r"#(\s|$)", line) is not None

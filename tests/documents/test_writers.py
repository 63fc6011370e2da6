"""One document in all places: what each writer shows, and how it escapes the names of users' files."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

import polars as pl
import pytest
from rich.cells import cell_len

from ttrsim.documents.csv import csv_text, write_tables
from ttrsim.documents.document import Column, Document, Figure, Result, Table, Text, cell_text
from ttrsim.documents.html import html_fragment, html_page
from ttrsim.documents.json import json_text, plain
from ttrsim.documents.markdown import markdown_page
from ttrsim.documents.terminal import document_lines
from ttrsim.stats.intervals import Estimate

HOSTILE = "=cmd|' /c'!A1 <script>alert(1)</script> [x](http://x) \x1b[31mred *bold*"
SHARE = Estimate(0.12345, 0.12, 0.13, n=1_000)


def table(name: str = "Millbrook–Kingsferry") -> Table:
    columns = (
        Column("route", kind="text"),
        Column("share", "claimed by it", "share"),
        Column("points", decimals=2),
        Column("state", kind="verdict"),
    )
    rows = [
        {"route": name, "share": SHARE, "points": 3.14159, "state": "fails"},
        {"route": "Brünn", "share": Estimate(0.2, deals=3), "points": None, "state": "holds"},
    ]
    return Table("routes", f"Routes of {name}", columns, rows, "A note.\nAnother note.")


def document(name: str = "Millbrook–Kingsferry") -> Document:
    points = Text([f"{name} is claimed most often.", "Nothing else is clear."], "Answers", "points")
    return Document(f"Run {name}", [f"About this board: {name}."], [points, table(name)])


def lines(document: Document, width: int) -> list[str]:
    return [line.plain for line in document_lines(document, width)]


# ---- cells ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "kind", "decimals", "text"),
    [
        (None, "share", 1, "–"),
        (1234, "count", 1, "1,234"),
        (0.12345, "share", 1, "12.3 %"),
        (SHARE, "share", 1, "12.3 % (12.0 … 13.0)"),
        (Estimate(-0.02, -0.03, -0.01), "signed_share", 1, "−2.0 pp (−3.0 … −1.0)"),
        (Estimate(1.0, 0.9999, 1.0001), "number", 1, "1.0000 (0.9999 … 1.0001)"),  # decimals that tell the ends apart
        (Estimate(0.2, deals=3), "share", 1, "20.0 % (too few)"),
        (Estimate(0.2, deals=300), "share", 1, "20.0 %"),  # all deals alike
        (Estimate(12.3456, 12.1, 12.5), "number", None, "12.35 (12.1 … 12.5)"),
        (0.0004, "q", 1, "< .001"),
        ("holds", "verdict", 1, "holds"),
    ],
)
def test_a_cell_in_words(value: object, kind: str, decimals: int | None, text: str) -> None:
    assert cell_text(value, kind, decimals) == text  # type: ignore[arg-type]


# ---- terminal ------------------------------------------------------------------------------------


def test_a_table_that_fits_is_a_grid() -> None:
    shown = lines(Document("T", [], [table()]), 80)
    heading = next(place for place, line in enumerate(shown) if line.startswith("route "))
    assert shown[heading].split() == ["route", "claimed", "by", "it", "points", "state"]
    assert shown[heading + 2].split("  ")[0] == "Millbrook–Kingsferry"
    assert "12.3 % (12.0 … 13.0)" in shown[heading + 2]


@pytest.mark.parametrize("width", [24, 30, 40, 60, 80, 100, 200])
def test_no_word_is_broken_and_no_line_is_too_long(width: int) -> None:
    shown = lines(document(), width)
    assert max(map(cell_len, shown)) <= width
    words = set(re.split(r"[\s·]+", "\n".join(shown)))
    assert {"Millbrook–Kingsferry"} <= words or {"Millbrook–", "Kingsferry"} <= words
    assert {"claimed", "points", "state", "12.3", "13.0)", "Another"} <= words


def test_a_table_that_is_too_wide_is_a_list() -> None:
    columns = (Column("name", kind="text"), *(Column(f"measure_{place}") for place in range(20)))
    row = {"name": "first"} | {f"measure_{place}": float(place) for place in range(20)}
    shown = lines(Document("T", [], [Table("t", "Wide", columns, [row])]), 60)
    assert "first" in shown
    assert "measure 3 3.0" in " ".join(" ".join(shown).split())
    assert max(map(len, shown)) <= 60


def test_a_word_that_is_wider_than_the_terminal_is_not_lost() -> None:
    shown = lines(Document("T", ["x" * 50], []), 20)
    assert "".join(shown[1:]) == "x" * 50


# ---- names from users' files ---------------------------------------------------------------------


def test_control_characters_are_written_out_everywhere() -> None:
    hostile = document(HOSTILE)
    texts = [*lines(hostile, 80), markdown_page(hostile), html_page(hostile), html_fragment(hostile)]
    assert not [text for text in texts if "\x1b" in text]
    assert "\\x1b[31m" in html_page(hostile)
    assert json.loads(json_text(table(HOSTILE)))["rows"][0]["route"] == HOSTILE
    assert "\x1b" not in json_text(table(HOSTILE))


def test_markup_in_names_is_shown() -> None:
    hostile = document(HOSTILE)
    assert "<script" not in html_page(hostile) + html_fragment(hostile) + markdown_page(hostile)
    rows = [line for line in markdown_page(hostile).splitlines() if line.startswith("| ")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {5}
    assert r"\[x\](http://x)" in markdown_page(hostile)
    assert r"\*bold\*" in markdown_page(hostile)


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_no_name_is_a_formula_of_a_spreadsheet(start: str, tmp_path: Path) -> None:
    write_tables(document(f"{start}1+1"), tmp_path)
    read = pl.read_csv(tmp_path / "routes.csv")
    assert read["route"][0].startswith(f"'{start}")


def test_negative_numbers_are_numbers() -> None:
    effect = Table("t", "", (Column("effect", kind="signed"),), [{"effect": -1.5}])
    assert csv_text(effect) == "effect\n-1.5\n"


# ---- for programs --------------------------------------------------------------------------------


def test_csv_has_every_number_of_an_estimate(tmp_path: Path) -> None:
    write_tables(document(), tmp_path)
    read = pl.read_csv(tmp_path / "routes.csv")
    assert read.columns == ["route", "share", "share_low", "share_high", "share_n", "points", "state"]
    assert read.row(0) == ("Millbrook–Kingsferry", 0.12345, 0.12, 0.13, 1_000, 3.14159, "fails")
    assert read["share_low"][1] is None


@dataclass(frozen=True, repr=False)
class Measured(Result):
    name: str
    share: Estimate
    places: dict[tuple[str, str] | str, float]
    said = ("sentence",)

    @property
    def sentence(self) -> str:
        return f"{self.name} wins."

    def document(self) -> Document:
        return document(self.name)


def test_a_result_is_plain_values_one_line_and_a_fragment() -> None:
    result = Measured("x", SHARE, {"nowhere": float("inf")})
    assert result.as_dict() == {
        "name": "x",
        "share": {"value": 0.12345, "low": 0.12, "high": 0.13, "n": 1_000},
        "places": {"nowhere": None},
        "sentence": "x wins.",
    }
    assert repr(result) == "<Measured: Run x>"
    assert "<table>" in result._repr_html_()


def test_plain_values_of_numpy() -> None:
    import numpy as np

    assert plain({"a": np.int64(3), "b": np.array([1.5, np.nan])}) == {"a": 3, "b": [1.5, None]}


def test_a_figure_is_in_the_page_alone() -> None:
    figure = Figure(lambda: b"PNG", "What <it> shows")
    drawn = Document("T", [], [figure])
    assert 'src="data:image/png;base64,UE5H"' in html_page(drawn)
    assert 'alt="What &lt;it&gt; shows"' in html_page(drawn)
    assert lines(drawn, 80) == ["T"]

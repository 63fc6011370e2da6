"""Draws the gallery of the docs from the sample report, and photographs its page: `make gallery`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.documents.pages.chromium import Chromium, find_chromium
from tests.documents.pages.page import Page
from tests.runs.helpers import ROOT
from ttrsim.documents.document import Column, Table
from ttrsim.documents.report.drawing import Drawers, Figures
from ttrsim.documents.report.html import html_page, slug
from ttrsim.documents.report.model import Control, RunSummary, Section, Summary
from ttrsim.games.registry import load_board

SAMPLE, GALLERY = ROOT / "reports/europe-4p", ROOT / "docs/gallery"
HEAD = """# Gallery

What reports draw. `make gallery` makes this page from the [sample report](../reports/europe-4p/report.md): experiments
with every ticket and every route of Europe on 12,000 deals, and 50,000 games of four planners.

## The page

`ttrsim report` writes one HTML file to explore ([reports](reports.md#the-page)).
"""
MORE = """
## Elsewhere

![A position of a game](position.png)

A position as one seat sees it ([positions](positions.md)).
"""
SCREENS = (  # file, width, height, colour scheme, what to do first, what it shows
    ("page-light", 1280, 900, "light", "pick('routes', 'effects.win')", "What access to a route is worth"),
    (
        "page-dark",
        1280,
        900,
        "dark",
        "pick('europe-4p', 'routes.contested', 't7')",
        "A ticket, its ways and its effects",
    ),
    ("page-phone", 390, 844, "light", "pick('europe-4p', 'routes.claimed', 'c14')", "The same page on a phone"),
)
PICK = """
const pick = (run, measure, place) => {
  const choose = (name, test) => {
    const field = document.querySelector(`#atlas [name=${name}]`);
    field.value = [...field.options].find(test).value;
    field.dispatchEvent(new Event("change"));
  };
  choose("run", (option) => option.text.startsWith(run + ":"));
  choose("measure", (option) => option.value === measure);
  const group = place && document.querySelector(`#atlas [data-key=${place}]`);
  group?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  document.querySelector("#atlas").scrollIntoView({ behavior: "instant" });
  document.querySelector(".tip").hidden = true;
};
"""


def sample() -> Summary:
    """The summary of the sample report, read back."""
    values = json.loads((SAMPLE / "summary.json").read_text(encoding="utf-8"))
    return Summary([_run(run) for run in values["runs"]], [_section(section) for section in values["comparison"]])


def _run(values: dict[str, Any]) -> RunSummary:
    controls = [Control(*(one[key] for key in ("name", "value", "low", "high"))) for one in values["controls"]]
    sections = [_section(section) for section in values["sections"]]
    plain = ("name", "board_title", "players", "games", "deals", "notes", "standouts", "provenance", "tried")
    return RunSummary(
        board=load_board(values["board"]),
        bots=tuple(values["bots"]),
        controls=controls,
        sections=sections,
        **{key: values[key] for key in plain},
    )


def _section(values: dict[str, Any]) -> Section:
    tables = [
        Table(
            table["id"], table["title"], tuple(Column(**one) for one in table["columns"]), table["rows"], table["note"]
        )
        for table in values["tables"]
    ]
    return Section(values["id"], values["title"], values["answers"], tables, values["notes"])


def write_figures(figures: Figures) -> str:
    """Into the gallery and the sample report; returns the part of the page that shows them."""
    lines = []
    for run, drawn in figures.items():
        lines += ["", f"## {'Experiment with ' if run != 'europe-4p' else 'Run '}{run}"]
        for name, (_, figure) in drawn.items():
            file = f"{slug(run)}-{name}.png"
            for folder in (GALLERY, SAMPLE / "figures"):
                (folder / file).write_bytes(figure.images["png"])
            alt = figure.title.replace("[", "(").replace("]", ")")
            lines += ["", f"![{alt}](gallery/{file})", "", figure.text]
    return "\n".join(lines) + "\n"


def write_screens(page_file: Path) -> str:
    program = find_chromium()
    if program is None:
        raise SystemExit("the gallery shows the page in a browser: install chromium")
    browser = Chromium(program)
    lines = ["", "| " + " | ".join(text for *_, text in SCREENS) + " |", "|---|---|---|"]
    cells = []
    for name, width, height, scheme, do, text in SCREENS:
        page = Page(browser).open(page_file, width, scheme=scheme)
        page.resize(width, height)
        page.evaluate(PICK + do)
        page.screenshot(GALLERY / f"{name}.png")
        page.close()
        cells.append(f"![{text}](gallery/{name}.png)")
    browser.close()
    return "\n".join([*lines, "| " + " | ".join(cells) + " |"]) + "\n"


def main() -> None:
    summary = sample()
    figures = Drawers(0).draw(summary, ["png", "svg"])
    page = ROOT / "build/gallery.html"
    page.parent.mkdir(exist_ok=True)
    page.write_text(html_page(summary, figures), encoding="utf-8")
    text = HEAD + write_screens(page) + write_figures(figures) + MORE
    (ROOT / "docs/gallery.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

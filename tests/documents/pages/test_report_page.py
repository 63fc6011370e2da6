"""The report in a browser: the live map, figures, tables and runs, by pointer, finger and keys."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.documents.pages.page import Page
from ttrsim.documents.report.api import report as write_report
from ttrsim.studies.run.api import run

TWO = {"board": "new-york", "seats": ["greedy", "random"], "deals": 400, "seed": 3}
THREE = {"board": "new-york", "seats": ["greedy", "random", "greedy"], "deals": 100, "seed": 3}
CLOSED = {"board": "new-york", "seats": ["greedy", "greedy"], "deals": 60, "experiment": {"kind": "routes"}}
KEPT = {"board": "new-york", "seats": ["greedy", "greedy"], "deals": 100, "experiment": {"kind": "tickets"}}

ROUTE = '#atlas .board:not([hidden]) [data-key="r3"]'
SPACES = f"{ROUTE} .spaces"


@pytest.fixture(scope="session")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two experiments and two runs on one board."""
    place = tmp_path_factory.mktemp("page")
    scenarios = {"kept": KEPT, "closed": CLOSED, "two": TWO, "three": THREE}
    runs = [run(scenario, out=place / name) for name, scenario in scenarios.items()]
    return write_report(runs, out=place / "report", parts=["html"]).folder


@pytest.fixture
def opened(page: Page, report: Path) -> Page:
    return page.open(report / "report.html")


def choose_run(page: Page, name: str) -> None:
    options = page.evaluate("[...document.querySelectorAll('[name=run] option')].map((option) => option.textContent)")
    place = next(place for place, text in enumerate(options) if text.startswith(f"{name}:"))
    page.choose("[name=run]", str(place))


def fill_of(page: Page, selector: str) -> str:
    return str(page.evaluate(f"getComputedStyle(document.querySelector({json.dumps(selector)})).fill"))


def row_of(report: Path, table: str, place: str) -> dict[str, str]:
    """The cells of a place's row, by the headings of the table, from the file alone."""
    html = (report / "report.html").read_text(encoding="utf-8")
    text = re.search(rf'<table id="{table}".*?</table>', html, re.DOTALL)
    assert text is not None
    heads = re.findall(r"<th [^>]*>(.*?)</th>", text[0])
    row = re.search(rf'<tr data-place="{place}">(.*?)</tr>', text[0], re.DOTALL)
    assert row is not None
    cells = [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<td.*?>(.*?)</td>", row[1], re.DOTALL)]
    return dict(zip(heads, cells, strict=True))


# ---- the map -------------------------------------------------------------------------------------


def test_a_route_tells_its_numbers_under_the_pointer(opened: Page, report: Path) -> None:
    choose_run(opened, "two")
    opened.choose("[name=measure]", "routes.claimed")
    opened.hover(SPACES)
    told, row = opened.text(".tip"), row_of(report, "two-routes-table", "r3")
    assert told.startswith(row["route"])
    assert row["claimed"] in told
    assert re.search(r"n = 800\b", told)
    opened.hover("h1")
    assert opened.evaluate("document.querySelector('.tip').hidden")


def test_a_measure_a_run_and_the_theme_change_the_colours(opened: Page) -> None:
    choose_run(opened, "two")
    seen = []
    for measure in ("routes.claimed", "routes.time", "routes.lift"):
        opened.choose("[name=measure]", measure)
        seen.append(fill_of(opened, SPACES))
    choose_run(opened, "three")
    assert opened.evaluate("document.querySelector('[name=measure]').value") == "routes.lift"  # it stays
    seen.append(fill_of(opened, SPACES))
    opened.click("button.theme")
    seen.append(fill_of(opened, SPACES))
    assert len(set(seen)) == len(seen)


def test_a_bot_has_its_own_numbers(opened: Page, report: Path) -> None:
    choose_run(opened, "two")
    opened.choose("[name=measure]", "routes.claimed")
    everybody = opened.evaluate(f"document.querySelector('{ROUTE}').getAttribute('aria-label')")
    opened.choose("[name=bot]", "0")
    opened.hover(SPACES)
    cells = opened.evaluate(
        "[...document.querySelectorAll('#two-routes-by-bot-table tr[data-place=r3][data-bot=\"0\"] td')]"
        ".map((one) => one.textContent)"
    )
    assert cells[1] == "greedy"
    assert cells[2] in opened.text(".tip")
    assert cells[2] not in everybody
    choose_run(opened, "closed")  # one bot alone: nothing to choose
    assert not opened.evaluate("document.querySelector('[name=bot]').checkVisibility()")


def test_the_legend_says_what_was_tried_and_what_was_only_seen(opened: Page) -> None:
    choose_run(opened, "closed")
    assert opened.text(".legend .about").startswith("Tried on the same deals: close each route to one player")
    choose_run(opened, "two")
    for measure in opened.evaluate("[...document.querySelectorAll('[name=measure] option')].map((one) => one.value)"):
        opened.choose("[name=measure]", measure)
        assert opened.text(".legend .about").startswith("Seen in play")
        assert "effect" not in opened.text("#atlas .controls") + opened.text(".legend")


def test_a_ticket_shows_its_ways_and_its_effects(opened: Page, report: Path) -> None:
    choose_run(opened, "two")
    row = row_of(report, "kept-effects-table", "t1")
    names = opened.evaluate("[...document.querySelectorAll('.panel li .pick')].map((button) => button.textContent)")
    assert names == sorted(names)
    opened.click(f".panel li:nth-child({names.index(row['ticket']) + 1}) .pick")
    text = opened.text(".panel")
    assert opened.text(".panel h3") == row["ticket"]
    assert row["effect on win share"] in text
    assert "kept: 2 players, greedy, tried on the same deals" in text
    assert "two: 2 players, greedy, random, seen in play" in text
    assert opened.count(".map .route.near") >= 1
    assert opened.count(".map .city.near") == 2
    opened.click(".panel .close")
    assert opened.count(".map .near") == 0


def test_a_ticket_shows_its_usual_ways_seen_in_play(opened: Page, report: Path) -> None:
    """The routes of its completions, drawn by their share; an experiment borrows them from a run, and says which."""
    summary = json.loads((report / "summary.json").read_text(encoding="utf-8"))
    two = next(one for one in summary["runs"] if one["name"] == "two")
    rows = next(
        table["rows"] for section in two["sections"] for table in section["tables"] if table["id"] == "ticket_ways"
    )
    ticket = rows[0]["between"]
    ways = [row for row in rows if row["between"] == ticket]
    choose_run(opened, "two")
    opened.fill("[name=find]", f"{ticket} (ticket)")
    opened.press("Enter")
    assert "Its usual ways, seen in play (two: 2 players, greedy, random)" in opened.text(".panel")
    listed = opened.evaluate("[...document.querySelectorAll('.panel li:has(span)')].map((item) => item.textContent)")
    assert [text.startswith(row["over"]) for text, row in zip(listed, ways, strict=True)] == [True] * len(ways)
    assert all(f"n = {row['n']}" in text for text, row in zip(listed, ways, strict=True))
    assert (
        opened.count(".board:not([hidden]) .route.way") == opened.count(".board:not([hidden]) .route.near") == len(ways)
    )
    widths = opened.evaluate(
        "[...document.querySelectorAll('.board:not([hidden]) .route.way')].map((group) => ["
        "+group.style.getPropertyValue('--share'), "
        "parseFloat(getComputedStyle(group.querySelector('.spaces')).strokeWidth)])"
    )
    assert sorted(share for share, _ in widths) == pytest.approx(sorted(row["share"] for row in ways))
    assert [width for _, width in sorted(widths)] == sorted(width for _, width in widths)
    assert len({width for _, width in widths}) == len({share for share, _ in widths})
    opened.hover(".board:not([hidden]) .route.way .spaces")
    assert f"on the way of {ticket}, seen in play" in opened.text(".tip")
    assert f"n = {ways[0]['n']}" in opened.text(".tip")
    choose_run(opened, "kept")
    assert "Its usual ways, seen in play (two:" in opened.text(".panel")


def test_a_ticket_with_few_completions_shows_its_shortest_ways(page: Page, tmp_path: Path) -> None:
    made = run(TWO | {"deals": 20}, out=tmp_path / "few")
    page.open(write_report([made], out=tmp_path / "report", parts=["html"]).folder / "report.html")
    page.click(".panel li:nth-child(2) .pick")
    assert "Its shortest ways on the empty board (too few completions seen in play)" in page.text(".panel")
    assert page.count(".map .way") == 0
    assert page.count(".map .route.near") >= 1


def test_tickets_are_on_the_map_when_they_are_measured(opened: Page) -> None:
    choose_run(opened, "kept")
    opened.choose("[name=measure]", "effects.win")
    opened.hover('.map [data-key="t1"] path')
    assert "effect on win share" in opened.text(".tip")
    choose_run(opened, "two")
    opened.choose("[name=measure]", "routes.claimed")
    assert opened.evaluate("getComputedStyle(document.querySelector('.map .ticket')).display") == "none"


def test_a_city_lists_its_routes_and_tickets(opened: Page) -> None:
    choose_run(opened, "two")
    opened.click('.map [data-key="c2"] circle')
    name = opened.text(".panel h3")
    listed = opened.evaluate("[...document.querySelectorAll('.panel li')].map((item) => item.textContent)")
    assert len(listed) >= 2
    assert all(name in item for item in listed)
    opened.click(".panel li:first-child .pick")
    assert opened.text(".panel h3") == listed[0]


def test_two_runs_are_compared_on_the_map(opened: Page, report: Path) -> None:
    choose_run(opened, "two")
    opened.choose("[name=measure]", "routes.claimed")
    labels = opened.evaluate(
        "[...document.querySelectorAll('[name=other] option')].map((one) => [one.value, one.text])"
    )
    value = next(value for value, text in labels if text.startswith("three:"))
    opened.choose("[name=other]", value)
    opened.hover(SPACES)
    told = opened.text(".tip")
    own, other = (row_of(report, f"{name}-routes-table", "r3")["claimed"] for name in ("two", "three"))
    assert f"two: {own}" in told
    assert f"three: {other}" in told
    expected = float(own.split()[0]) - float(other.split()[0])
    found = re.search(r"difference ([+−]?[\d.]+) pp", told)
    assert found is not None
    assert float(found[1].replace("−", "-")) == pytest.approx(expected, abs=0.11)
    assert opened.text(".legend .about").startswith("two less three")


def test_the_map_can_be_used_by_keys_alone(opened: Page) -> None:
    choose_run(opened, "two")
    opened.choose("[name=measure]", "routes.claimed")
    opened.focus("[name=find]")
    opened.press("Tab")  # into the map: to the highest value
    first = opened.evaluate("document.activeElement.getAttribute('aria-label')")
    assert first.startswith(
        opened.evaluate("document.activeElement && document.querySelector('.tip strong').textContent")
    )
    opened.press("ArrowDown")
    second = opened.evaluate("document.activeElement.getAttribute('aria-label')")
    shares = [float(re.search(r"games: ([\d.]+) %", label)[1]) for label in (first, second)]  # type: ignore[index]
    assert shares[0] >= shares[1]
    assert first != second
    opened.press("Enter")
    assert second.startswith(opened.text(".panel h3"))
    opened.press("Escape")
    assert opened.count(".panel h3") == 0
    opened.press("End")
    assert opened.evaluate("document.activeElement.getAttribute('aria-label')") != second
    assert opened.attribute(ROUTE, "role") == "button"


def test_a_place_is_found_by_its_name(opened: Page) -> None:
    wanted = opened.evaluate("document.querySelector('datalist option:last-child').value")
    opened.fill("[name=find]", wanted)
    opened.press("Enter")
    assert wanted == f"{opened.text('.panel h3')} (ticket)"


def test_a_finger_chooses_a_route(page: Page, report: Path) -> None:
    page.open(report / "report.html", width=390)
    choose_run(page, "two")
    page.tap(SPACES)
    page.wait("document.querySelector('.panel h3') !== null")


# ---- tables and figures --------------------------------------------------------------------------


def test_tables_sort_by_click_and_by_key(opened: Page) -> None:
    opened.evaluate("document.querySelector('#two-tickets-table').closest('details').open = true")
    column = "#two-tickets-table th:nth-child(2)"
    values = (
        "[...document.querySelectorAll('#two-tickets-table tbody td:nth-child(2)')].map((one) => +one.dataset.value)"
    )
    opened.click(f"{column} button")
    assert opened.attribute(column, "aria-sort") == "descending"
    assert opened.evaluate(values) == sorted(opened.evaluate(values), reverse=True)
    opened.press("Enter")
    assert opened.attribute(column, "aria-sort") == "ascending"
    assert opened.evaluate(values) == sorted(opened.evaluate(values))
    opened.focus("#two-tickets-table th:first-child button")
    opened.press(" ")
    assert opened.attribute(column, "aria-sort") is None
    assert opened.attribute("#two-tickets-table th:first-child", "aria-sort") == "ascending"


def test_tables_filter(opened: Page) -> None:
    opened.evaluate("document.querySelector('#two-routes-table').closest('details').open = true")
    opened.evaluate("document.querySelector('#two-routes-table').closest('details').classList.add('filtered')")
    rows = opened.count("#two-routes-table tbody tr")
    opened.fill(".filtered .filter input", "chelsea")
    shown = opened.evaluate(
        "[...document.querySelectorAll('#two-routes-table tbody tr:not([hidden])')].map((r) => r.innerText)"
    )
    assert 0 < len(shown) < rows
    assert all("Chelsea" in text for text in shown)
    assert opened.text(".filtered .filter output") == f"{len(shown)} of {rows} rows"
    opened.press("Escape")
    assert opened.count("#two-routes-table tbody tr:not([hidden])") == rows


def test_a_row_leads_to_the_map(opened: Page) -> None:
    opened.evaluate("document.querySelector('#three-routes-table').closest('details').open = true")
    name = opened.text("#three-routes-table tbody tr:nth-child(4) .pick")
    opened.click("#three-routes-table tbody tr:nth-child(4) .pick")
    assert opened.text(".panel h3") == name
    assert opened.text("[name=run] option:checked").startswith("three:")


@pytest.mark.parametrize("figure", ["two-route_claims", "two-score_curves", "two-seat_wins", "kept-effect_parts"])
def test_figures_tell_their_values(opened: Page, figure: str) -> None:
    """Forest plots, curves and bars: under the pointer, and to the arrow keys."""
    number = opened.evaluate(
        f"[...document.querySelectorAll('figure')].findIndex((one) => one.querySelector('[id^=\"{figure}-\"]'))"
    )
    opened.evaluate(f"document.querySelectorAll('figure')[{number}].id = 'this'")
    opened.hover("#this .mark:nth-child(2)")
    told = opened.text(".tip")
    assert re.search(r"\d.* \(.*\d … .*\d\), n = [\d,]+", told)
    opened.hover("h1")
    opened.focus("#this .mark")
    first = opened.text(".tip")
    opened.press("ArrowDown")
    second = opened.text(".tip")
    assert first != second
    assert opened.evaluate("document.activeElement.getAttribute('aria-label')") == second


def test_one_run_at_a_time(opened: Page) -> None:
    assert opened.evaluate("[...document.querySelectorAll('main > article')].map((one) => one.hidden)") == [False] * 4
    opened.choose("[name=article]", "two")
    shown = "[...document.querySelectorAll('main > article')].filter((one) => !one.hidden).map((one) => one.id)"
    assert opened.evaluate(shown) == ["two"]
    assert opened.count("main > .comparison:not([hidden])") == 0
    opened.choose("[name=article]", "")
    assert len(opened.evaluate(shown)) == 4


# ---- every screen --------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [390, 768, 1280])
def test_nothing_is_wider_than_the_screen(page: Page, report: Path, width: int) -> None:
    page.open(report / "report.html", width=width)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    assert page.overflow() == 0
    page.click(".panel .pick")
    assert page.overflow() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read(page: Page, report: Path, scheme: str) -> None:
    page.open(report / "report.html", scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    choose_run(page, "closed")
    page.click(".panel .pick")
    page.hover(SPACES)
    assert page.faint_text() == []


def test_without_javascript_all_numbers_are_there(page: Page, report: Path) -> None:
    page.open(report / "report.html", javascript=False)
    assert page.evaluate("document.querySelector('#atlas').hidden")
    assert not page.evaluate("document.querySelector('.filter').checkVisibility()")
    assert not page.evaluate("document.querySelector('button.theme').checkVisibility()")
    summary = json.loads((report / "summary.json").read_text(encoding="utf-8"))
    tables = [table for one in summary["runs"] for section in one["sections"] for table in section["tables"]]
    tables += [table for section in summary["comparison"] for table in section["tables"]]
    n_cells = sum(len(table["rows"]) * len(table["columns"]) for table in tables)
    assert page.count("main table.sortable td") == n_cells
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    shown = re.sub(r"\s+", " ", page.text("main"))
    for answer in (answer for one in summary["runs"] for section in one["sections"] for answer in section["answers"]):
        assert re.sub(r"\s+", " ", answer) in shown
    assert page.overflow() == 0


def test_it_prints(page: Page, report: Path) -> None:
    page.open(report / "report.html")
    page.emulate(media="print")
    assert not page.evaluate("document.querySelector('#atlas .controls').checkVisibility()")
    assert page.evaluate("document.querySelector('#atlas .map').checkVisibility()")
    assert page.overflow() == 0

"""The page of a game in a browser: it plays, it can be scrubbed, a seat sees only what it knew, and names are text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.documents.pages import games
from tests.documents.pages.games import positions_of
from tests.documents.pages.page import Page
from ttrsim.documents.pages.game import game_page
from ttrsim.play.record.reader import RecordedGame
from ttrsim.play.replay import play_again

STEP = "Number(document.querySelector('#scrub').value)"
LAST = "Number(document.querySelector('#scrub').max)"


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games")


def written(folder: Path, name: str, game: RecordedGame, **options: object) -> Path:
    path = folder / f"{name}.html"
    path.write_text(game_page(game, **options), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def europe(folder: Path) -> Path:
    game = games.europe()
    return written(folder, "europe", game, insight=games.insight(game))


@pytest.fixture(scope="session")
def explore(folder: Path) -> Path:
    return written(folder, "explore", games.explore())


@pytest.fixture(scope="session")
def hostile(folder: Path) -> Path:
    return written(folder, "hostile", games.renamed(games.europe(), games.HOSTILE))


def go_to(page: Page, step: int) -> None:
    page.evaluate(f"scrub.value = {step}, scrub.dispatchEvent(new Event('input'))")


# ---- moving --------------------------------------------------------------------------------------


def test_it_plays_and_pauses(page: Page, europe: Path) -> None:
    page.open(europe)
    assert page.evaluate(STEP) == 0
    page.choose("#speed", "5")
    page.click("#play")
    assert page.text("#play") == "Pause"
    page.wait(f"{STEP} >= 3")
    page.click("#play")
    stopped = page.evaluate(STEP)
    page.evaluate("new Promise(done => setTimeout(done, 500))")
    assert page.evaluate(STEP) == stopped
    assert page.text("#play") == "Play"


def test_playing_ends_at_the_end(page: Page, europe: Path) -> None:
    page.open(europe, still=True)
    page.choose("#speed", "5")
    page.evaluate(f"scrub.value = {LAST} - 2, scrub.dispatchEvent(new Event('input'))")
    page.click("#play")
    page.wait(f"{STEP} === {LAST} && play.textContent === 'Play'")
    assert page.text("#head").startswith("the end after turn ")


def test_buttons_and_keys_step(page: Page, europe: Path) -> None:
    page.open(europe)
    page.click("#next")
    page.click("#next")
    page.click("#back")
    assert page.evaluate(STEP) == 1
    page.evaluate("document.activeElement.blur()")
    page.press("ArrowRight", "ArrowRight", "ArrowLeft")
    assert page.evaluate(STEP) == 2
    page.press("End")
    assert page.evaluate(f"{STEP} === {LAST}")
    page.press("Home")
    assert page.evaluate(STEP) == 0
    page.press("PageDown", "PageDown", "PageUp")
    assert page.text("#head").startswith("turn 1:")
    page.press(" ")
    assert page.text("#play") == "Pause"
    page.press(" ")
    assert page.text("#play") == "Play"


def test_a_key_for_a_field_does_not_move_the_game(page: Page, europe: Path) -> None:
    page.open(europe)
    page.focus("#turn")
    page.press("ArrowLeft", "Home", "End")
    assert page.evaluate(STEP) == 0


def test_scrubbing(page: Page, europe: Path) -> None:
    page.open(europe)
    page.drag("#scrub", 0.75)
    assert page.evaluate(f"{STEP} > 0.6 * {LAST} && {STEP} < 0.9 * {LAST}")
    page.focus("#scrub")
    page.press("End")
    assert page.evaluate(f"{STEP} === {LAST}")


def test_jumping_to_a_turn(page: Page, europe: Path) -> None:
    page.open(europe)
    page.fill("#turn", "30")
    page.press("Enter")
    assert page.text("#head").startswith("turn 31:")
    page.click('.log li[data-turn="12"] a')
    assert page.evaluate("turn.value") == "12"
    assert page.text("#head").startswith("turn 13:")
    assert page.attribute('.log li[data-turn="12"]', "aria-current") == "step"
    page.evaluate("location.hash = '#turn-20'")
    page.wait("document.querySelector('#head').textContent.startsWith('turn 21:')")
    assert page.evaluate("scrollY") == 0
    page.click(".curve .area")
    assert page.evaluate(f"Math.abs({STEP} - {LAST} / 2) <= 1")


def test_readers_of_the_screen_hear_each_step(page: Page, europe: Path) -> None:
    page.open(europe)
    go_to(page, 7)
    assert page.attribute("#did", "aria-live") == "polite"
    position, decision = play_again(games.europe()).steps[6]
    assert page.text("#did") == f"turn {position.turn}: 2 greedy {decision.text}"
    page.click("#play")
    assert page.attribute("#did", "aria-live") == "off"
    page.click("#play")


# ---- what is shown -------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [0, 40, 97, -1])
def test_a_step_shows_the_position(page: Page, europe: Path, step: int) -> None:
    game = games.europe()
    positions = positions_of(game)
    position, board = positions[step], game.board
    page.open(europe)
    go_to(page, 20)
    go_to(page, step % len(positions))
    public = position.view(0)["public"]
    owner = {route: seat for seat, player in enumerate(public["seats"]) for route in player["routes"]}
    shown = page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('.route[data-state]')]"
        ".map(route => [route.dataset.key, route.dataset.state]))"
    )
    names = {f"r{number}": route.id for number, route in enumerate(board.routes)}
    assert {names[key]: int(seat) for key, seat in shown.items() if seat != "tried"} == owner
    for seat in range(4):
        hand = position.view(seat)["own"]["hand"]
        chips = page.evaluate(
            f"[...document.querySelectorAll('.hand .shelves[data-seat=\"{seat}\"] .shelf')][0].innerText"
        )
        assert sorted(chips.split("\n")[1:]) == sorted(f"{n} {card}" for card, n in hand.items()) or not hand
        cells = page.evaluate(f"[...document.querySelectorAll('#numbers tbody tr')][{seat}].innerText").split()
        assert cells[-1] == str(public["seats"][seat]["route_points"])
    market = page.evaluate("document.querySelector('#table .shelf').innerText").split("\n")[1:]
    assert market == [card or "empty" for card in public["market"]]


def test_a_seat_sees_only_what_it_knew(page: Page, europe: Path) -> None:
    game = games.europe()
    position = positions_of(game)[60]
    points = {ticket.id: ticket.points for ticket in game.board.tickets}
    held = {seat: position.view(seat)["own"]["tickets"] for seat in range(4)}
    page.open(europe)
    go_to(page, 60)
    everything = page.evaluate("document.body.innerText")
    for ticket in (ticket for tickets in held.values() for ticket in tickets):
        assert f"{ticket} {points[ticket]}" in everything
    page.choose("#viewer", "1")
    page.evaluate("document.querySelector('.log ol').style.maxHeight = 'none'")
    seen = page.evaluate("document.body.innerText")
    own, others = held.pop(1), [ticket for tickets in held.values() for ticket in tickets]
    assert all(f"{ticket} {points[ticket]}" in seen for ticket in own)
    for ticket in others:
        assert f"{ticket} {points[ticket]}" not in seen
        assert f"{ticket} ({points[ticket]})" not in seen
    assert seen.count("hidden from seat 1") == 3
    for seat, text in enumerate(page.evaluate("[...document.querySelectorAll('.hand')].map(hand => hand.innerText)")):
        known = position.view(1)["public"]["seats"][seat]["known"]
        assert seat == 1 or all(f"at least {n} {card}" in text for card, n in known.items())
        assert ("hand" in text.split("\n")) == (seat == 1)
    assert page.evaluate(
        "document.querySelector('[data-curve=win]').hidden && document.querySelector('[data-curve=score]').hidden"
    )
    assert not page.evaluate("document.querySelector('[data-curve=points]').hidden")
    assert page.evaluate("document.querySelector('.scores').hidden")
    page.press("Escape")
    page.evaluate("document.activeElement.blur()")
    page.press("End")
    assert not page.evaluate("document.querySelector('.scores').hidden")  # scoring shows the tickets
    page.choose("#viewer", "")
    assert f"{others[0]} {points[others[0]]}" in page.evaluate("document.body.innerText")


def test_marked_mistakes(page: Page, europe: Path) -> None:
    insight = games.insight(games.europe())
    page.open(europe)
    assert page.count(".curve .area .mark") == 3
    for mark in insight.marks:
        page.click(f'.mark[data-step="{mark.place + 1}"]')
        assert f"{mark.label}: better: <b>nothing</b> at place {mark.place}" in page.text("#did")
    page.choose("#viewer", str((insight.marks[-1].seat + 1) % 4))
    assert "better" not in page.text("#did")
    assert page.evaluate("document.querySelector('[data-curve=win]').hidden")
    page.choose("#viewer", str(insight.marks[-1].seat))
    assert "better" in page.text("#did")


def test_values_under_the_pointer(page: Page, europe: Path) -> None:
    page.open(europe)
    page.hover("[data-curve=score] .area")
    totals = positions_of(games.europe())
    step = round(page.evaluate(LAST) / 2)
    shown = page.evaluate(
        "[...document.querySelectorAll('[data-curve=score] .legend b')].map(b => Number(b.innerText))"
    )
    assert shown in [list(totals[step + near].score().totals) for near in (-1, 0, 1)]


def test_tickets_light_up_on_the_map(page: Page, europe: Path) -> None:
    page.open(europe)
    go_to(page, 60)
    page.hover(".hand button.chip")
    assert page.count(".city.lit") == 2
    page.hover("h1")
    assert page.count(".lit") == 0


def test_explore_new_york(page: Page, explore: Path) -> None:
    positions = positions_of(games.explore())
    page.open(explore)
    for step in (30, len(positions) - 1, 5):
        go_to(page, step)
        maps = positions[step].view(0)["public"]["maps"]
        for seat, map_ in enumerate(maps):
            roads = page.evaluate(
                f"[...document.querySelectorAll('.road[data-state~=\"{seat}\"]')].map(r => r.dataset.key.split('-')[1])"
            )
            assert sorted(roads) == sorted(map_["segments"])
            tourists = page.evaluate(
                f"[...document.querySelectorAll('[data-text^=\"m{seat}-b\"]')].map(t => t.textContent).join('')"
            )
            assert len(tourists) == sum(len(turn["tourists"]) for turn in map_["turns"])
    page.choose("#viewer", "2")
    assert page.text("#head") == positions[5].board.headline(positions[5].view(0))


def test_what_was_imagined_is_said(page: Page, folder: Path) -> None:
    page.open(written(folder, "people", games.people()))
    assert "Imagined, since nobody wrote it down: the market, but for the cards taken from it" in page.text(".note")
    page.evaluate("document.activeElement.blur()")
    page.press("End")
    assert page.text("#head").startswith("the end after turn 132")


# ---- everybody -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["europe", "explore", "hostile"])
def test_no_scrolling_sideways_and_enough_contrast(page: Page, name: str, request: pytest.FixtureRequest) -> None:
    path = request.getfixturevalue(name)
    for width in (390, 768, 1280):
        page.open(path, width, scheme="dark" if width == 768 else "light")
        go_to(page, 45)
        assert page.overflow() <= 0
        assert page.faint_text() == []
    page.emulate("dark")
    assert page.faint_text() == []
    page.choose("#viewer", "1")
    assert page.faint_text() == []
    page.click("button.theme")
    assert page.attribute("html", "data-theme") == "light"
    assert page.faint_text() == []


def test_names_are_text(page: Page, hostile: Path) -> None:
    page.open(hostile)
    for step in (3, 50, 51, 52, 53):
        go_to(page, step)
    assert page.evaluate("document.querySelectorAll('img, b:not(.legend b), script').length") == 2
    for seat, name in enumerate(games.HOSTILE):
        cell = page.evaluate(f"[...document.querySelectorAll('#numbers .player')][{seat}].textContent")
        assert cell == name.replace("\u202e", "\\u202e").replace("\u2066", "\\u2066")
    assert "\u202e" not in page.evaluate("document.body.textContent")


def test_names_of_a_board_are_text(page: Page, folder: Path) -> None:
    game = games.on_hostile_board(folder / "board")
    page.open(written(folder, "board", game), 390)
    for step in range(0, len(positions_of(game)), 4):
        go_to(page, step)
    assert page.evaluate("document.querySelectorAll('img, b:not(.legend b), script').length") == 2
    assert page.text("h1") == "<b>bold</b> </title><script>alert(3)</script>, 2 players"
    assert games.CITY in page.evaluate("document.querySelector('.map').textContent")
    assert games.CITY in page.evaluate("document.querySelector('.log').textContent")
    assert page.overflow() <= 0


def test_without_javascript_everything_is_there(page: Page, europe: Path) -> None:
    game = games.europe()
    page.open(europe, javascript=False)
    text = europe.read_text(encoding="utf-8")
    body = text[: text.index('<script type="application/json"')]
    claimed = {event["route"] for _, event in game.events if event["event"] == "claim"}
    assert body.count('class="route" data-key=') == len(game.board.routes)
    assert body.count('data-state="') >= len(claimed)
    assert f'<li id="turn-{game.events[-1][1]["turn"]}"' in body
    for score in game.scores():
        assert f'<td class="number" data-value="{score["total"]}">{score["total"]}</td>' in body
    assert body.index('<section class="controls no-print" aria-label="Controls" hidden>') > 0
    assert "<polyline" in body


def test_printing_leaves_the_controls_out(page: Page, europe: Path) -> None:
    page.open(europe)
    page.emulate(media="print")
    assert page.evaluate("getComputedStyle(document.querySelector('.controls')).display") == "none"
    assert page.evaluate(
        "document.querySelector('.log ol').scrollHeight <= document.querySelector('.log ol').clientHeight + 1"
    )


def test_a_page_is_small_and_alone(europe: Path, explore: Path) -> None:
    for path in (europe, explore):
        text = path.read_text(encoding="utf-8")
        assert len(text.encode()) <= 400_000
        assert "http://" not in text
        assert "https://" not in text


def test_the_data_hold_every_step(europe: Path) -> None:
    text = europe.read_text(encoding="utf-8")
    data = json.loads(text.partition('id="film">')[2].partition("</script>")[0])
    assert len(data["frames"]) == len(positions_of(games.europe()))
    assert data["curves"]["score"][-1] == [score["total"] for score in games.europe().scores()]

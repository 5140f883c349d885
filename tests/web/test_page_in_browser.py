"""The page of an answer in a browser: steps by keys, buttons and sliders, proofs on the board, no request outside."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gridproof.playing import Film, Reel
from gridproof.registry import puzzle
from gridproof.web.page import page
from tests.web.answers import SOLVED, UNSOLVABLE, solved, unsolvable


@pytest.fixture
def visit(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """Opens a page of its own; afterwards nothing has gone wrong in it and nothing was asked for."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    faults: list[str] = []

    def opened(text: str) -> Any:
        file = tmp_path / "page.html"
        file.write_text(text, encoding="utf-8")
        shown = context.new_page()
        shown.on("pageerror", lambda error: faults.append(str(error)))
        shown.on("console", lambda message: faults.append(message.text))
        shown.on("request", lambda request: request.url.startswith(("file:", "data:")) or faults.append(request.url))
        shown.goto(file.as_uri())
        return shown

    yield opened
    context.close()
    assert faults == []


def expect_frame(shown: Any, reel: Reel) -> None:
    """The sprites stand where the film says, with the looks that it says, and so do the marks of its plan."""
    found = shown.evaluate(
        """() => [...document.querySelectorAll("[data-sprite]")].map((one) => {
            const at = new DOMMatrix(getComputedStyle(one).transform);
            return [one.dataset.sprite, at.f / 40, at.e / 40, [...one.classList]];
        })"""
    )
    seen = {name: (row, column, looks) for name, row, column, looks in found if "gone" not in looks}
    assert seen.keys() == reel.frame.keys()
    for name, spot in reel.frame.items():
        row, column, looks = seen[name]
        assert (row, column) == pytest.approx((spot.row, spot.column), abs=1e-3)
        assert spot.look in looks
    marks = shown.eval_on_selector_all('[data-layer="plan"] > .mark', "all => all.map(one => [...one.classList])")
    assert [("press" in one, "pressed" in one) for one in marks] == [(left > 0, left == 0) for left in reel.left]


@pytest.mark.parametrize("name", SOLVED)
def test_steps(name: str, visit: Any) -> None:
    level, answer = solved(name)
    stage = puzzle(name).load_stage()
    assert stage is not None
    film = Film(level, stage, answer.solution)
    reel, shown = Reel(film), visit(page(level, answer))
    single = answer.metric == level.metrics[-1]

    def at(position: int) -> None:
        reel.seek(position)
        shown.wait_for_function(
            "goal => Number(document.querySelector('.step-position').value) === goal", arg=position
        )
        expect_frame(shown, reel)

    at(0)
    following = 1 if single else film.next(0, 1)
    for act in (lambda: shown.keyboard.press("ArrowRight"), lambda: shown.click("[aria-label='One step on']")):
        act()
        at(following)
        shown.keyboard.press("ArrowLeft")
        at(0)
    shown.keyboard.press("End")
    at(len(film))
    shown.click("[aria-label='One step back']")
    at(len(film) - 1 if single else film.next(len(film), -1))
    shown.keyboard.press("Home")
    at(0)
    shown.locator(".step-position").fill(str(len(film) // 2))
    at(len(film) // 2)
    shown.locator(".step-list button").last.click()
    at(len(film))
    shown.locator(".step-speed").fill("10")
    shown.locator("h1").click()
    shown.keyboard.press(" ")  # plays from the start again
    shown.wait_for_selector("[aria-label='Pause']")
    shown.wait_for_selector("[aria-label='Play']")
    at(len(film))


@pytest.mark.parametrize("name", UNSOLVABLE)
def test_proof_is_shown_and_hidden(name: str, visit: Any) -> None:
    shown = visit(page(*unsolvable(name)))
    buttons = shown.locator("[data-shows]")
    assert buttons.first.get_attribute("aria-pressed") == "true"
    for number in range(buttons.count()):
        button = buttons.nth(number)
        for pressed in shown.locator("[data-shows][aria-pressed='true']").all():
            pressed.click()
        assert not shown.locator(".legend").is_visible()
        button.click()
        layers = shown.locator(f"[data-layer='{button.get_attribute('data-shows')}']")
        assert layers.locator(".mark").first.is_visible()
        assert shown.locator(".legend").inner_text() == button.get_attribute("data-legend")
        others = shown.locator("[data-layer^='proof']").all()
        assert sum(other.is_visible() for other in others) == 1


def test_light_and_dark(visit: Any) -> None:
    shown = visit(page(*solved("pegs")))
    colour = "getComputedStyle(document.body).backgroundColor"
    light = shown.evaluate(colour)
    shown.emulate_media(color_scheme="dark")
    dark = shown.evaluate(colour)
    assert light != dark
    shown.click(".theme")
    assert shown.evaluate(colour) == light
    shown.click(".theme")
    assert shown.evaluate(colour) == dark


@pytest.mark.parametrize("width", [320, 390, 1280])
@pytest.mark.parametrize("name", SOLVED)
def test_no_sideways_scrolling(name: str, width: int, visit: Any) -> None:
    shown = visit(page(*solved(name)))
    shown.set_viewport_size({"width": width, "height": 844})
    assert shown.evaluate("document.documentElement.scrollWidth") <= width


def test_hostile_title_in_a_browser(visit: Any) -> None:
    import dataclasses

    evil = "</title></script><script>window.hit = 1</script><img src=x onerror='window.hit = 1'>"
    level, answer = solved("lights-out")
    shown = visit(page(dataclasses.replace(level, title=evil), answer))  # type: ignore[type-var]  # levels are dataclasses
    assert shown.locator("h1").inner_text() == evil
    assert shown.title() == evil
    assert shown.evaluate("window.hit") is None

"""Playing and editing on the page in Chromium: keys, mouse, touch, and levels that are none."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest

from tests.web.browsing import PLAIN, PUZZLE_NAMES, SOLVABLE, click, open_text, solve, sprites, square, visit, wait


def test_keys_undo_redo_and_restart(page: Any) -> None:
    open_text(page, PLAIN, "sokoban")
    wait(page, "document.querySelector('#score').textContent.includes('0 pushes')")
    start = sprites(page)
    page.focus("#stage")
    for key in ("ArrowUp", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    wait(page, "document.querySelector('#score').textContent === '2 pushes, 3 moves'")
    there = sprites(page)
    page.keyboard.press("u")
    wait(page, "document.querySelector('#score').textContent === '1 push, 2 moves'")
    page.click("#redo")
    wait(page, "document.querySelector('#score').textContent === '2 pushes, 3 moves'")
    assert sprites(page) == there
    page.keyboard.press("r")
    wait(page, "document.querySelector('#score').textContent === '0 pushes, 0 moves'")
    assert sprites(page) == start


def test_click_a_box_and_then_where_it_goes(page: Any) -> None:
    open_text(page, PLAIN, "sokoban")
    page.wait_for_selector("#stage [data-sprite=box0]")
    click(page, 2, 2)
    page.wait_for_selector("#stage .ring-selected")
    reached = page.locator("#stage .mark.reach").count()
    assert reached == 14  # every square of the room but its own
    click(page, 3, 4)
    page.wait_for_selector("#score.solved")
    assert "3 pushes" in page.inner_text("#score")
    assert page.locator("#stage .mark.reach").count() == 0


def test_a_box_is_dragged_with_the_mouse(page: Any) -> None:
    open_text(page, PLAIN, "sokoban")
    page.wait_for_selector("#stage [data-sprite=box0]")
    page.mouse.move(*square(page, 2, 2))
    page.mouse.down()
    page.mouse.move(*square(page, 2, 3))
    page.mouse.move(*square(page, 3, 4), steps=3)
    page.mouse.up()
    page.wait_for_selector("#score.solved")


def test_a_piece_is_selected_and_moved_with_the_keys(page: Any) -> None:
    open_text(page, "puzzle: sliding\nA..\n...\ngoal:\n...\n..A\n")
    page.wait_for_selector("#stage [data-sprite]")
    page.focus("#stage")
    page.keyboard.press("Enter")  # the cursor appears
    page.wait_for_selector("#stage .ring-cursor")
    page.keyboard.press("Enter")
    page.wait_for_selector("#stage .ring-selected")
    for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    page.wait_for_selector("#score.solved")
    assert page.inner_text("#score") == "Solved: 1 move, 2 slides, 3 steps"


def test_a_selected_piece_stays_selected_where_it_went(page: Any) -> None:
    open_text(page, "puzzle: sliding\nAA..B\n.....\ngoal:\n.....\n..AA.\n")
    wait(page, "document.querySelectorAll('#stage [data-sprite]').length === 2")
    click(page, 0, 0)
    page.wait_for_selector("#stage .ring-selected")
    click(page, 0, 3)  # it gets no farther than beside B
    wait(page, "document.querySelector('#score').textContent === '1 move, 1 slide, 2 steps'")
    page.keyboard.press("ArrowDown")
    page.wait_for_selector("#score.solved")


def test_lights_are_pressed_by_touch_on_a_phone(browser: Any, address: str) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, base_url=address
    )
    page = context.new_page()
    visit(page, "/#level=classic/plus")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    before = sprites(page)
    page.touchscreen.tap(*square(page, 1, 1))
    wait(page, "document.querySelector('#score').textContent.includes('1 press')")
    assert sprites(page) != before
    page.evaluate("scrollTo(0, 0)")
    page.tap("#drawer")
    page.wait_for_selector("#find", state="visible")
    page.fill("#find", "corner")
    page.tap('[data-level="classic/corner"]')
    wait(page, "document.querySelector('#title').textContent.toLowerCase().includes('corner')")
    assert page.is_hidden("#find")
    context.close()


@pytest.mark.parametrize("puzzle", PUZZLE_NAMES)
def test_a_board_is_edited_by_clicking(page: Any, puzzle: str) -> None:
    visit(page, f"/#level={SOLVABLE[puzzle]}")
    before = page.input_value("#text")
    page.click('[data-mode="edit"]')
    changed = False
    for number in range(min(3, page.locator("#brushes button").count())):
        page.locator("#brushes button").nth(number).click()
        with page.expect_response("**/api/edit"):
            click(page, 1, 1)
        wait(page, "() => document.querySelector('[data-mode=edit]').getAttribute('aria-pressed') === 'true'")
        changed = changed or page.input_value("#text") != before
    assert changed


def test_a_stroke_paints_and_the_level_is_solved_as_painted(page: Any) -> None:
    open_text(page, "puzzle: lights-out\n000\n000\n000\n")
    wait(page, "document.querySelectorAll('#stage [data-sprite]').length === 9")
    page.click('[data-mode="edit"]')
    page.click('[data-brush="1"]')
    page.mouse.move(*square(page, 0, 0))
    page.mouse.down()
    for column in (1, 2):
        page.mouse.move(*square(page, 0, column))
    page.mouse.up()
    wait(page, "document.querySelector('#text').value.includes('111')")
    solve(page, ".verdict.solved")


def test_a_malformed_level_is_told_at_its_line(page: Any) -> None:
    open_text(page, "puzzle: lights-out\n010\n0z0\n")
    page.wait_for_selector("#fault:not([hidden])")
    wait(page, "document.querySelector('#fault').textContent.startsWith('line 3, column 2')")
    assert page.inner_text("#gutter .bad") == "3"
    assert page.get_attribute("#text", "aria-invalid") == "true"
    assert page.is_disabled("#start")
    page.fill("#text", "puzzle: lights-out\n010\n000\n")
    page.wait_for_selector("#fault", state="hidden")
    assert page.is_enabled("#start")
    assert page.locator("#gutter .bad").count() == 0


def test_a_text_of_another_puzzle_is_taken_for_what_it_is(page: Any) -> None:
    visit(page, "/#level=classic/plus")
    page.click("#text-details summary")
    page.fill("#text", PLAIN)
    wait(page, "document.querySelector('#kind').textContent.startsWith('sokoban')")
    assert page.input_value("#puzzle") == "sokoban"
    assert page.is_hidden("#fault")


def test_one_level_of_several_is_picked(page: Any) -> None:
    open_text(page, "puzzle: lights-out\ntitle: one\n01\n10\n---\npuzzle: lights-out\ntitle: two\n11\n10\n")
    wait(page, "document.querySelector('#title').textContent === 'one'")
    page.select_option("#pick", "1")
    wait(page, "document.querySelector('#title').textContent === 'two'")
    assert page.input_value("#pick") == "1"
    assert "one" in page.input_value("#text")


def test_a_box_is_dragged_by_touch(browser: Any, address: str) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, base_url=address
    )
    page = context.new_page()
    visit(page, f"/#{urlencode({'puzzle': 'sokoban', 'text': PLAIN})}")
    wait(page, "document.querySelector('#score').textContent === '0 pushes, 0 moves'")
    start, end = square(page, 2, 2), square(page, 3, 4)
    session = context.new_cdp_session(page)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    for kind, places in (("Start", [start]), ("Move", [middle]), ("Move", [end]), ("End", [])):
        points = [{"x": x, "y": y} for x, y in places]
        session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    page.wait_for_selector("#score.solved")
    context.close()

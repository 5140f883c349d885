"""Playing and editing on the page in Chromium: keys, mouse, touch, and levels that are none."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest

from gridproof.loader import parse
from gridproof.registry import PUZZLES
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


TOUCHES = {  # a level, the squares to tap in turn, and from where to where a finger draws; each way solves it
    "lights-out": ("puzzle: lights-out\n010\n111\n010\n", [(1, 1)], None),
    "sokoban": (PLAIN, [(2, 2), (3, 4)], [(2, 2), (3, 4)]),
    "pegs": ("puzzle: pegs\noo.\n", [(0, 0), (0, 2)], [(0, 0), (0, 2)]),
    "sliding": ("puzzle: sliding\nA.\ngoal:\n.A\n", [(0, 0), (0, 1)], [(0, 0), (0, 1)]),
    "npuzzle": ("puzzle: npuzzle\n1 2\n0 3\n", [(1, 1)], [(1, 1), (1, 0)]),
}


@pytest.mark.parametrize("puzzle", PUZZLE_NAMES)
def test_every_puzzle_is_played_by_touch(browser: Any, address: str, puzzle: str) -> None:
    """By taps, then by a finger that draws; and the sentence that says how is there, with no word about keys."""
    text, taps, drawn = TOUCHES[puzzle]
    stage = PUZZLES[puzzle].load_stage()
    assert stage is not None
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, base_url=address
    )
    page = context.new_page()
    visit(page, f"/#{urlencode({'puzzle': puzzle, 'text': text})}")
    wait(page, "document.querySelector('#score').textContent.startsWith('0 ')")
    assert page.inner_text("#hint").strip() == stage.hint(parse(text, puzzle))
    for cell in taps:
        page.touchscreen.tap(*square(page, *cell))
        page.wait_for_timeout(150)
    page.wait_for_selector("#score.solved")
    if drawn is not None:
        page.tap("#restart")
        page.wait_for_selector("#score:not(.solved)")
        swipe(page, *(square(page, *cell) for cell in drawn))
        page.wait_for_selector("#score.solved")
    context.close()


def swipe(page: Any, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A finger that draws from one point to another."""
    session = page.context.new_cdp_session(page)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    for kind, places in (("Start", [start]), ("Move", [middle]), ("Move", [end]), ("End", [])):
        points = [{"x": x, "y": y} for x, y in places]
        session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})


# --- the editor's board --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", PUZZLE_NAMES)
def test_rows_and_columns_come_and_go(page: Any, puzzle: str) -> None:
    """By the buttons at the edges, with the keyboard too, and back again."""
    visit(page, f"/#level={SOLVABLE[puzzle]}")
    start = page.input_value("#text")
    size = page.inner_text("#kind").split(" · ")[1]
    page.click('[data-mode="edit"]')
    texts = [start]
    for edge in ("top", "right", "bottom", "left"):
        page.focus(f'[data-edge="{edge}"] button:last-child')
        page.keyboard.press("Enter")
        wait(page, "([before]) => document.querySelector('#text').value !== before", [texts[-1]])
        texts.append(page.input_value("#text"))
        assert page.evaluate("document.activeElement.parentElement.dataset.edge") == edge
    rows, columns = map(int, size.split(" × "))
    assert page.inner_text("#kind").split(" · ")[1] == f"{rows + 2} × {columns + 2}"
    page.keyboard.press("u")
    wait(page, "([text]) => document.querySelector('#text').value === text", [texts[-2]])
    page.click("#redo")
    wait(page, "([text]) => document.querySelector('#text').value === text", [texts[-1]])
    for edge in ("left", "bottom", "right", "top"):
        before = page.input_value("#text")
        page.click(f'[data-edge="{edge}"] button:first-child')
        wait(page, "([before]) => document.querySelector('#text').value !== before", [before])
    assert parse(page.input_value("#text"), puzzle) == parse(start, puzzle)
    assert page.inner_text("#kind").split(" · ")[1] == size
    for _ in range(8):
        before = page.input_value("#text")
        page.click("#undo")
        wait(page, "([before]) => document.querySelector('#text').value !== before", [before])
    assert page.input_value("#text") == start
    assert page.is_disabled("#undo")
    page.click('[data-mode="play"]')
    wait(page, "document.querySelector('#score').textContent.startsWith('0 ')")


def test_a_stroke_on_a_large_board_changes_its_squares_alone(page: Any) -> None:
    """10,000 squares: the answer is small, other elements stay the same, and one undo takes the whole stroke back."""
    board = ("0" * 100 + "\n") * 100
    open_text(page, "puzzle: lights-out\n" + board)
    wait(page, "document.querySelectorAll('#stage [data-sprite]').length === 10000")
    page.click('[data-mode="edit"]')
    page.click('[data-brush="1"]')
    page.evaluate("for (const one of document.querySelectorAll('#stage [data-sprite]')) one.known = true")
    sizes: list[int] = []
    page.on("response", lambda answer: "/api/edit" in answer.url and sizes.append(len(answer.body())))
    page.mouse.move(*square(page, 50, 10))
    page.mouse.down()
    for column in range(11, 21):
        page.mouse.move(*square(page, 50, column))
    page.mouse.up()
    wait(page, "document.querySelector('#text').value.split('\\n')[51].includes('1'.repeat(11))")
    new = "[...document.querySelectorAll('#stage [data-sprite]')].filter((one) => !one.known)"
    wait(page, f"{new}.length === 11")
    assert page.evaluate(f"{new}.every((one) => one.classList.contains('on'))")
    assert page.locator("#stage .sprite.on").count() == 11
    text = len(page.input_value("#text"))
    assert max(sizes) < text + 11 * 1000  # the text, and the squares that changed
    page.keyboard.press("u")
    wait(page, "!document.querySelector('#text').value.includes('1')")
    assert page.locator("#stage .sprite.on").count() == 0
    page.click('[data-mode="play"]')
    wait(page, "document.querySelector('#stage').dataset.mode === 'play'")
    click(page, 0, 0)
    wait(page, "document.querySelector('#score').textContent === '1 press'")


def test_a_stroke_that_leaves_the_board(page: Any) -> None:
    open_text(page, "puzzle: lights-out\n000\n000\n000\n")
    wait(page, "document.querySelectorAll('#stage [data-sprite]').length === 9")
    page.click('[data-mode="edit"]')
    page.click('[data-brush="1"]')
    x, y = square(page, 2, 1)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 200, steps=5)
    page.mouse.up()
    wait(page, "document.querySelector('#text').value.includes('010')")
    assert page.is_hidden("#trouble")

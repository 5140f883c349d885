"""The page in Chromium, for every puzzle of the registry: load, play, solve, step, edit, cancel, and bad levels."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from gridproof.registry import PUZZLES

PUZZLE_NAMES = [row.name for row in PUZZLES.values() if row.stage]
SOLVABLE = {  # a bundled level of each that is solved in no time
    "lights-out": "classic/plus",
    "sokoban": "first-steps/brass-cellar",
    "pegs": "english/plus",
    "sliding": "rush-hour/side-street",
    "npuzzle": "fifteen/eight-nearly-there",
}
LONG = "puzzle: npuzzle\nsize: 5x5\n0 24 23 22 21\n20 19 18 17 16\n15 14 13 12 11\n10 9 8 7 6\n5 4 3 2 1\n"
PLAIN = "#######\n#     #\n# $   #\n#@  . #\n#######\n"


def wait(page: Any, script: str, arg: Any = None) -> None:
    """Until an expression is true in the page. (Playwright's own way needs eval, which the page forbids.)"""
    end = time.monotonic() + 60
    while not page.evaluate(script, arg):
        assert time.monotonic() < end, f"never true: {script}"
        page.wait_for_timeout(20)


def visit(page: Any, address: str) -> None:
    page.goto("about:blank")  # so that a changed hash alone is a visit, too
    page.goto(address)
    page.wait_for_selector("#stage svg")


def open_text(page: Any, text: str, puzzle: str = "") -> None:
    page.goto("/")
    page.wait_for_selector("#stage svg")
    page.click("#own")
    page.select_option("#puzzle", puzzle)
    page.fill("#text", text)


def sprites(page: Any) -> list[Any]:
    """What stands where: name, class and place of every sprite that is seen."""
    script = """() => [...document.querySelectorAll("#stage [data-sprite]")]
        .filter((one) => !one.classList.contains("gone"))
        .map((one) => [one.dataset.sprite, one.getAttribute("class"), one.style.transform])"""
    found: list[Any] = page.evaluate(script)
    return found


def square(page: Any, row: int, column: int) -> tuple[float, float]:
    """The middle of a square on the screen."""
    script = """([row, column]) => {
        const svg = document.querySelector("#stage svg");
        svg.scrollIntoView({ block: "center" });
        const at = new DOMPoint(column * 40 + 20, row * 40 + 20).matrixTransform(svg.getScreenCTM());
        return [at.x, at.y];
    }"""
    x, y = page.evaluate(script, [row, column])
    return x, y


def click(page: Any, row: int, column: int) -> None:
    page.mouse.click(*square(page, row, column))


@pytest.mark.parametrize("puzzle", PUZZLE_NAMES)
def test_load_solve_step_and_play_back(page: Any, puzzle: str) -> None:
    visit(page, f"/#level={SOLVABLE[puzzle]}")
    before = sprites(page)
    assert before
    page.click("#start")
    page.wait_for_selector("#verdict .verdict.solved")
    page.wait_for_selector("#stepper:not([hidden])")
    last = page.get_attribute(".step-position", "max")
    assert sprites(page) == before
    page.keyboard.press("End")
    at_the_end = sprites(page)
    assert at_the_end != before
    assert page.input_value(".step-position") == last
    page.keyboard.press("Home")
    assert sprites(page) == before
    page.keyboard.press("ArrowRight")
    wait(page, "document.querySelector('.step-text b').textContent.startsWith('1 of')")
    page.keyboard.press("ArrowLeft")
    wait(page, "document.querySelector('.step-text b').textContent.startsWith('0 of')")
    assert sprites(page) == before
    page.evaluate("() => { const s = document.querySelector('.step-speed'); s.value = s.max; }")
    page.keyboard.press(" ")
    wait(page, "(last) => document.querySelector('.step-position').value === last", arg=last)
    assert sprites(page) == at_the_end
    page.click("#take-over")  # go on playing from the end of the solution
    page.wait_for_selector("#score.solved")
    assert sprites(page) == at_the_end
    page.click("#restart")
    assert sprites(page) == before


def test_an_answer_is_verified_and_saved(page: Any, tmp_path: Path) -> None:
    visit(page, "/#level=classic/plus")
    page.click("#start")
    page.click("#verify")
    page.wait_for_selector("#checked .holds")
    for button, ending in (("#save-json", ".json"), ("#save-page", ".html")):
        with page.expect_download() as saving:
            page.click(button)
        name = saving.value.suggested_filename
        assert name.endswith(ending)
        saving.value.save_as(tmp_path / name)
    assert json.loads((tmp_path / "plus.json").read_text())["optimal"]
    assert "<svg" in (tmp_path / "plus.html").read_text()


def test_a_proof_is_shown_on_the_board(page: Any) -> None:
    visit(page, "/#level=classic/corner")
    page.click("#start")
    page.wait_for_selector("#verdict .verdict.unsolvable")
    shown = page.locator("#proofs [data-shows]").first
    assert shown.get_attribute("aria-pressed") == "true"
    assert page.inner_text(".legend")
    assert page.locator('#stage [data-layer^="proof"] .mark').first.is_visible()
    shown.click()
    assert page.locator('#stage [data-layer^="proof"] .mark').first.is_hidden()


def test_presses_are_ticked_off(page: Any) -> None:
    visit(page, "/#level=classic/all-on-5x5")
    page.click("#start")
    page.wait_for_selector('#stage [data-layer="plan"] .mark.press')
    marks = page.locator('#stage [data-layer="plan"] .mark.press').count()
    assert marks == 15
    page.keyboard.press("ArrowRight")
    page.wait_for_selector('#stage [data-layer="plan"] .mark.pressed', state="attached")
    assert page.locator('#stage [data-layer="plan"] .mark.press').count() == marks - 1


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
    wait(page, "document.querySelector('#score').textContent === '1 pushes, 2 moves'")
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
    assert page.inner_text("#score") == "Solved: 1 moves, 2 slides, 3 steps"


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
    page.click("#start")
    page.wait_for_selector("#verdict .verdict.solved")


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


def test_a_long_solve_is_cancelled_and_keeps_its_bounds(page: Any) -> None:
    open_text(page, LONG)
    wait(page, "document.querySelectorAll('#stage [data-sprite]').length === 24")
    page.click("#start")
    wait(page, "Number(document.querySelector('#lower').textContent) > 0")
    lower = int(page.inner_text("#lower"))
    page.click("#cancel")
    page.wait_for_selector("#verdict .verdict")
    told = page.inner_text("#verdict")
    proven = re.search(r"at least (\d+)", told)
    assert proven is not None
    assert int(proven[1]) >= lower
    assert "interrupted" in told
    assert page.is_visible("#start")


def test_another_level_ends_the_solve_of_the_last(page: Any) -> None:
    open_text(page, LONG)
    wait(page, "document.querySelectorAll('#stage [data-sprite]').length === 24")
    page.click("#start")
    page.wait_for_selector("#cancel:not([hidden])")
    page.fill("#find", "plus")
    with page.expect_response("**/cancel"):
        page.click('[data-level="classic/plus"]')
    page.wait_for_selector("#start:not([hidden])")
    page.click("#start")
    page.wait_for_selector("#verdict .verdict.solved")


def test_a_hostile_title_does_nothing(page: Any) -> None:
    open_text(
        page, 'puzzle: lights-out\ntitle: <img src=x onerror="window.hit=1"><script>window.hit=1</script>\n01\n10\n'
    )
    wait(page, "document.querySelector('#title').textContent.includes('<img')")
    page.click("#start")
    page.wait_for_selector("#verdict .verdict")
    assert page.evaluate("window.hit") is None
    assert page.locator("#title img, #answer img").count() == 0


def test_the_address_holds_the_level(page: Any) -> None:
    visit(page, "/#level=classic/plus")
    page.fill("#find", "corner")
    page.click('[data-level="classic/corner"]')
    wait(page, "location.hash.includes('corner')")
    page.go_back()
    wait(page, "document.querySelector('#kind').textContent.includes('classic/plus')")
    open_text(page, "puzzle: lights-out\ntitle: mine\n01\n10\n")
    wait(page, "document.querySelector('#title').textContent === 'mine'")
    page.click("#link")
    wait(page, "location.hash.includes('text=')")
    page.reload()
    wait(page, "document.querySelector('#title').textContent === 'mine'")


def test_another_page_cannot_drive_the_server(browser: Any, address: str) -> None:
    """A page of another origin tries what a hostile page can: nothing of it is done, nothing can be read."""
    context = browser.new_context()
    page = context.new_page()
    page.route("http://evil.example/**", lambda route: route.fulfill(body="<p>evil", content_type="text/html"))
    page.goto("http://evil.example/")
    script = """async (address) => {
        const body = JSON.stringify({ puzzle: "lights-out", text: "01\\n10\\n" });
        const tries = [
            { method: "POST", body, headers: { "Content-Type": "application/json" } },
            { method: "POST", body },
            { method: "GET" },
        ];
        const told = [];
        for (const path of ["/api/solve", "/api/read", "/api/levels"])
            for (const options of tries)
                told.push(await fetch(address + path, options).then((r) => r.text(), () => "blocked"));
        await fetch(address + "/api/solve", { method: "POST", mode: "no-cors", body }).catch(() => {});
        return told;
    }"""
    assert set(page.evaluate(script, address)) == {"blocked"}
    page.set_content(f'<iframe src="{address}/"></iframe>')
    page.wait_for_load_state()
    assert all("gridproof" not in (frame.title() or "") for frame in page.frames)
    context.close()

"""The page in Chromium, for every puzzle: load, solve, step, verify, cancel; links, and pages that are hostile."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.web.browsing import LONG, PUZZLE_NAMES, SOLVABLE, open_text, solve, sprites, visit, wait


@pytest.mark.parametrize("puzzle", PUZZLE_NAMES)
def test_load_solve_step_and_play_back(page: Any, puzzle: str) -> None:
    visit(page, f"/#level={SOLVABLE[puzzle]}")
    before = sprites(page)
    assert before
    solve(page, ".verdict.solved")
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
    solve(page)
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
    solve(page, ".verdict.unsolvable")
    shown = page.locator("#proofs [data-shows]").first
    assert shown.get_attribute("aria-pressed") == "true"
    assert page.inner_text(".legend")
    assert page.locator('#stage [data-layer^="proof"] .mark').first.is_visible()
    shown.click()
    assert page.locator('#stage [data-layer^="proof"] .mark').first.is_hidden()


def test_presses_are_ticked_off(page: Any) -> None:
    visit(page, "/#level=classic/all-on-5x5")
    solve(page)
    page.wait_for_selector('#stage [data-layer="plan"] .mark.press')
    marks = page.locator('#stage [data-layer="plan"] .mark.press').count()
    assert marks == 15
    page.keyboard.press("ArrowRight")
    page.wait_for_selector('#stage [data-layer="plan"] .mark.pressed', state="attached")
    assert page.locator('#stage [data-layer="plan"] .mark.press').count() == marks - 1


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


def test_the_last_word_of_two_in_a_row_is_shown(page: Any) -> None:
    """An engine begins, and compiles its kernels at once: that is what is to be read while nothing else happens."""
    visit(page, "/#level=classic/plus")
    engine = {"name": "fewest", "nodes": 0, "from": 0, "to": 0}
    state = {"running": True, "stopping": False, "seconds": 0, "note": None, "lower_bound": 0, "cost": None}
    events = ({**state, "engines": [engine]}, {**state, "engines": [engine], "note": "compiling kernels"})
    told = "".join(f"event: state\ndata: {json.dumps(event)}\n\n" for event in events)
    page.route("**/api/solve", lambda route: route.fulfill(json={"job": "made-up"}))
    page.route("**/api/jobs/made-up/**", lambda route: route.fulfill(body=told, content_type="text/event-stream"))
    page.click("#start")
    wait(page, "document.querySelector('#live').textContent.startsWith('fewest')")
    wait(page, "document.querySelector('#live').textContent === 'compiling kernels'")


def test_a_field_that_is_filled_in_wrongly_is_named(page: Any) -> None:
    visit(page, f"/#level={SOLVABLE['lights-out']}")
    for field, text, label in (("#seconds", "0", "Seconds: "), ("#max-cost", "-1", "At most: ")):
        kept = page.input_value(field)
        page.evaluate("([field, text]) => { document.querySelector(field).value = text; }", [field, text])
        page.click("#start")
        page.wait_for_selector("#trouble:not([hidden])")
        assert page.inner_text("#trouble").startswith(label)
        assert page.evaluate("document.activeElement.id") == field[1:]
        page.fill(field, kept)
    solve(page, ".verdict.solved")
    assert page.is_hidden("#trouble")


def test_a_level_that_is_not_there_is_not_found(page: Any) -> None:
    visit(page, "/")
    assert page.inner_text("#none") == ""
    page.fill("#find", "no level is called so")
    assert page.inner_text("#none") == "No bundled level of this name."
    page.fill("#find", "merlin")
    assert page.inner_text("#none") == ""
    assert page.is_visible('[data-level="classic/merlin"]')


def test_another_level_ends_the_solve_of_the_last(page: Any) -> None:
    open_text(page, LONG)
    wait(page, "document.querySelectorAll('#stage [data-sprite]').length === 24")
    page.click("#start")
    page.wait_for_selector("#cancel:not([hidden])")
    page.fill("#find", "plus")
    with page.expect_response("**/cancel"):
        page.click('[data-level="classic/plus"]')
    page.wait_for_selector("#start:not([hidden])")
    solve(page, ".verdict.solved")


def test_a_hostile_title_does_nothing(page: Any) -> None:
    open_text(
        page, 'puzzle: lights-out\ntitle: <img src=x onerror="window.hit=1"><script>window.hit=1</script>\n01\n10\n'
    )
    wait(page, "document.querySelector('#title').textContent.includes('<img')")
    solve(page, ".verdict")
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

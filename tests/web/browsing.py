"""What the tests do on the page in Chromium: visit, wait, look, click."""

from __future__ import annotations

import time
from typing import Any

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

"""Pictures of the page of `gridproof serve` for each puzzle: played, edited, solved; wide, on a phone; light, dark.

    python scripts/screenshots/app.py FOLDER [CHROMIUM]

Needs playwright and a chromium; look at them after every change of the page. docs/images/app-*.png come from here.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

LEVELS = {  # name of the picture: level
    "lights-out": "classic/all-on-5x5",
    "lights-out-proof": "classic/corner",
    "sokoban": "workshop/narrow-tannery",
    "sliding": "klotski/heng-dao-li-ma",
    "npuzzle": "fifteen/eight-farthest",
    "pegs": "triangle/triangle-15-top-hole-empty",
    "pegs-proof": "english/from-the-corner-of-an-arm-across",
}
REACH = ("workshop/narrow-tannery", (5, 3))  # a level, and a box to click
SIZES = {"wide": (1280, 800), "phone": (390, 844)}


@contextmanager
def server() -> Iterator[str]:
    """A server of its own; its address."""
    command = [sys.executable, "-m", "gridproof", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[1]
        finally:
            process.terminate()


def take(page: Any, address: str, level: str, file: str) -> None:
    """A level as it opens, in the editor, and after a few steps of its solution."""
    page.goto("about:blank")
    page.goto(f"{address}#level={level}")
    page.wait_for_selector("#stage svg")
    page.screenshot(path=f"{file}-play.png")
    page.click('[data-mode="edit"]')
    page.screenshot(path=f"{file}-edit.png")
    page.click('[data-mode="play"]')
    page.click("#start")
    page.wait_for_selector("#answer:not([hidden])")
    for _ in range(5 if page.is_visible("#stepper") else 0):
        page.keyboard.press("ArrowRight")
    page.wait_for_timeout(600)  # until nothing moves
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=f"{file}-answer.png")


def take_reach(page: Any, address: str, file: str) -> None:
    """Every square that a box can be pushed to."""
    level, (row, column) = REACH
    page.goto("about:blank")
    page.goto(f"{address}#level={level}")
    page.wait_for_selector("#stage svg")
    script = """([row, column]) => {
        const matrix = document.querySelector("#stage svg").getScreenCTM();
        const at = new DOMPoint(column * 40 + 20, row * 40 + 20).matrixTransform(matrix);
        return [at.x, at.y];
    }"""
    page.mouse.click(*page.evaluate(script, [row, column]))
    page.wait_for_selector("#stage .mark.reach")
    page.screenshot(path=f"{file}.png")


def main(folder: Path, chromium: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with server() as address, sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for size, (width, height) in SIZES.items():
            for scheme in ("light", "dark"):
                page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
                page.set_default_timeout(300_000)
                for name, level in LEVELS.items():
                    take(page, address, level, f"{folder}/app-{name}-{size}-{scheme}")
                take_reach(page, address, f"{folder}/app-reach-{size}-{scheme}")
                page.close()
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    found = sys.argv[2] if len(sys.argv) > 2 else shutil.which("chromium")
    if found is None:
        sys.exit("no chromium found: name its path")
    main(Path(sys.argv[1]), found)

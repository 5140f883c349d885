"""Pictures of the page of an answer for each puzzle, wide and as on a phone, light and dark.

    python scripts/screenshots/pages.py FOLDER [CHROMIUM]

Needs playwright and a chromium; look at them after every change of a page, and at docs/images, which come from here.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from gridproof.loader import load, parse
from gridproof.solver import solve
from gridproof.web.page import page

# name: level, keys pressed before the picture is taken
PAGES = {
    "lights-out": ("classic#All on 5x5", ["ArrowRight"] * 4),
    "lights-out-proof": ("classic#Corner", []),
    "sokoban": ("workshop#3", ["ArrowRight"] * 6),
    "sliding": ("klotski#1", ["ArrowRight"]),
    "sliding-cars": ("rush-hour#8", ["End"]),
    "npuzzle": ("fifteen#4", ["ArrowRight"] * 6),
    "npuzzle-proof": ("fifteen#Fourteen and fifteen", []),
    "pegs": ("triangle#1", ["ArrowRight"] * 3),
    "pegs-proof": ("diamond#3", []),
}
DEAD_BOX = "##########\n#   #    #\n#$  $ .  #\n#   $  . #\n# @ ##   #\n#    .   #\n##########\nTitle: Stuck\n"
SIZES = {"wide": (1280, 800), "phone": (390, 844)}


def main(folder: Path, chromium: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    levels = {name: (load(level), keys) for name, (level, keys) in PAGES.items()}
    levels["sokoban-proof"] = parse(DEAD_BOX, puzzle="sokoban"), []
    with sync_playwright() as tool, tempfile.TemporaryDirectory() as made:
        browser = tool.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, (level, keys) in levels.items():
            file = Path(made) / f"{name}.html"
            file.write_text(page(level, solve(level, time_limit=60)), encoding="utf-8")
            for size, (width, height) in SIZES.items():
                for scheme in ("light", "dark"):
                    shown = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
                    shown.goto(file.as_uri())
                    for key in keys:
                        shown.keyboard.press(key)
                    shown.wait_for_timeout(400)  # the last transition
                    shown.screenshot(path=folder / f"{name}-{size}-{scheme}.png")
                    shown.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else shutil.which("chromium") or "chromium")

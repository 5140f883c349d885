"""Solutions as text: LURD, run-length coded LURD, and the condensed form `x-y` + runs.

lurd       `rrUULd`: lower case walks, upper case pushes
run-length `2r2ULd`, groups `3(rU)`
condensed  `8-4l1u2,17-8u1`: walk to column 8, row 4 (from 0) by any shortest way, then 1 left, 2 up; then walk to
           column 17, row 8, and so on. A first part without `x-y` begins where the player stands.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gridproof.errors import IllegalMove

if TYPE_CHECKING:
    from gridproof.levels.sokoban.level import Sokoban

LONGEST = 4_000_000  # letters
_TOKEN = re.compile(r"(\d*)([()lurdLURD])")
_PART = re.compile(r"(?:(\d+)-(\d+))?((?:[udlr]\d+)+)$")
CONDENSED = re.compile(r"(?:\d+-\d+)?(?:[udlr]\d+)+(?:,(?:\d+-\d+)?(?:[udlr]\d+)+)*,?$")
LURD_LINE = re.compile(r"[lurdLURD0-9()]*[lurdLURD)]$")


def expand(level: Sokoban, text: str) -> str:
    """Plain LURD of a solution in any of the three forms. Raises IllegalMove for text that is none."""
    text = "".join(text.split())
    if text.strip("lurdLURD") == "":
        return text
    return _walk(level, text) if CONDENSED.match(text) else expand_runs(text)


def expand_runs(text: str) -> str:
    """Expand run lengths: a number repeats the letter or the group in brackets after it."""
    stack: list[tuple[int, list[str]]] = [(1, [])]
    at = total = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None or len(token[1]) > 7:
            raise IllegalMove(f"{text[at : at + 10]!r}: expected letters u l d r, upper or lower case", at)
        count, symbol = int(token[1] or 1), token[2]
        if symbol == "(":
            stack.append((count, []))
        elif symbol == ")":
            if len(stack) == 1:
                raise IllegalMove("a bracket that was not opened", at)
            times, inner = stack.pop()
            group = "".join(inner)
            total += len(group) * (times - 1)
            _limit(total)
            stack[-1][1].append(group * times)
        else:
            total += count
            _limit(total)
            stack[-1][1].append(symbol * count)
        at = token.end()
    if len(stack) > 1:
        raise IllegalMove("a bracket that is not closed", len(text))
    return "".join(stack[0][1])


def _limit(length: int) -> None:
    if length > LONGEST:
        raise IllegalMove(f"more than {LONGEST:,} moves")


def _walk(level: Sokoban, text: str) -> str:
    """Play the condensed form on the level."""
    boxes, player = set(level.boxes), level.player
    played: list[str] = []
    for index, part in enumerate(text.rstrip(",").split(",")):
        match = _PART.match(part)
        assert match is not None
        if match[1] is not None:
            target = level.square(int(match[2]), int(match[1]))
            walks = level.walks(boxes, player)
            if target not in walks:
                raise IllegalMove(f"the player cannot walk to column {match[1]}, row {match[2]}", index)
            played.append(walks[target])
            player = target
        for letter, count in re.findall(r"([udlr])(\d+)", match[3]):
            step = level.steps["uldr".index(letter)]
            if len(count) > 4:
                raise IllegalMove(f"{letter}{count}: a run too long", index)
            for _ in range(int(count)):
                player += step
                if level.cells[player] == "#":
                    raise IllegalMove(f"{part!r} runs into a wall", index)
                if player in boxes:
                    boxes.remove(player)
                    boxes.add(player + step)
                    played.append(letter.upper())
                else:
                    played.append(letter)
    return "".join(played)


def shorten(solution: str) -> str:
    """Run-length coded LURD."""
    return re.sub(r"(.)\1+", lambda run: f"{len(run[0])}{run[1]}", solution)

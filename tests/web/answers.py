"""Answers to show: one for each puzzle, solved or not, quick to make."""

from __future__ import annotations

from functools import cache

from gridproof.answer import Answer
from gridproof.levels.base import Level
from gridproof.loader import load, parse
from gridproof.solver import solve

SOLVED = {
    "lights-out": "classic#Merlin",
    "sokoban": "first-steps#Borrowed Cellar",
    "sliding": "rush-hour#1",
    "npuzzle": "fifteen#1",
    "pegs": "english#Cross",
}
UNSOLVABLE = {
    "lights-out": "10000\n00000\n00000\n00000\n00000\n",
    "sokoban": "######\n#$@ .#\n######\n",
    "sliding": "axis: long\n.BB.AA\ngoal:\nAA....\n",
    "npuzzle": "1 2 3\n4 5 6\n8 7 0\n",
    "pegs": "jumps: hex\n.oo\noooo\nooooo\n oooo\n  ooo\ngoal:\no..\n....\n.....\n ....\n  ...\n",
}


@cache
def solved(puzzle: str) -> tuple[Level, Answer]:
    level = load(SOLVED[puzzle])
    answer = solve(level, any_solution=True, workers=1, time_limit=60)
    assert answer.solution is not None
    return level, answer


@cache
def unsolvable(puzzle: str) -> tuple[Level, Answer]:
    level = parse(UNSOLVABLE[puzzle], puzzle=puzzle)
    answer = solve(level, workers=1, time_limit=60)
    assert answer.exit_code == 20
    return level, answer

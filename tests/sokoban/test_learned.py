"""Deadlocks that A* learns: each is one by breadth-first search, and what holds one is found."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from gridproof.ledger import Ledger
from gridproof.levels.sokoban.level import Sokoban
from gridproof.limits import Budget, Limits
from gridproof.search.reference import breadth_first
from gridproof.search.sokoban import patterns_kernel
from gridproof.search.sokoban.astar import Run, prepare
from gridproof.search.sokoban.board import make_board
from gridproof.search.sokoban.options import Options
from gridproof.search.sokoban.patterns import no_patterns
from gridproof.search.sokoban.reasons import settle
from tests.sokoban.boards import closed_levels, level_of, random_levels
from tests.sokoban.test_astar import NOTHING, PRUNINGS, compare
from tests.sokoban.test_kernels import with_pieces

LEARN = replace(NOTHING, learn=True)
SOME = replace(LEARN, freeze=True, pairs=True, dead_squares=True, sides=True)


def searched(level: Sokoban, options: Options) -> Run | None:
    """The whole search of a level, with what it has learned; None when none is needed."""
    ledger = Ledger(level, "pushes")
    budget = Budget(Limits(memory=1500))
    if settle("test", level, ledger, budget):
        return None
    run = prepare(level, ledger, budget, options)
    for _ in run.slices():
        pass
    return run


def learned(run: Run) -> Iterator[tuple[set[int], set[int]]]:
    """Each pattern: squares of the level with boxes, and where the player is."""
    boxes, areas, *_, counts = run.patterns
    board = run.board
    for p in range(int(counts[patterns_kernel.COUNT])):
        lives = [i for i in range(len(board.lives)) if int(boxes[p, i // 64]) >> i % 64 & 1]
        players = [x for x in range(len(board.squares)) if int(areas[p, x // 64]) >> x % 64 & 1]
        yield set(board.squares[board.lives[lives]].tolist()), set(board.squares[players].tolist())


@pytest.mark.parametrize("options", [LEARN, SOME])
def test_what_is_learned_is_a_deadlock(options: Options) -> None:
    """A pattern alone, the player anywhere in its area, has no solution while a goal is there for each box."""
    sizes: Counter[int] = Counter()
    told = 0
    for level in [*closed_levels(91, 150), *random_levels(92, 60, 4, roomy=True)]:
        if (run := searched(level, options)) is None:
            continue
        told += int(run.patterns[-1][patterns_kernel.HITS])
        fixed = set(level.boxes) - set(run.board.squares[run.board.boxes].tolist())
        for boxes, players in list(learned(run))[:8]:
            alone = with_pieces(level, boxes, set(level.goals), min(players), fixed)
            assert len(players) == len(alone.walks(frozenset(alone.boxes), alone.player)), level.to_text()
            assert breadth_first(alone, max_states=200_000)[0] is None, (level.to_text(), alone.to_text())
            sizes[len(boxes)] += 1
    assert told > 100
    assert sum(sizes.values()) > 40, sizes
    assert sum(sizes[size] for size in sizes if size > 2) > 30, sizes


def test_closed_levels() -> None:
    """Against the reference, alone and with the others, where the learner has something to learn."""
    seen = compare(closed_levels(93, 150), ["learn", "learn, freeze, pairs", "all", "all but learn"])
    assert min(seen["solved"], seen["unsolvable"]) > 20, seen
    seen = compare(closed_levels(94, 60), ["learn", "all"], "moves")
    assert min(seen["solved"], seen["unsolvable"]) > 10, seen


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_many_more_closed_levels(seed: int) -> None:
    compare(closed_levels(3_000 + seed, 1_000), PRUNINGS)
    compare(closed_levels(4_000 + seed, 300), ["learn", "all"], "moves")


def test_patterns_in_states() -> None:
    """What the kernels find in a state is what the definition says."""
    rng = np.random.default_rng(6)
    pick = random.Random(6)
    seen: Counter[bool] = Counter()
    level = next(level for level in random_levels(95, 50, 3, roomy=True) if len(make_board(level).lives) > 20)
    board = make_board(level)
    n = len(board.squares)
    patterns = no_patterns(board)
    kept = []
    for _ in range(60):
        group = np.sort(rng.choice(board.lives, int(rng.integers(2, 5)), replace=False))
        area = rng.choice(n, n // 2, replace=False)
        mark, occ = np.zeros(n + 1, dtype=np.int64), np.zeros(n + 1, dtype=np.uint8)
        mark[area], occ[group] = 7, 1
        patterns_kernel.add(patterns, board.live, group, len(group), mark, 7, occ)
        kept.append((set(group.tolist()), set(area.tolist()) - set(group.tolist())))
    for _ in range(600):
        count = int(rng.integers(3, 10))
        square = np.sort(rng.choice(board.lives, count, replace=False))
        player = pick.choice([x for x in range(n) if x not in square])
        word = np.zeros((len(board.lives) + 63) // 64, dtype=np.uint64)
        for bit in board.live[square].tolist():
            word[bit // 64] |= np.uint64(1 << bit % 64)
        held = [boxes for boxes, area in kept if boxes <= set(square.tolist()) and player in area]
        assert patterns_kernel.dead_state(patterns, word, player, board.live, square, count) == bool(held)
        at = int(square[0])
        moved = square.copy()
        # the list of boxes is that before the push
        moved[0] = pick.choice([x for x in board.lives.tolist() if x not in square])
        found = patterns_kernel.dead_with(patterns, word, player, int(board.live[at]), board.live, moved, count)
        assert found == any(at in boxes for boxes in held)
        seen[found] += 1
    assert min(seen.values()) > 40, seen


CLOSED_DIAGONAL = """
################
#              #
#  ##          #
#  #$          #
#  $ $         #
#   $ $        #
#    $ $       #
#     $##      #
#      ##      #
#   @  .....$ ##
# $    ....    #
################
"""


def test_a_closed_diagonal_is_a_learned_deadlock() -> None:
    """Boxes on both sides of a diagonal of free squares: whatever is pushed into it freezes with its neighbours."""
    level = level_of(*CLOSED_DIAGONAL.strip("\n").split("\n"))
    expanded = {}
    for learn in (True, False):
        ledger = Ledger(level, "pushes")
        run = prepare(level, ledger, Budget(Limits(memory=1500)), Options(learn=learn))
        for _ in run.slices():
            expanded[learn] = int(run.state[run.kernel.EXPANDED])
            if expanded[learn] > 5_000:
                break
        assert math.isinf(ledger.lower_bound) == learn
    assert expanded.get(True, 0) < 10
    assert expanded[False] > 5_000

"""Iterative deepening (Korf 1985) over any walk kernel, on all workers, within a budget.

A threshold that took few nodes is followed by another on one core. After that the root is unfolded to a few
thousand positions, each below it a walk of its own, and the workers take them in order. Node counts do not depend
on timing: of the last threshold only the walks up to the first one with a solution are counted.
"""

from __future__ import annotations

import threading
import time
from typing import Protocol

import numpy as np
import numpy.typing as npt

from gridproof.ledger import Ledger
from gridproof.levels.npuzzle.certificates import unsolvable
from gridproof.levels.npuzzle.level import NPuzzle
from gridproof.limits import Budget
from gridproof.search.npuzzle.automaton import END, SLOTS
from gridproof.search.npuzzle.board import Board
from gridproof.search.npuzzle.tables import distance

FRESH, RUNNING, DONE, FOUND = 0, 1, 2, 3
STATUS, DEPTH, THRESHOLD, NODES, LIMIT, BLANK, BASE = range(7)  # the places of `control`
SLICE_SECONDS = 0.05
ALONE = 1_000_000  # nodes of a threshold up to which the next one runs on one core
UNFOLD = 3_000  # positions to unfold the root to
DEEPEST = 1_000  # moves
Prefix = npt.NDArray[np.uint8]
NO_PREFIX = np.zeros(0, dtype=np.uint8)


class Walk:
    """One depth-first walk at a time: the arrays that every kernel shares."""

    def __init__(self, h: int):
        self.control = np.zeros(8, dtype=np.int64)
        self.taken = np.zeros(DEEPEST, dtype=np.uint32)
        self.pointer = np.zeros(DEEPEST, dtype=np.uint64)
        self.h_at = np.zeros(DEEPEST, dtype=np.int64)
        self.h_at[0] = h
        self.prefix = NO_PREFIX

    def begin(self, prefix: Prefix, threshold: int) -> None:
        """Set out for a new walk below the position that `prefix`, directions from the root, leads to."""
        self.prefix = prefix
        self.control[:] = 0
        self.control[THRESHOLD] = threshold

    def go(self, nodes: int) -> int:
        """Walk on for some nodes; returns RUNNING, DONE or FOUND."""
        self.control[LIMIT] = self.control[NODES] + nodes
        self.kernel()
        return int(self.control[STATUS])

    def kernel(self) -> None:
        """One slice of the walk; each heuristic's search brings its own."""
        raise NotImplementedError

    @property
    def nodes(self) -> int:
        return int(self.control[NODES])

    def path(self) -> list[int]:
        return [int(option) & 3 for option in self.taken[1 : int(self.control[DEPTH]) + 1]]


class Search(Protocol):
    """A heuristic with its tables. `h` is its value for the root, `fork` a walk with arrays of its own."""

    board: Board
    h: int
    options: npt.NDArray[np.uint32]

    def fork(self) -> Walk: ...


def why_not(level: NPuzzle) -> str | None:
    """Why iterative deepening does not work on a level."""
    if not level.distinct or level.line:
        return "it needs distinct tiles, one blank and both sides of 2 or more"
    if level.cells > 255:
        return "it needs a board of at most 255 cells"
    if unsolvable(level):
        return "the board has no solution, and iterative deepening would never end"
    return None


def deepen(search: Search, name: str, ledger: Ledger, budget: Budget) -> None:
    """Raise the threshold, by 2 since all solutions have the same parity, until the ledger is closed."""
    Deepening(search, name, ledger, budget).run()


class Deepening:
    """The state of one run. `done` counts the nodes of finished thresholds."""

    def __init__(self, search: Search, name: str, ledger: Ledger, budget: Budget):
        self.search, self.name, self.ledger, self.budget = search, name, ledger, budget
        self.walks = [search.fork() for _ in range(budget.workers)]
        self.done = 0
        self.threshold = search.h
        self.slice = 200_000
        self.rate = 0.0
        self.mark = (time.monotonic(), 0)

    def run(self) -> None:
        last = 0
        ledger = self.ledger
        ledger.prove(self.name, self.threshold)
        if ledger.lower_bound > self.threshold:
            # another engine has proven more; the parity is the same for every solution
            self.threshold += -(-int(ledger.lower_bound - self.threshold) // 2) * 2
        while not ledger.closed and self.threshold < DEEPEST:
            before = self.done
            alone = last <= ALONE or self.budget.workers == 1
            path = self._alone() if alone else self._together()
            ledger.progress(self.name, self.done)
            if path is not None:
                ledger.prove(self.name, self.threshold)
                ledger.offer(self.name, self.search.board.solution(path))
                return
            last = self.done - before
            self.threshold += 2
            ledger.prove(self.name, self.threshold)

    def _alone(self) -> list[int] | None:
        walk = self.walks[0]
        walk.begin(NO_PREFIX, self.threshold)
        status = RUNNING
        while status == RUNNING:
            self.budget.check()
            status = self._slice(walk)
            self._progress(walk.nodes)
        self.done += walk.nodes
        return walk.path() if status == FOUND else None

    def _together(self) -> list[int] | None:
        prefixes, unfolded = unfold(self.search, self.threshold)
        nodes = [0] * len(prefixes)
        found: dict[int, list[int]] = {}
        waiting = iter(range(len(prefixes)))
        lock, stop = threading.Lock(), threading.Event()
        failures: list[BaseException] = []

        def work(walk: Walk) -> None:
            while not stop.is_set():
                with lock:
                    index = next(waiting, None)
                    if index is None or (found and index > min(found)):
                        return
                walk.begin(prefixes[index], self.threshold)
                status = RUNNING
                while status == RUNNING and not stop.is_set() and not (found and index > min(found)):
                    status = self._slice(walk)
                    nodes[index] = walk.nodes
                if status == FOUND:
                    with lock:
                        found[index] = walk.path()

        def guarded(walk: Walk) -> None:
            try:
                work(walk)
            except BaseException as failure:  # handed to the thread that waits
                failures.append(failure)
                stop.set()

        threads = [threading.Thread(target=guarded, args=(walk,), daemon=True) for walk in self.walks]
        for thread in threads:
            thread.start()
        try:
            while any(thread.is_alive() for thread in threads):
                threads[0].join(SLICE_SECONDS) if threads[0].is_alive() else time.sleep(SLICE_SECONDS / 10)
                self.budget.check()
                self._progress(sum(nodes) + unfolded)
        finally:
            stop.set()
            for thread in threads:
                thread.join()
        if failures:
            raise failures[0]
        winner = min(found, default=len(prefixes))
        self.done += sum(nodes[: winner + 1]) + unfolded
        return found.get(winner)

    def _slice(self, walk: Walk) -> int:
        """One slice of about SLICE_SECONDS."""
        before, began = walk.nodes, time.monotonic()
        status = walk.go(self.slice)
        passed = time.monotonic() - began
        if status == RUNNING and passed > 0:
            self.slice = max(10_000, int((walk.nodes - before) * SLICE_SECONDS / passed))
        return status

    def _progress(self, nodes: int) -> None:
        total, now = self.done + nodes, time.monotonic()
        if now - self.mark[0] > 0.5:
            self.rate = (total - self.mark[1]) / (now - self.mark[0])
            self.mark = (now, total)
        speed = {"speed": f"{self.rate / 1e6:.1f} M nodes/s"} if self.rate else {}
        self.ledger.progress(self.name, total, threshold=self.threshold, **speed)


def unfold(search: Search, threshold: int) -> tuple[list[Prefix], int]:
    """Different positions that all solutions within the threshold pass, as ways from the root; and nodes made.

    Layers in alphabetical order, so that the way kept to each position is the first one, as the automaton's
    argument needs it.
    """
    board, options = search.board, search.options
    cells, columns = board.cells, board.columns
    blank = board.start.index(board.blank_home)
    h = sum(distance(columns, c, t) for c, t in enumerate(board.start) if t != board.blank_home)
    layer: list[tuple[tuple[int, ...], int, int, int, bytes]] = [(board.start, blank, 0, h, b"")]
    nodes, depth = 0, 0
    while 0 < len(layer) < UNFOLD and depth < 40:
        depth += 1
        following: dict[tuple[int, ...], tuple[tuple[int, ...], int, int, int, bytes]] = {}
        for state, blank, node, h, way in layer:
            at = (node * cells + blank) * SLOTS
            for option in options[at : at + SLOTS].tolist():
                if option == END:
                    break
                cell, direction = option >> 8 & 255, option & 3
                tile = state[cell]
                value = h + distance(columns, blank, tile) - distance(columns, cell, tile)
                nodes += 1
                if depth + value <= threshold:
                    after = list(state)
                    after[blank], after[cell] = tile, board.blank_home
                    position = tuple(after)
                    if position not in following:
                        following[position] = (position, cell, option >> 16, value, way + bytes([direction]))
        if any(value == 0 for _, _, _, value, _ in following.values()):
            break  # a solution this near: leave it to the walks
        layer = list(following.values())
    return [np.array(list(way), dtype=np.uint8) for *_, way in layer], nodes

"""Layers of positions, all with the same number of pegs, expanded by several threads into one hash table."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from gridproof.ledger import Ledger
from gridproof.limits import Budget
from gridproof.search.pegs import layers_kernel as kernel
from gridproof.search.pegs.board import Board, Words
from gridproof.search.pegs.pruning import Pruning

Mask = npt.NDArray[np.bool_]
SLICE = 1 << 15  # positions that a thread takes at a time
LOAD = 0.6  # of a table's slots are filled at most


class Layers:
    """Makes layers from layers; `nodes` counts the positions of all layers made so far."""

    def __init__(self, board: Board, ledger: Ledger, budget: Budget, engine: str):
        self.board, self.ledger, self.budget, self.engine = board, ledger, budget, engine
        self.nodes = 0
        self.pruning = Pruning.none(board)

    def next(self, layer: Words, backward: bool = False, add: Words | None = None) -> Words:
        """Every position that one jump (or one taken back) makes of a layer, canonical, with those of `add`.

        Raises LimitReached when time is up or the table does not fit in memory.
        """
        table = self.table_for(3 * len(layer) + (0 if add is None else len(add)))
        if add is not None and len(add):
            kernel.insert_all(add, 0, len(add), table)
        count = 0 if add is None else len(add)
        done, jumps = 0, len(self.board.triple)
        while done < len(layer):
            room = int(len(table) * LOAD) - count
            workers = self.budget.workers if len(layer) - done > SLICE // 8 else 1
            if room < workers * (jumps + 1) * 64:
                table = self._grown(table)
                continue
            done, inserted = self._expand(layer, done, backward, table, room // workers, workers)
            count += inserted
            self.ledger.progress(self.engine, self.nodes + count)
        self.budget.reserve(8 * count)
        out = np.empty(count, dtype=np.uint64)
        kernel.compact(table, out)
        self.nodes += count
        return out

    def _expand(
        self, layer: Words, done: int, backward: bool, table: Words, room: int, workers: int
    ) -> tuple[int, int]:
        """One round: each thread a slice. The index up to which all is done, and how many were inserted.

        A thread whose room ran out leaves the rest of its slice, which then is done again from there.
        """
        board = self.board
        need = board.backward if backward else board.forward
        weights = self.pruning.backward if backward else self.pruning.forward
        self.budget.check()
        states = np.zeros((workers, 8), dtype=np.int64)
        ends = [0] * workers
        width = min(SLICE, -(-(len(layer) - done) // workers))

        def work(worker: int) -> None:
            start = min(len(layer), done + worker * width)
            stop = min(len(layer), start + width)
            states[worker, 0] = room
            ends[worker] = kernel.expand(
                layer, start, stop, board.triple, need, board.images, board.tables,
                weights, self.pruning.losses, table, states[worker],
            )  # fmt: skip

        in_threads(work, workers)
        reached = done
        for worker in range(workers):
            reached = ends[worker]
            if reached < min(len(layer), done + (worker + 1) * width):
                break  # what later threads did is done again, which changes nothing in a set
        return reached, int(states[:, 1].sum())

    def with_jump_into(self, layer: Words, members: Words, backward: bool = False) -> Mask:
        """Which positions of a layer one jump (or one taken back) takes into `members`, as a mask."""
        board = self.board
        table = self.set_of(members)
        need = board.backward if backward else board.forward
        marks = np.zeros(len(layer), dtype=np.uint8)

        def work(start: int, stop: int) -> None:
            kernel.mark(layer, start, stop, board.triple, need, board.images, board.tables, table, marks)

        self._in_slices(len(layer), work)
        return marks.view(np.bool_)

    def common(self, layer: Words, members: Words) -> Words:
        """The positions of both layers."""
        if len(layer) < len(members):
            layer, members = members, layer
        table = self.set_of(members)
        marks = np.zeros(len(layer), dtype=np.uint8)
        self._in_slices(len(layer), lambda start, stop: kernel.mark_members(layer, start, stop, table, marks))
        return layer[marks.view(np.bool_)]

    def set_of(self, members: Words) -> Words:
        """A hash table of the members."""
        table = self.table_for(len(members))
        self._in_slices(len(members), lambda start, stop: kernel.insert_all(members, start, stop, table))
        return table

    def table_for(self, count: int) -> Words:
        """An empty table that holds `count` positions."""
        slots = 1 << 12
        while slots * LOAD < count:
            slots *= 2
        self.budget.reserve(8 * slots)
        return np.zeros(slots, dtype=np.uint64)

    def _grown(self, table: Words) -> Words:
        """The same set in a table of twice the size."""
        self.budget.reserve(16 * len(table))
        larger = np.zeros(2 * len(table), dtype=np.uint64)
        self._in_slices(len(table), lambda start, stop: kernel.insert_all(table, start, stop, larger))
        return larger

    def _in_slices(self, length: int, work: Callable[[int, int], None]) -> None:
        """Call work(start, stop) on slices of [0, length), a thread each, with a look at the limits between."""
        done, size = 0, 8 * SLICE
        while done < length:
            self.budget.check()
            workers = min(self.budget.workers, -(-(length - done) // size))
            first = done
            in_threads(
                lambda worker, first=first: work(  # type: ignore[misc]  # mypy infers no lambda with a default
                    min(length, first + worker * size), min(length, first + (worker + 1) * size)
                ),
                workers,
            )
            done += workers * size


def in_threads(work: Callable[[int], None], workers: int) -> None:
    """Call work(0), ..., work(workers - 1) side by side and wait for all."""
    threads = [threading.Thread(target=work, args=(worker,)) for worker in range(1, workers)]
    for thread in threads:
        thread.start()
    work(0)
    for thread in threads:
        thread.join()

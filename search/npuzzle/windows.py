"""Shortening a solution: each stretch of it is replaced by a shortest way between its ends, where one is found."""

from __future__ import annotations

from gridproof.limits import Budget
from gridproof.search.npuzzle.board import Board, neighbours
from gridproof.search.npuzzle.conflict import ConflictSearch
from gridproof.search.npuzzle.deepening import FOUND, NO_PREFIX, RUNNING

STRETCHES = (24, 36)  # moves, by round
NODES = 60_000  # for one stretch
SLICE = 1_000_000


def shortest(board: Board, below: int, nodes: int, budget: Budget) -> list[int] | None:
    """Directions of a shortest solution with fewer than `below` moves; None when none is found with so many nodes."""
    search = ConflictSearch(board)
    walk = search.fork()
    threshold = search.h
    while threshold < below and nodes > 0:
        walk.begin(NO_PREFIX, threshold)
        status = RUNNING
        while status == RUNNING and walk.nodes < nodes:
            budget.check()
            status = walk.go(min(SLICE, nodes))
        if status == FOUND:
            return walk.path()
        nodes -= walk.nodes
        threshold += 2
    return None


def shorten(board: Board, directions: list[int], budget: Budget) -> list[int]:
    """A solution at most as long, from `directions` that solve the board."""
    around = neighbours(board.rows, board.columns)
    for stretch in STRETCHES:
        done: list[int] = []
        tiles = list(board.start)  # after the moves that are done
        rest = directions
        while rest:
            part = rest[:stretch]
            after = _play(tiles, part, board.blank_home, around)
            home = {tile: cell for cell, tile in enumerate(after)}
            start = tuple(home[tile] for tile in tiles)
            piece = Board(board.rows, board.columns, start, home[board.blank_home], "udlr")
            better = shortest(piece, len(part), NODES, budget)
            if better is not None:
                part = better
            # half of the way stays open for the next stretch, unless this is the last one
            keep = len(part) if len(rest) <= stretch else max(1, len(part) // 2)
            rest = part[keep:] + rest[stretch:]
            tiles = _play(tiles, part[:keep], board.blank_home, around)
            done += part[:keep]
        directions = done
    return directions


def _play(tiles: list[int], directions: list[int], blank_tile: int, around: list[list[int]]) -> list[int]:
    tiles = list(tiles)
    blank = tiles.index(blank_tile)
    for direction in directions:
        cell = around[blank][direction]
        tiles[blank], tiles[cell] = tiles[cell], tiles[blank]
        blank = cell
    return tiles

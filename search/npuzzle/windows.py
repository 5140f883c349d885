"""Shortening a solution: each stretch of it is replaced by a shortest way between its ends, where one is found."""

from __future__ import annotations

from gridproof.limits import Budget
from gridproof.search.npuzzle.board import Board, neighbours
from gridproof.search.npuzzle.conflict import ConflictSearch
from gridproof.search.npuzzle.deepening import FOUND, NO_PREFIX, RUNNING

STRETCHES = (24, 36, 44, 50, 50)  # moves, by round
NODES = 400_000  # for one stretch
ALL_NODES = 40_000_000  # for all, about a second
SLICE = 1_000_000


def shortest(board: Board, below: int, nodes: int, budget: Budget) -> tuple[list[int] | None, int]:
    """Directions of a shortest solution with fewer than `below` moves, and the nodes it took.

    None when there is none, or none is found with so many nodes.
    """
    search = ConflictSearch(board)
    walk = search.fork()
    threshold, spent = search.h, 0
    while threshold < below and spent < nodes:
        walk.begin(NO_PREFIX, threshold)
        status = RUNNING
        while status == RUNNING and spent + walk.nodes < nodes:
            budget.check()
            status = walk.go(min(SLICE, nodes))
        spent += walk.nodes
        if status == FOUND:
            return walk.path(), spent
        threshold += 2
    return None, spent


def shorten(board: Board, directions: list[int], budget: Budget) -> list[int]:
    """A solution at most as long, from `directions` that solve the board."""
    around = neighbours(board.rows, board.columns)
    left = ALL_NODES
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
            better, spent = shortest(piece, len(part), min(NODES, left), budget)
            left -= spent
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

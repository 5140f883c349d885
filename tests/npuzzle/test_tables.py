"""Kernels and tables against plain Python: databases, walks, the automaton, the numbering, whole spaces."""

from __future__ import annotations

import csv
import math
import random
from collections import deque
from pathlib import Path

import numpy as np
import pytest

from gridproof.levels.npuzzle import facts
from gridproof.levels.npuzzle.generate import generate
from gridproof.levels.npuzzle.level import NPuzzle
from gridproof.limits import Budget, Limits
from gridproof.search.npuzzle import choice, store, tables
from gridproof.search.npuzzle.automaton import END, SLOTS, automaton, options
from gridproof.search.npuzzle.board import Board, board_of, neighbours
from gridproof.search.npuzzle.conflict import ConflictSearch
from gridproof.search.npuzzle.database import DatabaseSearch
from gridproof.search.npuzzle.deepening import DONE, FOUND, NO_PREFIX, RUNNING, Search, unfold
from gridproof.search.npuzzle.geometry import geometry
from gridproof.search.npuzzle.manhattan import ManhattanSearch
from gridproof.search.npuzzle.patterns import default_sizes, divide
from gridproof.search.npuzzle.space import Space
from tests.npuzzle.boards import random_boards


def plain_database(key: store.Key) -> dict[tuple[tuple[int, ...], int], int]:
    """Moves of pattern tiles from each (cells of the tiles, blank) to the goal, by 0-1 breadth-first search."""
    around = neighbours(key.rows, key.columns)
    start = (key.pattern, key.blank)
    distance = {start: 0}
    queue = deque([start])
    while queue:
        state = queue.popleft()
        cells, blank = state
        for cell in around[blank]:
            if cell < 0:
                continue
            cost = int(cell in cells)
            after = (tuple(blank if c == cell else c for c in cells), cell)
            if after not in distance or distance[after] > distance[state] + cost:
                distance[after] = distance[state] + cost
                queue.append(after) if cost else queue.appendleft(after)
    return distance


@pytest.mark.parametrize(
    ("rows", "columns", "pattern", "blank"),
    [(2, 3, (1, 2), 0), (3, 3, (1, 3, 4), 0), (3, 3, (2, 5, 7, 8), 0), (3, 4, (1, 4), 0), (2, 5, (1, 5), 0)],
)
def test_database_holds_the_truth(rows: int, columns: int, pattern: tuple[int, ...], blank: int) -> None:
    key, _ = store.key_of(rows, columns, pattern, blank)
    built = store.build(key, Budget())
    shape = geometry(rows, columns, len(pattern))
    plain = plain_database(key)
    assert {shape.number(list(cells), blank) for cells, blank in plain} <= set(range(len(built)))
    for (cells, at), moves in plain.items():
        assert built[shape.number(list(cells), at)] == moves


def test_numbering_is_one_to_one() -> None:
    shape = geometry(3, 3, 3)
    numbers = set()
    for region in range(shape.regions):
        occupied, free = int(shape.sets_of[region]), int(shape.members[region])
        cells = [c for c in range(9) if occupied >> c & 1]
        blanks = [c for c in range(9) if free >> c & 1]
        for _ in range(2):
            for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
                tiles = [cells[i] for i in order]
                assert len({shape.number(tiles, blank) for blank in blanks}) == 1
                numbers.add(shape.number(tiles, blanks[0]))
    assert numbers == set(range(shape.states))
    assert shape.states == shape.regions * math.factorial(3)


def test_division_covers_every_tile_once() -> None:
    for rows, columns in ((2, 3), (2, 5), (3, 3), (3, 4), (4, 4), (3, 6), (4, 5), (5, 5), (2, 8), (6, 6)):
        for blank in range(rows * columns):
            patterns = divide(rows, columns, blank, default_sizes(rows, columns))
            assert sorted(c for p in patterns for c in p) == [c for c in range(rows * columns) if c != blank]


def along_a_solution(level: NPuzzle, directions: str) -> list[NPuzzle]:
    levels = [level]
    for direction in directions:
        after = dict(levels[-1].successors(levels[-1].start, "moves"))[direction]
        levels.append(NPuzzle(level.rows, level.columns, after, level.goal))
    return levels


def test_heuristics_on_the_way_to_the_goal() -> None:
    """The kernel's incremental values, the measure from scratch, and plain counting agree; none is too large."""
    draw = random.Random(2)
    for shape in ((3, 3), (2, 5), (4, 4)):
        level = generate(*shape, seed=2, index=draw.randrange(100))
        from gridproof.solver import solve

        solution = solve(level, engines=["database"]).solution
        for i, here in enumerate(along_a_solution(level, solution)):
            board = board_of(here)
            sizes = default_sizes(board.rows, board.columns)
            patterns = divide(board.rows, board.columns, board.blank_home, sizes)
            search = DatabaseSearch(board, patterns, Budget())
            left = len(solution) - i
            assert search.h <= left
            assert search.h >= facts.manhattan(here)
            conflict = ConflictSearch(board)
            assert conflict.h == facts.manhattan(here) + facts.linear_conflicts(here) <= left
            assert ManhattanSearch(board).h == facts.manhattan(here)


def plain_count(board: Board, threshold: int, heuristic: dict[tuple[int, ...], int]) -> int:
    """Nodes that a walk generates below a threshold without finding the goal, by recursion in Python."""
    around, table, cells = neighbours(board.rows, board.columns), options(board.rows, board.columns), board.cells

    def below(tiles: tuple[int, ...], blank: int, node: int, depth: int) -> int:
        count = 0
        at = (node * cells + blank) * SLOTS
        for option in table[at : at + SLOTS].tolist():
            if option == END:
                break
            cell = option >> 8 & 255
            assert cell in around[blank]
            after = list(tiles)
            after[blank], after[cell] = tiles[cell], board.blank_home
            count += 1
            if depth + 1 + heuristic[tuple(after)] <= threshold:
                count += below(tuple(after), cell, option >> 16, depth + 1)
        return count

    return below(board.start, board.start.index(board.blank_home), 0, 0)


@pytest.mark.parametrize("kind", ["manhattan", "conflict", "database"])
def test_walks_generate_the_nodes_of_the_plain_search(kind: str) -> None:
    for level in [b for b in random_boards(41, 60, classic=True, least_side=2) if facts.solvable(b)]:
        if not 6 <= level.cells <= 9:
            continue
        board = board_of(level)
        search = make(kind, board)
        heuristic = Lazy(kind, board)
        walk = search.fork()
        for threshold in range(search.h, search.h + 6, 2):
            walk.begin(NO_PREFIX, threshold)
            status = RUNNING
            while status == RUNNING:
                status = walk.go(7)  # slices of a few nodes: stopping and going on must not change a thing
            if status == FOUND:
                level.replay(board.solution(walk.path()))
                break
            assert status == DONE
            assert walk.nodes == plain_count(board, threshold, heuristic)


def make(kind: str, board: Board) -> Search:
    if kind == "manhattan":
        return ManhattanSearch(board)
    if kind == "conflict":
        return ConflictSearch(board)
    small = (3,) * ((board.cells - 1) // 3) + (((board.cells - 1) % 3,) if (board.cells - 1) % 3 else ())
    return DatabaseSearch(board, divide(board.rows, board.columns, board.blank_home, small), Budget())


class Lazy(dict[tuple[int, ...], int]):
    """The heuristic of a position, measured from scratch when it is first asked for."""

    def __init__(self, kind: str, board: Board):
        super().__init__()
        self.kind, self.board = kind, board

    def __missing__(self, tiles: tuple[int, ...]) -> int:
        board = self.board
        self[tiles] = make(self.kind, Board(board.rows, board.columns, tiles, board.blank_home, "udlr")).h
        return self[tiles]


def test_the_automaton_loses_no_position() -> None:
    """Every position of a small space is reached by some allowed word of least length."""
    for rows, columns in ((2, 3), (3, 3)):
        table = options(rows, columns)
        cells = rows * columns
        for root_blank in range(cells):
            root = tuple(range(cells))
            best = {root: 0}
            layer = {(root, root_blank, 0)}
            depth = 0
            while layer and depth < 31:
                depth += 1
                following = set()
                for tiles, blank, node in layer:
                    at = (node * cells + blank) * SLOTS
                    for option in table[at : at + SLOTS].tolist():
                        if option == END:
                            break
                        cell = option >> 8 & 255
                        after = list(tiles)
                        after[blank], after[cell] = after[cell], after[blank]
                        state = tuple(after)
                        if best.setdefault(state, depth) == depth:
                            following.add((state, cell, option >> 16))
                layer = following
            assert len(best) == math.factorial(cells) // 2
            if rows == 2:
                plain = NPuzzle(rows, columns, renamed(root, root_blank), renamed(root, root_blank))
                assert max(best.values()) == max_depth(plain)
            if cells == 9 and root_blank == 1:
                break


def renamed(tiles: tuple[int, ...], blank: int) -> tuple[int, ...]:
    return tuple(0 if t == blank else t + (t < blank) for t in tiles)


def max_depth(level: NPuzzle) -> int:
    from gridproof.search.reference import layer_sizes

    return max(d for d, size in enumerate(layer_sizes(level, 40)) if size)


def test_the_automaton_forbids_turning_back() -> None:
    table = automaton()
    for direction in range(4):
        assert table[table[0][direction]][direction ^ 1] == -1
    assert len(automaton(2)) < len(table)


def test_unfolding_keeps_the_solution() -> None:
    level = NPuzzle(4, 4, (14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3), tuple(range(16)))
    search = make("manhattan", board_of(level))
    prefixes, nodes = unfold(search, 57)
    assert nodes > len(prefixes) > 1_000
    assert len({bytes(prefix) for prefix in prefixes}) == len(prefixes)


def test_spaces_have_the_published_diameters(shared: Path) -> None:
    lines = (shared / "data" / "rectangular_diameters.csv").read_text().splitlines()
    checked = 0
    for row in csv.DictReader(line for line in lines if not line.startswith("#")):
        if int(row["reachable_states"]) < 2_000_000:
            _check_space(int(row["m"]), int(row["n"]), int(row["max_moves"]), int(row["reachable_states"]))
            checked += 1
    assert checked == 5


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns", "diameter"), [(3, 4, 53), (2, 6, 80)])
def test_spaces_of_12_cells(rows: int, columns: int, diameter: int) -> None:
    _check_space(rows, columns, diameter, 239_500_800)


def _check_space(rows: int, columns: int, diameter: int, states: int) -> None:
    space = Space(rows, columns, (*range(rows * columns - 1), -1), Budget())
    while space.advance():
        pass
    assert len(space.sizes) - 1 == diameter
    assert space.nodes == sum(space.sizes) == states
    hardest = space.last_layer(3)
    assert len(space.way_back(hardest[0], diameter)) == diameter


def test_space_layers_are_those_of_the_rules() -> None:
    from gridproof.search.reference import layer_sizes

    level = NPuzzle(2, 4, (1, 2, 3, 4, 5, 6, 0, 7), (1, 2, 3, 4, 5, 6, 7, 0))
    space = Space(2, 4, (0, 1, 2, 3, 4, 5, -1, 6), Budget(Limits(workers=2)))
    while space.advance():
        pass
    sizes = layer_sizes(level, len(space.sizes))
    assert space.sizes == sizes[:-1]
    assert sizes[-1] == 0


def test_linear_conflict_tables_count_as_the_rules() -> None:
    for level in random_boards(51, 200, classic=True, least_side=2):
        board = board_of(level)
        extra, _, _ = tables.line_tables(board.rows, board.columns)
        turned = NPuzzle(board.rows, board.columns, renamed(board.start, board.blank_home), goal_of(board))
        assert int(extra[tables.line_keys(board)].sum()) == facts.linear_conflicts(turned)
        assert facts.linear_conflicts(turned) == facts.linear_conflicts(level)


def goal_of(board: Board) -> tuple[int, ...]:
    return renamed(tuple(range(board.cells)), board.blank_home)


def test_damaged_and_foreign_files_are_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRIDPROOF_CACHE_DIR", str(tmp_path))
    key, _ = store.key_of(3, 3, (1, 2, 4), 0)
    words = store.obtain(key, Budget())
    path = tmp_path / key.name
    whole = path.read_bytes()
    again = store.load(key)
    assert again is not None
    assert np.array_equal(again, words)
    for damaged in (
        b"",
        b"not json\n",
        whole[:-8],
        whole + b"x",
        whole[:-1] + bytes([whole[-1] ^ 1]),
        whole.replace(b'"format": 2', b'"format": 9'),
        b"[]\n" + whole,
    ):
        path.write_bytes(damaged)
        assert store.load(key) is None
        assert np.array_equal(store.obtain(key, Budget()), words)
        assert path.read_bytes()[:20] == whole[:20]
    assert [file.name for file in tmp_path.iterdir()] == [key.name]


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GRIDPROOF_CACHE_DIR", str(tmp_path / "file"))
    key, _ = store.key_of(3, 3, (1, 2, 4), 0)
    assert len(store.obtain(key, Budget())) > 0
    assert not store.stored(key)


def test_requested_databases_are_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gridproof.search.npuzzle.__main__ import main

    monkeypatch.setenv("GRIDPROOF_CACHE_DIR", str(tmp_path))
    default = choice.best(2, 5, 0, Budget())
    assert main(["2x5", "8-1"]) == 0
    chosen = choice.best(2, 5, 0, Budget())
    assert chosen is not None
    assert default is not None
    assert [len(p) for p in chosen] == [8, 1] != [len(p) for p in default]
    assert choice.best(2, 5, 0, Budget(Limits(memory=1))) is None
    for wrong in (["3x4", "8-8"], ["3x4", "x"], ["9x9", "8-3"], ["3by4", "8-3"], ["2x5", "8-1", "--blank", "7,7"]):
        assert main(wrong) == 2

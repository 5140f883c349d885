"""The text format of sliding-block levels, read and written. One-line forms are in `compact`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gridproof.levels.sliding.compact import looks_compact, read_compact
from gridproof.levels.sliding.kinds import offsets_of
from gridproof.levels.sliding.level import Piece, Sliding
from gridproof.levels.text import Document, Rows, Source, document, split

EMPTY, WALL, GATE = ".", "#", "-"
LARGEST = 10_000  # cells


def read(source: Source) -> list[Sliding]:
    """Every level of a source: the text format, or one level a line in a one-line form.

    Raises LevelError with line and column of the first fault.
    """
    if looks_compact(source):
        return read_compact(source)
    return [_level(document(part, ("axis", "same", "linked"), ("goal",))) for part in split(source)]


def _level(doc: Document) -> Sliding:
    axis_long = doc.choice("axis", ("long", "any"), "any") == "long"
    if "goal" not in doc.blocks:
        raise doc.board.error("no goal: block after the board: expected where pieces must lie in the end", 0)
    board, goal = Cells(doc.board), Cells(doc.blocks["goal"])
    pieces = board.pieces(linked := doc.headers.get("linked", "").replace(" ", ""))
    if missing := set(linked) - {piece.name for piece in pieces}:
        raise doc.header_error("linked", f"letters of pieces; the board has no piece {min(missing)}")
    if axis_long:
        _check_cars(board, pieces)
    return Sliding(
        shape=board.shape,
        walls=frozenset(board.places.get(WALL, ())),
        gates=frozenset(board.places.get(GATE, ())),
        pieces=pieces,
        goal=_goal(board, goal, pieces),
        axis_long=axis_long,
        same=_same(doc, pieces, board.shape[1]),
        linked=linked,
        title=doc.title,
    )


class Cells:
    """A block of characters as cells: `places` lists the flat indices of each character in reading order."""

    def __init__(self, rows: Rows):
        self.rows = rows
        lines = [line.rstrip() for line in rows.lines]
        width = max(len(line) for line in lines)
        self.shape = (len(lines), width)
        if len(lines) * width > LARGEST:
            raise rows.error(f"a board of {len(lines)} x {width}: expected at most {LARGEST:,} cells", 0)
        self.places: dict[str, list[int]] = {}
        for r, line in enumerate(lines):
            if len(line) < width:
                reason = f"a row of {len(line)} cells: expected {width} as in the longest (# where there is no cell)"
                raise rows.error(reason, r, len(line))
            for c, character in enumerate(line):
                if character not in (EMPTY, WALL, GATE) and not character.isalnum():
                    raise rows.error(
                        f"unknown character {character!r}: expected a letter or digit for a piece, . empty, "
                        "# wall, - gate",
                        r,
                        c,
                    )
                self.places.setdefault(character, []).append(r * width + c)

    def place(self, cell: int) -> tuple[int, int]:
        return divmod(cell, self.shape[1])

    def pieces(self, linked: str = "") -> tuple[Piece, ...]:
        """The pieces in order of their first cells.

        Raises LevelError for a letter in two places, unless it is one of those that are `linked`.
        """
        found = []
        for name, cells in self.places.items():
            if name in (EMPTY, WALL, GATE):
                continue
            apart = None if name in linked else _apart(cells, self.shape[1])
            if apart is not None:
                first, second = self.place(cells[0]), self.place(apart)
                raise self.rows.error(
                    f"piece {name} lies in two places, {list(first)} and {list(second)}: "
                    f"expected connected cells (or a line linked: {name})",
                    *second,
                )
            found.append(Piece(name, tuple(cells)))
        return tuple(sorted(found, key=lambda piece: piece.cells[0]))


def _apart(cells: list[int], columns: int) -> int | None:
    """The first cell that does not hang together with the first of all; None when all do."""
    unseen, queue = set(cells[1:]), [cells[0]]
    for cell in queue:
        near = [cell - columns, cell + columns]
        near += [cell - 1] if cell % columns else []
        near += [cell + 1] if (cell + 1) % columns else []
        for other in near:
            if other in unseen:
                unseen.discard(other)
                queue.append(other)
    return min(unseen, default=None)


def _check_cars(board: Cells, pieces: Iterable[Piece]) -> None:
    for piece in pieces:
        rows = {cell // board.shape[1] for cell in piece.cells}
        columns = {cell % board.shape[1] for cell in piece.cells}
        place = board.place(piece.cells[0])
        if len(rows) * len(columns) != len(piece.cells):
            raise board.rows.error(f"piece {piece.name} is bent: expected straight pieces with axis: long", *place)
        if len(rows) == len(columns):
            size = "of length 1" if len(piece.cells) == 1 else "a square"
            raise board.rows.error(f"piece {piece.name} is {size}: expected a long axis with axis: long", *place)


def _goal(board: Cells, goal: Cells, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    if goal.shape != board.shape:
        got, expected = (f"{rows} x {columns}" for rows, columns in (goal.shape, board.shape))
        raise goal.rows.error(f"a goal of {got} cells: expected {expected} as the board", 0)
    columns = board.shape[1]
    walls = set(board.places.get(WALL, ()))
    shapes = {piece.name: offsets_of(piece.cells, columns) for piece in pieces}
    named = []
    for name, cells in goal.places.items():
        if name == EMPTY:
            continue
        first = goal.place(cells[0])
        if name in (WALL, GATE):
            missing = set(cells) - set(board.places.get(name, ()))
            if missing:
                raise goal.rows.error(f"{name} where the board has none", *goal.place(min(missing)))
            continue
        if name not in shapes:
            raise goal.rows.error(f"the board has no piece {name}", *first)
        if walled := walls & set(cells):
            raise goal.rows.error(f"the goal of piece {name} is on a wall", *goal.place(min(walled)))
        if offsets_of(cells, columns) != shapes[name]:
            raise goal.rows.error(f"the goal of piece {name} has another shape than the piece", *first)
        named.append(Piece(name, tuple(cells)))
    if not named:
        raise goal.rows.error("the goal names no piece: expected a letter where a piece must lie", 0)
    return tuple(sorted(named, key=lambda piece: piece.cells[0]))


def _same(doc: Document, pieces: tuple[Piece, ...], columns: int) -> tuple[str, ...]:
    if "same" not in doc.headers:
        return ()
    shapes = {piece.name: offsets_of(piece.cells, columns) for piece in pieces}
    fault = same_fault(doc.headers["same"].split(), shapes)
    if fault:
        raise doc.header_error("same", fault)
    return tuple(doc.headers["same"].split())


def same_fault(groups: list[str], shapes: Mapping[str, object]) -> str | None:
    """What is wrong with groups of interchangeable pieces, in words; None when nothing is."""
    letters = "".join(groups)
    if not groups or any(len(group) < 2 for group in groups):
        return "groups of two letters or more, such as 123 456"
    if len(set(letters)) < len(letters):
        return "each letter once"
    for group in groups:
        for name in group:
            if name not in shapes:
                return f"letters of pieces; the board has no piece {name}"
            if shapes[name] != shapes[group[0]]:
                return f"pieces of one shape; {group[0]} and {name} differ"
    return None


def board_rows(level: Sliding, pieces: Iterable[Piece]) -> list[str]:
    """The board with the given pieces on it, one string a row."""
    rows, columns = level.shape
    cells = [EMPTY] * (rows * columns)
    for cell in level.walls:
        cells[cell] = WALL
    for cell in level.gates:
        cells[cell] = GATE
    for piece in pieces:
        for cell in piece.cells:
            cells[cell] = piece.name
    return ["".join(cells[r * columns : (r + 1) * columns]) for r in range(rows)]


def goal_rows(level: Sliding) -> list[str]:
    """The goal block: letters where named pieces must lie, a dot elsewhere."""
    rows, columns = level.shape
    cells = [EMPTY] * (rows * columns)
    for piece in level.goal:
        for cell in piece.cells:
            cells[cell] = piece.name
    return ["".join(cells[r * columns : (r + 1) * columns]) for r in range(rows)]


def write(level: Sliding) -> str:
    """The canonical text of a level; `read` gives the level back."""
    lines = ["puzzle: sliding"]
    if level.title:
        lines.append(f"title: {level.title}")
    if level.axis_long:
        lines.append("axis: long")
    if level.same:
        lines.append(f"same: {' '.join(level.same)}")
    if level.linked:
        lines.append(f"linked: {level.linked}")
    board, goal = board_rows(level, level.pieces), goal_rows(level)
    if any(row == GATE * 3 for row in board):  # such a row would end the level: put a wall beside it
        board, goal = [row + WALL for row in board], [row + EMPTY for row in goal]
    return "\n".join([*lines, *board, "goal:", *goal]) + "\n"

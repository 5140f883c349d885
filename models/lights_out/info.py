"""`gridproof info` for Lights Out: rank and nullity, found in two independent ways where there are two."""

from __future__ import annotations

import math
from typing import Any

import galois
import numpy as np

from gridproof.levels.lights_out.certificates import cover_bound
from gridproof.levels.lights_out.level import LightsOut
from gridproof.levels.lights_out.patterns import encode
from gridproof.models.lights_out import gf2
from gridproof.models.lights_out.system import full_matrix, has_rows

LARGEST_FULL_MATRIX = 900  # buttons


def info(level: LightsOut, detail: bool = False) -> dict[str, Any]:
    """Sizes, rank, nullity, solvability of the shape; with `detail` the basis of quiet patterns as well.

    Quiet patterns are presses that change nothing (a basis of the null space, as cells or weights).
    """
    rows, columns = level.shape
    buttons = int(level.cells.sum()) if level.buttons is None else len(level.buttons)
    lights = int(level.cells.sum())
    facts: dict[str, Any] = {
        "rows": rows,
        "columns": columns,
        "lights": lights,
        "buttons": buttons,
        "states": level.states,
        "neighbours": "listed" if level.buttons is not None else level.neighbours,
        "torus": level.torus,
        "changes_needed": int(level.needed.sum(dtype=np.int64)),
        "presses_at_least": cover_bound(level),
    }
    by_gcd = _gcd_nullity(level)
    if why := gf2.applies(level, "presses"):
        facts |= {"rank": None, "nullity": by_gcd, "nullity_found_by": "polynomial gcd", "not_found": why}
        return facts
    system = gf2.RowSystem(level) if has_rows(level) else gf2.ListSystem(level)
    rank = buttons - system.nullity
    facts |= {"rank": rank, "nullity": system.nullity}
    ways = ["rank of the chase matrix"]
    second = by_gcd if by_gcd is not None else _matrix_nullity(level, buttons)
    if second is not None:
        ways.append("polynomial gcd" if by_gcd is not None else "rank of the full matrix")
        if second != system.nullity:
            raise AssertionError(f"nullity {system.nullity} by the {ways[0]}, {second} by the {ways[1]}")
    facts["nullity_found_by"] = ways
    facts["solutions_of_a_solvable_board"] = f"{level.states}^{system.nullity}"
    facts["every_board_solvable"] = rank == lights
    if detail:
        facts["quiet_patterns"] = [encode(vector, level.states) for vector in system.null_vectors()]
    return facts


def _gcd_nullity(level: LightsOut) -> int | None:
    """Degree of gcd(f_m(x + 1), f_n(x)) over GF(2) for full plus-boards (f_m(x) for cross): Sutner 1989."""
    if level.states != 2 or not has_rows(level):
        return None
    field = galois.GF(2)
    x = galois.Poly.Identity(field)
    shifted = x + galois.Poly.One(field) if level.neighbours == "plus" else x
    polynomials: Any = _fibonacci(level.shape[0], shifted), _fibonacci(level.shape[1], x)
    divisor: Any = galois.gcd(*polynomials)
    return int(divisor.degree)


def _fibonacci(degree: int, x: galois.Poly) -> galois.Poly:
    """f_0 = 1, f_1 = x, f_{k+1} = x f_k + f_{k-1}, by doubling: f_{2k} = f_k^2 + f_{k-1}^2, f_{2k+1} = x f_k^2."""
    if degree < 0:
        return galois.Poly.Zero(x.field)
    if degree == 0:
        return galois.Poly.One(x.field)
    half = _fibonacci(degree // 2, x)
    if degree % 2:
        return x * half * half
    below = _fibonacci(degree // 2 - 1, x)
    return half * half + below * below


def _matrix_nullity(level: LightsOut, buttons: int) -> int | None:
    if math.prod(level.button_shape) > LARGEST_FULL_MATRIX:
        return None
    matrix = galois.GF(level.states)(full_matrix(level))
    return buttons - int(np.linalg.matrix_rank(matrix))

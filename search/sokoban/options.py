"""What the A* of Sokoban may use. Each pruning can be switched off by itself, for tests."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """What the search may use. Each pruning can be switched off by itself, for tests."""

    freeze: bool = True
    corral: bool = True
    matching: bool = True
    walls: bool = True  # frozen boxes as walls; needs the matching
    sides: bool = True
    dead_squares: bool = True
    pairs: bool = True  # deadlocks of two boxes, and of larger groups
    excess: bool = True  # what such groups need beyond single boxes; needs the matching
    groups: int = 4  # boxes of the largest groups
    zones: bool = True  # sets of boxes around goals; needs the pairs
    learn: bool = True  # deadlocks around closed parts of the floor, see `learn_kernel.py`
    tunnels: bool = True  # a box goes on along a tunnel at once, see `tunnel_kernel.py`
    cyclic: bool = True  # a second order among states of one f, see `open_kernel.py`
    symmetry: bool = True  # one state for all its images under symmetries of the board
    weight_g: int = 1
    weight_h: int = 1
    first: bool = False  # stop at the first solution

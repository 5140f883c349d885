"""Refuting a formula with a SAT solver that logs its proof.

The solver works in a process of its own, which is ended with the budget, for two reasons: CaDiCaL cannot be
interrupted from Python; and the C library still holds a part of the proof when the solver is done, and writes it at
the end of the process into whatever file then has the number that the proof's had, which may be anybody's.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Sequence
from multiprocessing.connection import Connection

from pysat.solvers import Solver

from gridproof.limits import MIB, Budget, resident_bytes
from gridproof.proofs.file import parse_steps
from gridproof.proofs.rup import Step

SOLVER = "cadical195"


def refute(clauses: Sequence[Sequence[int]], budget: Budget) -> list[Step] | None:
    """The steps of a DRUP proof that `clauses` cannot be satisfied, None when they can.

    Raises LimitReached when the budget ends first.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=([list(clause) for clause in clauses], theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        while not ours.poll(0.05):
            budget.check()
            if budget.limits.memory is not None and resident_bytes(process.pid) > budget.limits.memory * MIB:
                budget.cancel("memory")
        lines: list[str] | None = ours.recv()
    except EOFError:
        raise MemoryError("the SAT solver's process ended without an answer") from None
    finally:
        process.kill()
        process.join()
    return None if lines is None else parse_steps(lines)


def _work(clauses: list[list[int]], pipe: Connection) -> None:
    with Solver(name=SOLVER, bootstrap_with=clauses, with_proof=True) as solver:
        pipe.send(None if solver.solve() else solver.get_proof())
    os._exit(0)  # without that last writing

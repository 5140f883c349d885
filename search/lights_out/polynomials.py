"""Light chasing on full boards as arithmetic in GF(2)[x].

Names: m rows, n columns; P the adjacency matrix of the path of n cells; a row of lights or presses is an integer,
bit j its column j; a polynomial is an integer, bit i the coefficient of x^i.

Row i of the equations gives press row x_{i+1} = b_i + D x_i + x_{i-1} with D = P + 1 (plus) or P (cross), so all
rows follow from the first, v, and the row after the last must vanish: g_m(P) v = c, where g_0 = 1, g_{k+1} =
D g_k + g_{k-1}. Every row is p(P) e_0 for one polynomial p of degree below n (e_k = f_k(P) e_0 with the Fibonacci
polynomials f_0 = 1, f_1 = x, f_{k+1} = x f_k + f_{k-1}), and f_n(P) = 0. So the system is one congruence

    g_m(x) v(x) = c(x)  (mod f_n(x)),

decided and solved by one extended gcd; the multiples of f_n / gcd are the null space.
(The polynomials: Sutner 1989; the congruence instead of an n x n matrix is a consequence.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


def divide(a: int, b: int) -> tuple[int, int]:
    """Quotient and remainder of polynomials; b is not 0."""
    quotient, degree = 0, b.bit_length()
    while (shift := a.bit_length() - degree) >= 0:
        quotient |= 1 << shift
        a ^= b << shift
    return quotient, a


def multiply(a: int, b: int) -> int:
    """Product of polynomials."""
    product = 0
    while b:
        low = b & -b
        product ^= a << low.bit_length() - 1
        b ^= low
    return product


def gcd_and_cofactor(g: int, f: int) -> tuple[int, int]:
    """d = gcd(g, f) and s with s g = d (mod f)."""
    a, b, s, t = f, g, 0, 1
    while b:
        degree = b.bit_length()
        while (shift := a.bit_length() - degree) >= 0:
            a ^= b << shift
            s ^= t << shift
        a, b, s, t = b, a, t, s
    return a, s


@dataclass(frozen=True, slots=True)
class Chase:
    """A full m x n board and everything that does not depend on its lights.

    `paths` holds f_0 ... f_n, `modulus` is f_n, `divisor` gcd(g_m, f_n), `inverse` s with s g_m = divisor.
    """

    rows: int
    columns: int
    centre: bool
    paths: list[int]
    divisor: int
    inverse: int

    @classmethod
    def of(cls, rows: int, columns: int, centre: bool) -> Chase:
        paths = [1]
        before, now = 0, 1
        for _ in range(columns):
            before, now = now, now << 1 ^ before
            paths.append(now)
        modulus, top = paths[-1], 1 << columns
        before, now = 0, 1
        for _ in range(rows):
            following = now << 1 ^ before
            if centre:
                following ^= now
            if following & top:
                following ^= modulus
            before, now = now, following
        return cls(rows, columns, centre, paths, *gcd_and_cofactor(now, modulus))

    @property
    def nullity(self) -> int:
        return self.divisor.bit_length() - 1

    def press_rows(self, first: int, needed: Sequence[int] | None = None) -> list[int]:
        """All rows of presses that follow from the first, and the row after the last, which should be 0."""
        mask = (1 << self.columns) - 1
        before, now = 0, first
        rows = [first]
        for i in range(self.rows):
            following = (now << 1 ^ now >> 1 ^ before) & mask
            if self.centre:
                following ^= now
            if needed is not None:
                following ^= needed[i]
            before, now = now, following
            rows.append(now)
        return rows

    def first_row(self, needed: Sequence[int]) -> int | None:
        """First row of one solution for these needed changes (one integer a row); None when there is none."""
        residue = self.press_rows(0, needed)[-1]
        quotient, remainder = divide(self.to_polynomial(residue), self.divisor)
        if remainder:
            return None
        return self.to_row(divide(multiply(self.inverse, quotient), self.paths[-1])[1])

    def null_first_rows(self) -> Iterator[int]:
        """First rows of a basis of the quiet patterns, `nullity` of them."""
        step = divide(self.paths[-1], self.divisor)[0]
        for i in range(self.nullity):
            yield self.to_row(step << i)

    def to_polynomial(self, row: int) -> int:
        """The polynomial p with p(P) e_0 = row."""
        polynomial, bit = 0, 0
        while row >> bit:
            if row >> bit & 1:
                polynomial ^= self.paths[bit]
            bit += 1
        return polynomial

    def to_row(self, polynomial: int) -> int:
        """p(P) e_0 for a polynomial p of degree below n."""
        row = 0
        while polynomial:
            bit = polynomial.bit_length() - 1
            row |= 1 << bit
            polynomial ^= self.paths[bit]
        return row

"""State-space search and enumeration, with compiled kernels."""

from gridproof.kernels import use_cache

use_cache()  # before any kernel imports numba

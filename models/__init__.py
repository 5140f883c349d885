from gridproof.kernels import use_cache

use_cache()  # before galois imports numba

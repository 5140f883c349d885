"""State-space search and enumeration, with compiled kernels."""

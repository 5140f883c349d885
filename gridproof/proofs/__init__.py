"""Clausal proofs: their files, and a checker that shares nothing with the solvers that make them."""

"""Sokoban as clauses over a bounded number of pushes."""

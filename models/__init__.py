"""Exact models: puzzles stated as equations or constraints and handed to a well-kept solver."""

"""Sliding blocks as constraints over a bounded number of moves."""

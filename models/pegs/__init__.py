"""Engines of peg solitaire."""

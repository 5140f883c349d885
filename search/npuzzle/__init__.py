"""Searches for the (m×n−1)-puzzle: IDA* with pattern databases, A*, breadth-first, and quick solutions."""

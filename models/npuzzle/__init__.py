"""The (m×n−1)-puzzle as counting arguments and as bounded-horizon constraint models."""

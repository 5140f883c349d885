"""Searches on sliding-block positions."""

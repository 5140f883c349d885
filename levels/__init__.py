"""Puzzle instances: rules, text formats and bundled collections. Nothing here knows an engine."""

"""Cross-checking: every engine on every level, each in a process of its own, compared with each other and with
what is known or claimed elsewhere."""

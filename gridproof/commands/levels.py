"""List the bundled levels, by collection."""

from __future__ import annotations

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    import json
    from typing import Any

    from gridproof.loader import collections, load_all, slug

    listing: list[dict[str, Any]] = [
        {
            "name": name,
            "puzzle": row.name,
            "levels": [
                {"number": i + 1, "name": f"{name}/{slug(level.title or str(i + 1))}", "title": level.title}
                for i, level in enumerate(load_all(name))
            ],
        }
        for row, name, _ in collections()
    ]
    if arguments.json:
        print(json.dumps(listing, ensure_ascii=False))
        return 0
    for entry in listing:
        print(f"{entry['name']} ({entry['puzzle']}, {len(entry['levels'])} levels)")
        for level in entry["levels"]:
            print(f"  {level['name']}")
    return 0

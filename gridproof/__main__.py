"""`python -m gridproof`, and the command `gridproof`."""

import sys


def main() -> int:
    """The command line, loaded here so that a Ctrl-C meanwhile ends as quietly as any later one."""
    try:
        from gridproof.cli import main as run

        return run()
    except KeyboardInterrupt:
        print("gridproof: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())

"""One file per command, each with `add_arguments(parser)` and `run(arguments) -> exit code`.

Files here are imported for `--help`: anything heavier than argparse is imported inside `run`.
"""

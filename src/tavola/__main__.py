"""python -m tavola is the tavola command."""

from tavola.cli import main

if __name__ == "__main__":
    raise SystemExit(main())

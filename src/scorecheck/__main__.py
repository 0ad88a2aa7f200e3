"""``python -m scorecheck`` is the same program as ``scorecheck``."""

from scorecheck.cli.main import main

if __name__ == "__main__":
    main()

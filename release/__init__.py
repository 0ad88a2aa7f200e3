"""How a release is made: ``nox -s release -- VERSION``."""

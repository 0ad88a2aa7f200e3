"""How well tables are read that nobody said anything about. See the README beside it."""

"""One package per game. The games do not import each other."""

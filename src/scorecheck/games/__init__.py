"""One package a game. The games do not know each other."""

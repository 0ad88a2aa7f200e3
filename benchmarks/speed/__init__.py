"""How fast scorecheck is, and how fast other tools are with the same files."""

"""The tools that scorecheck is held against: one script each, run in an environment of its own."""

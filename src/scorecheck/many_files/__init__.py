"""The scope of a command: its settings, its files, and their distribution over processes or machines."""

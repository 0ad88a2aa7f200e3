"""What a command works on: its settings, its files, and how they are spread over processes or machines."""

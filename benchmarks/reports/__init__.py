"""How long a report takes."""

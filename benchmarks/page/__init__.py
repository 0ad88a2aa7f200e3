"""How large the page is, and how fast it answers."""

"""Rules and checks, the runner, and the checks that all games share."""

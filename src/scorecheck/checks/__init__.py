"""What a rule and a check are, the runner, and the checks that every game shares."""

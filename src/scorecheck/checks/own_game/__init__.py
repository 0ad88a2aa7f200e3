"""A club's own game, as a file says it: read within limits, and made into a ruleset as our games have."""

"""A package with a game and a rule for scorecheck, as others write them."""

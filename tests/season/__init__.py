"""A season of a club, in workbooks as an organiser keeps them."""

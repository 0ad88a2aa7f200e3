"""The command line: arguments in, exit status out. One module a command."""

import gc

# What a run makes is kept to its end, and hardly any of it refers to itself: with the usual threshold of 700
# the search for garbage takes a tenth of a short run.
gc.set_threshold(100_000)

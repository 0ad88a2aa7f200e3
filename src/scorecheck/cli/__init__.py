"""The command line: arguments in, exit status out. One module a command.

A run that cannot go on ends with ``SystemExit`` after a complaint, or with a ``Refusal``, of which ``shares``
makes one, from wherever that is noticed. So a docstring names them only where there is more to say.
"""

import gc

# Most objects live to the end of a run, and hardly any are in cycles: with the default threshold of 700
# garbage collection takes a tenth of a short run.
gc.set_threshold(100_000)

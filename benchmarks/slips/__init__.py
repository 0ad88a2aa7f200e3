"""How well slips on scoresheets are found and repaired, and how well they could be at best.

Nothing here knows how scorecheck looks for repairs: sheets and slips are made, given to the public
entry, and what comes back is compared with what was made.
"""

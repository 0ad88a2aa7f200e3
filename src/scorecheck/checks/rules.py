"""The rules of area ``sheet``, which hold for scoresheets of any game."""

from scorecheck.checks.check import ERROR, INFO, WARNING, Rule
from scorecheck.model.finding import UNCHECKED

UNREADABLE = Rule("sheet/unreadable", ERROR)
NOT_CHECKED = Rule("sheet/not-checked", ERROR)
NO_TABLE = Rule("sheet/no-table", ERROR, doubtful=INFO)
FOREIGN = Rule("sheet/foreign", ERROR, doubtful=INFO)
AMBIGUOUS_GAME = Rule("sheet/ambiguous-game", ERROR)
AMBIGUOUS_NOTATION = Rule("sheet/ambiguous-notation", ERROR)
NOT_A_NUMBER = Rule("sheet/not-a-number", ERROR)
MISSING_VALUE = Rule("sheet/missing-value", ERROR)
NOT_A_WHOLE_NUMBER = Rule("sheet/not-a-whole-number", ERROR)
UNCALCULATED_FORMULA = Rule("sheet/uncalculated-formula", ERROR, mended_at_once=True, has_repairs=False)
DUPLICATE_GAME = Rule("sheet/duplicate-game", ERROR)
MISSING_GAME = Rule("sheet/missing-game", WARNING)
DUPLICATE_PLAYER = Rule("sheet/duplicate-player", ERROR, doubtful=WARNING)
DEALER = Rule("sheet/dealer", WARNING)
SAME_CARD = Rule("sheet/same-card", WARNING)
UNKNOWN_COLUMN = Rule("sheet/unknown-column", INFO, doubtful=WARNING)
TOTAL_MISMATCH = Rule(
    "sheet/total-mismatch", ERROR, foot_variants=frozenset({"subtotal", "subtotal-since", "subtotal-below"})
)
SHIFTED_ROW = Rule("sheet/shifted-row", ERROR, has_repairs=False)
MONEY_MISMATCH = Rule("sheet/money-mismatch", ERROR, of_foot=True)
RUNNING_MISMATCH = Rule("sheet/running-mismatch", ERROR, of_foot=True)
WON_OR_LOST = Rule("sheet/won-or-lost", WARNING, has_repairs=False)
HIDDEN_VALUES = Rule("sheet/hidden-values", WARNING)
NOTHING_TO_CHECK = Rule(UNCHECKED, WARNING)
SIMILAR_NAME = Rule("tournament/similar-name", WARNING)
"""Of lists and logs, where points are added up by name."""
RANK_ORDER = Rule("tournament/rank-order", ERROR, doubtful=WARNING, of_foot=True)
"""Of lists, and of places that stand below a table."""

SHEET_RULES = tuple(one for one in list(vars().values()) if isinstance(one, Rule) and one.area == "sheet")

"""The laws of chouette logs over many more random evenings than the fast tests play."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "property"))
import test_chouette_logs as laws


def test_legal_evenings() -> None:
    for seed in range(1000, 1600):
        laws.test_a_legal_evening_is_clean_in_every_layout(seed)


def test_changed_actions() -> None:
    for seed in range(1000, 3000):
        laws.test_a_changed_action_is_found_just_where_the_referee_forbids_it(seed)


def test_changed_totals() -> None:
    for seed in range(1000, 1300):
        laws.test_entries_may_be_merged(seed)
        laws.test_a_changed_total_is_found_whatever_the_order_of_the_columns(seed)

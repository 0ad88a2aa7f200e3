"""A second chouette, written from the rules alone: it knows which actions a log may hold next, and
keeps its own books. It neither imports nor resembles ``games/chouette/play.py``: a game here is one
mutable table that is copied, asked and changed, and money moves through one function.
"""

from __future__ import annotations

import copy
import random
from dataclasses import dataclass, field

Row = tuple[str, str, str, str]
"""Player, action, to, value as they stand on a log."""


@dataclass
class Rules:
    jacoby: bool
    automatic: int
    beavers: bool
    raccoons: bool
    extras: bool
    sole_beaver: bool
    captain_taken: bool
    one_answer: bool
    break_even: bool
    below_keeps: bool
    """A box that won but is below 0 in that game may keep its seat; it may leave it in either case."""


COUETTE = Rules(
    jacoby=True,
    automatic=1,
    beavers=True,
    raccoons=True,
    extras=False,
    sole_beaver=True,
    captain_taken=True,
    one_answer=True,
    break_even=True,
    below_keeps=False,
)
MCC = Rules(
    jacoby=False,
    automatic=0,
    beavers=False,
    raccoons=False,
    extras=True,
    sole_beaver=False,
    captain_taken=False,
    one_answer=False,
    break_even=False,
    below_keeps=True,
)


@dataclass
class Member:
    cube: int = 1
    may_turn: str = "both"
    touched: bool = False
    alive: bool = True
    price: int = 0
    """What passing the open offer costs; 0: none is open."""
    excused: bool = False
    gave: int = 0
    turned_late: bool = False


@dataclass
class Table:
    box: str
    team: list[str]
    members: dict[str, Member]
    chief: str
    doubling: str = ""
    """Which side's offers are open."""
    all_at_once: bool | None = None
    replies: list[tuple[str, str, int]] = field(default_factory=list)
    deaf: bool = False
    """The box has answered since the last roll."""
    fresh_beavers: dict[str, str] = field(default_factory=dict)
    this_turn: list[tuple[str, str, int]] = field(default_factory=list)
    """The team's answers since the last roll."""
    offered_extras: list[str] = field(default_factory=list)
    extra_taker: str = ""
    extras_given: bool = False
    captain_before: tuple[list[str], str] | None = None
    box_took: set[str] = field(default_factory=set)
    book: dict[str, int] = field(default_factory=dict)
    won_by: str = ""
    equal_throws: int = 0
    declined: bool = False
    rolling: bool = False
    """The opening is over."""
    left: bool = False
    uneven: bool = False
    """Extras were given to a taker whose cube stood otherwise than the passers'."""

    def pay(self, payer: str, payee: str, amount: int) -> None:
        self.book[payer] -= amount
        self.book[payee] += amount

    def alive(self) -> list[str]:
        return [name for name in self.team if self.members[name].alive]

    def waiting(self) -> list[str]:
        return [name for name in self.team if self.members[name].price]


def new_table(seats: list[str]) -> Table:
    box, *team = seats
    return Table(box, team, {n: Member() for n in team}, team[0], book=dict.fromkeys(seats, 0))


class IllegalError(Exception):
    """The rules forbid the action here."""


def need(truth: object) -> None:
    if not truth:
        raise IllegalError


def play(table: Table, row: Row, rules: Rules) -> list[dict[str, int]]:
    """Plays one action, or raises ``IllegalError``. Gives the entries it completes: what everybody won."""
    who, what, to, _ = row
    if what == "leave":
        need(table.won_by == "box" and who == table.box)
        need(table.book[table.box] >= 0 or rules.below_keeps)
        table.left = True
        return []
    need(not table.won_by)
    if what not in ("open", "skip"):
        need(table.rolling or not table.equal_throws)
        table.rolling = True
    before = dict(table.book)
    getattr(_Acts, what)(table, who, [name.strip() for name in to.split(",") if name.strip()], rules)
    changed = {n: table.book[n] - before[n] for n in before if table.book[n] != before[n]}
    return [changed] if changed else []


class _Acts:
    """One function an action."""

    @staticmethod
    def open(t: Table, who: str, to: list[str], r: Rules) -> None:
        need(not t.rolling)
        one, two = to[0].split("-")
        if one != two:
            t.rolling = True
            return
        t.equal_throws += 1
        _opening(t, r)

    @staticmethod
    def skip(t: Table, who: str, to: list[str], r: Rules) -> None:
        need(r.automatic and who in ("", t.box) and not t.rolling and not t.declined)
        need(t.equal_throws in (r.automatic, r.automatic + 1))
        t.declined = True
        _opening(t, r)

    @staticmethod
    def roll(t: Table, who: str, to: list[str], r: Rules) -> None:
        need(who in ("", t.box) or who in t.alive())
        need(not t.waiting() and not t.offered_extras)
        t.deaf, t.fresh_beavers, t.this_turn, t.captain_before = False, {}, [], None

    @staticmethod
    def double(t: Table, who: str, to: list[str], r: Rules) -> None:
        need(not t.offered_extras)
        need(who == t.box or who in t.alive())
        side = "box" if who == t.box else "team"
        need(t.doubling in ("", side))
        targets = to if side == "box" else [who]
        need(targets if side == "box" else to == [t.box])
        if side == "team":
            need(not (r.one_answer and t.deaf))
        for name in targets:
            need(name in t.alive())
            m = t.members[name]
            need(not m.price and m.may_turn in ("both", side))
            m.price, m.touched = m.cube, True
            m.excused = bool(t.box_took - {name})
        t.doubling, t.fresh_beavers = side, {}

    @staticmethod
    def take(t: Table, who: str, to: list[str], r: Rules) -> None:
        _reply(t, who, to, r, "take")

    @staticmethod
    def beaver(t: Table, who: str, to: list[str], r: Rules) -> None:
        need(r.beavers)
        _reply(t, who, to, r, "beaver")

    @staticmethod
    def drop(t: Table, who: str, to: list[str], r: Rules) -> None:
        _reply(t, who, to, r, "drop")

    @staticmethod
    def raccoon(t: Table, who: str, to: list[str], r: Rules) -> None:
        need(r.raccoons)
        side = "box" if who == t.box else "team"
        names = to if side == "box" else [who]
        need(names and (side == "box" or to in ([], [t.box])))
        for name in names:
            need(t.fresh_beavers.get(name) == side)
            t.members[name].cube *= 2
            del t.fresh_beavers[name]

    @staticmethod
    def extra(t: Table, who: str, to: list[str], r: Rules) -> None:
        takers = [n for n, how, _ in t.this_turn if how != "drop"]
        passers = [n for n, how, _ in t.this_turn if how == "drop"]
        need(r.extras and not t.extras_given and not t.waiting())
        need(len(takers) == 1 and t.alive() == takers and to == takers)
        need(who in passers and who not in t.offered_extras)
        t.offered_extras.append(who)
        t.fresh_beavers = {}

    @staticmethod
    def accept(t: Table, who: str, to: list[str], r: Rules) -> None:
        need(t.offered_extras and [who] == t.alive())
        t.uneven = any(2 * price != t.members[who].cube for _, how, price in t.this_turn if how == "drop")
        for giver in t.offered_extras:
            t.members[giver].gave = t.members[who].cube
            t.pay(giver, who, t.members[who].cube // 2)
        t.offered_extras, t.extra_taker, t.extras_given = [], who, True

    @staticmethod
    def refuse(t: Table, who: str, to: list[str], r: Rules) -> None:
        need(t.offered_extras and [who] == t.alive())
        (price,) = [p for n, how, p in t.this_turn if how != "drop"]
        t.members[who].alive = False
        t.pay(who, t.box, price)
        t.offered_extras = []
        assert t.captain_before is not None
        t.team, t.chief = t.captain_before
        t.won_by = "box"

    @staticmethod
    def win(t: Table, who: str, to: list[str], r: Rules) -> None:
        need(not t.waiting() and not t.offered_extras)
        if who in t.book:
            who = "box" if who == t.box else "team"
        need(who in ("box", "team"))
        times = {"single": 1, "gammon": 2, "backgammon": 3}[to[0]]
        _end(t, who, times, r)


def _opening(t: Table, r: Rules) -> None:
    counted = t.equal_throws if r.automatic else 0
    if t.declined:
        counted = min(counted, r.automatic)
    for m in t.members.values():
        m.cube = 1 << counted


def _reply(t: Table, who: str, to: list[str], r: Rules, how: str) -> None:
    side = "box" if who == t.box else "team"
    need(t.waiting() and t.doubling and t.doubling != side)
    names = (to or t.waiting()) if side == "box" else [who]
    need(side == "box" or to in ([], [t.box]))
    for name in names:
        need(name in t.waiting())
        if t.all_at_once is None:
            t.all_at_once = set(t.waiting()) == set(t.alive()) and len(t.alive()) > 1
        m = t.members[name]
        price, m.price = m.price, 0
        if how == "drop":
            m.alive = False
            t.pay(*((name, t.box) if side == "team" else (t.box, name)), price)
            if side == "box" and r.captain_taken and name == t.chief:
                need(m.excused)
        else:
            m.cube = price * (4 if how == "beaver" else 2)
            m.may_turn = side
            if side == "box":
                t.box_took.add(name)
            if how == "beaver":
                t.fresh_beavers[name] = t.doubling
        t.replies.append((name, how, price))
        if side == "box":
            t.deaf = True
        else:
            t.this_turn.append((name, how, price))
        if not t.waiting():
            _all_replied(t, side, r)


def _all_replied(t: Table, side: str, r: Rules) -> None:
    took = [(n, how) for n, how, _ in t.replies if how != "drop"]
    dropped = [n for n, how, _ in t.replies if how == "drop"]
    if t.all_at_once and side == "team" and r.sole_beaver and len(took) == 1:
        need(took[0][1] == "beaver")
    if t.all_at_once and side == "box" and r.break_even:
        if len(took) == 1 and took[0][0] == t.chief:
            need(took[0][1] == "beaver")
        worst = t.book[t.box] + sum(t.members[n].cube for n in t.alive())
        best = worst + sum(3 * price for _, how, price in t.replies if how == "drop")
        need(worst >= 0 or best < 0)
    t.captain_before = (list(t.team), t.chief)
    t.replies, t.all_at_once, t.doubling = [], None, ""
    if not t.alive():
        _end(t, "box" if side == "team" else "team", 1, r)
    elif side == "team" and t.chief in dropped:
        t.team.remove(t.chief)
        t.team.append(t.chief)
        t.chief = t.alive()[0]


def _end(t: Table, winner: str, times: int, r: Rules) -> None:
    for name in t.alive():
        m = t.members[name]
        amount = m.cube * (1 if r.jacoby and not m.touched else times)
        t.pay(*((name, t.box) if winner == "box" else (t.box, name)), amount)
    for name, m in t.members.items():
        if m.gave:
            amount = m.gave * times
            t.pay(*((t.extra_taker, name) if winner == "box" else (name, t.extra_taker)), amount)
    t.won_by = winner


def seats_after(t: Table, *, keeps: bool | None = None) -> list[str]:
    others = [n for n in t.team if n != t.chief]
    if t.won_by == "box" and (t.book[t.box] >= 0 if keeps is None else keeps):
        line = [*others, t.chief]
        return [*line, t.box] if t.left else [t.box, *line]
    return [t.chief, *others, t.box]


# A whole evening


def candidates(t: Table, rng: random.Random) -> list[Row]:
    """Actions worth trying; many are illegal."""
    everybody = [t.box, *t.team]
    alive, waiting = t.alive(), t.waiting()
    if t.won_by:
        return []
    if waiting:
        ways = ["take", "take", "drop", "beaver"]
        if t.doubling == "box":
            return [(n, rng.choice(ways), t.box, "") for n in waiting]
        some = rng.sample(waiting, rng.randint(1, len(waiting)))
        more = [(n, "double", t.box, "") for n in alive if rng.random() < 0.3]
        return [*more, (t.box, rng.choice(ways), ", ".join(some), "")]
    if t.offered_extras:
        (taker,) = alive
        rows = [(taker, "accept", "", ""), (taker, "accept", "", ""), (taker, "refuse", "", "")]
        return rows + [(n, "extra", taker, "") for n in everybody if rng.random() < 0.5]
    rows: list[Row] = []
    if len(alive) == 1 and rng.random() < 0.7:
        rows += [(n, "extra", alive[0], "") for n in t.team if n != alive[0]]
    if t.fresh_beavers:
        name = next(iter(t.fresh_beavers))
        rows.append(
            (t.box, "raccoon", name, "") if t.fresh_beavers[name] == "box" else (name, "raccoon", t.box, "")
        )
    rows += [(t.box, "double", ", ".join(rng.sample(alive, rng.randint(1, len(alive)))), "")]
    rows += [(t.box, "double", ", ".join(alive), "")]
    rows += [(n, "double", t.box, "") for n in alive]
    rows += [(rng.choice([t.box, alive[0]]), "roll", "", "")] * 3
    if rng.random() < 0.2:
        result = rng.choice(["single", "single", "gammon", "backgammon"])
        rows = [(rng.choice(["box", "team"]), "win", result, "")]
    return rows


@dataclass
class Evening:
    """A log with its books."""

    rows: list[tuple[int, Row]]
    seats: list[list[str]]
    entries: list[dict[str, int]]
    tables: list[Table]


def attempt(t: Table, row: Row, rules: Rules) -> tuple[Table, list[dict[str, int]]] | None:
    """The table after an action, or ``None`` where the rules forbid it."""
    trial = copy.deepcopy(t)
    try:
        paid = play(trial, row, rules)
    except IllegalError:
        return None
    return trial, paid


def evening(rng: random.Random, names: list[str], rules: Rules, games: int) -> Evening:
    """Random legal games, one after the other, in the seats that the rotation gives."""
    seats = list(names)
    done = Evening([], [], [], [])
    for game in range(1, games + 1):
        t = new_table(seats)
        done.seats.append(seats)
        done.rows.append((game, ("", "order", ", ".join(seats), "")))
        opening = [("", "open", "3-3", "")] * rng.choice([0, 0, 0, 1, 2, 3]) + [("", "open", "5-2", "")]
        if rng.random() < 0.5:
            opening.insert(rng.randint(0, len(opening) - 1), (t.box, "skip", "", ""))
        tries = 0
        plan = list(opening)
        open_entry: dict[str, int] = {}
        booked = len(done.entries)
        while not t.won_by:
            tries += 1
            row = plan.pop(0) if plan else rng.choice(candidates(t, rng))
            if tries > 60 and not t.waiting() and not t.offered_extras and t.rolling:
                row = (rng.choice(["box", "team"]), "win", "single", "")
            found = attempt(t, row, rules)
            if found is None:
                if tries > 400:
                    # Stuck in a round that the duties leave no way out of but this one.
                    done.rows = [r for r in done.rows if r[0] != game]
                    del done.entries[booked:]
                    done.seats.pop()
                    return done
                continue
            t, paid = found
            done.rows.append((game, row))
            for entry in paid:
                open_entry = {n: open_entry.get(n, 0) + entry.get(n, 0) for n in {**open_entry, **entry}}
            if open_entry and not t.waiting():
                done.entries.append(open_entry)
                open_entry = {}
        if rng.random() < 0.15:
            row = (t.box, "leave", "", "")
            found = attempt(t, row, rules)
            if found is not None:
                t = found[0]
                done.rows.append((game, row))
        done.tables.append(t)
        seats = seats_after(t)
    return done


def is_legal(rows: list[tuple[int, Row]], rules: Rules) -> bool:
    """Whether a whole log keeps to the rules, seats and duties included; the last game may go on."""
    t: Table | None = None
    number = 0
    for game, row in rows:
        if row[1] == "order":
            seats = [name.strip() for name in row[2].split(",")]
            if len(set(seats)) != len(seats) or len(seats) < 2:
                return False
            if t is not None:
                if not t.won_by:
                    return False
                ways = (seats_after(t), seats_after(t, keeps=rules.below_keeps or t.book[t.box] >= 0))
                dues = [[n for n in way if n in seats] for way in ways]
                if not any(seats == due + [n for n in seats if n not in due] for due in dues):
                    return False
            t, number = new_table(seats), game
            continue
        if t is not None and game != number and t.won_by and row[1] != "leave":
            t, number = new_table(seats_after(t)), game
        if t is None or (game != number and row[1] != "leave"):
            return False
        try:
            play(t, row, rules)
        except IllegalError:
            return False
    return True


def csv_of(rows: list[tuple[int, Row]]) -> str:
    """The log as a CSV file."""
    lines = ["Game,Player,Action,To,Value"]
    lines += [f'{game},{who},{what},"{to}",{value}' for game, (who, what, to, value) in rows]
    return "\n".join(lines) + "\n"


def totals_of(names: list[str], entries: list[dict[str, int]], controls: bool) -> str:
    """The totals sheet of the entries as a CSV file, from zeros on."""
    totals = dict.fromkeys(names, 0)
    lines = [",".join(["Nr", *names, "Control"]), ",".join(["1", *["0"] * len(names), "0/0"])]
    for at, entry in enumerate(entries):
        for name, amount in entry.items():
            totals[name] += amount
        plus = sum(n for n in totals.values() if n > 0)
        control = f"{plus}/{plus}" if controls or at == len(entries) - 1 else "/"
        lines.append(",".join([str(at + 2), *(str(totals[n]) for n in names), control]))
    return "\n".join(lines) + "\n"

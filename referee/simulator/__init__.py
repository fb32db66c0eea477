"""Whole games played by bots with shuffled decks, every play ruled on by the referee.

`deck` shuffles, `estimate` looks at a hand, `bots` decide, `round` and `game` play by the
rules, `totals` adds up the games and `chart` draws the totals.
"""

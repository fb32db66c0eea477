"""Whole games played by bots with shuffled decks, every play ruled on by the referee itself.

`deck` shuffles, `sketch` looks at a hand, `bots` decide, `round` and `game` play by the
book, `counts` adds up what came of it and `picture` draws that.
"""

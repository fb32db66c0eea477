"""The rules as short entries: questions that come up at the table, and what settles them.

Each module has the entries about one part of the game. Their texts are templates in our own
words; numbers and names of cards come from the edition. `entries` has all of them, `search`
finds those that answer a question.
"""

"""The hot paths in SQL: what every request to a game reads and writes, in few statements.

Recording a round by the ORM took 14 statements and 9 ms of processor time, most of it spent on
building SQL and objects. Here the statements are written out, and a game is read by one of them
(docs/decisions/0020-statements-in-sql.md). Everything else uses the ORM.

The functions take and return plain values and know no models, so that `accounts` and `games` can
both build on them. `tests/store/` compares them with the ORM.
"""

"""Holding an account while something is written for it."""

from __future__ import annotations

from uuid import UUID

from store.database import is_postgres, rows, stored_id

# What is written for somebody refers to their account, which PostgreSQL locks for that when the
# transaction ends. Whoever deletes the account has it locked by then, and waits for rows of the
# group that the writer has. So the writer locks it, too, and first. Writers do not wait for each
# other, nor for somebody who changes the name.
HOLD = "SELECT 1 FROM accounts_user WHERE id = %s FOR KEY SHARE"


def hold_account(user: UUID) -> bool:
    """Keep an account from being deleted until the transaction ends; return whether it is there."""
    statement = HOLD if is_postgres() else "SELECT 1 FROM accounts_user WHERE id = %s"
    return bool(rows(statement, [stored_id(user)]))

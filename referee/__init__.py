"""The rulebook in pure Python: cards, editions, rulings and counts.

Nothing here but ``referee.api`` knows of Django. The public functions are
`referee.rulings.phase.check_phase`, `referee.rulings.hit.check_hit`, `referee.points.score`
and `referee.tally.check_tally`; section numbers in docstrings and verdicts are
those of ``docs/rulebook.md``.
"""

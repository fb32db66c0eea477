"""The rules in a pocket: everything the referee answers, without the server and without Django.

    from pocket import answer
    status, body = answer("phase", request, "de")

`pocket.archive` packs what this needs for phones; see docs/pocket.md.
"""

from pocket.front_door import FUNCTIONS, answer

__all__ = ["FUNCTIONS", "answer"]

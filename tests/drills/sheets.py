"""Strangers who want long score sheets, all at once."""

from __future__ import annotations

import http.client
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from tests.drills.services import Place, peak_of_memory
from tests.live.phones import V1, guest

PLAYERS = [f"{number} " + "\U0001f600" * 70 for number in range(6)]
ROUNDS = 200
ASKERS, ADDRESSES = 60, 40
ENDINGS = ("pdf", "pdf&paper=letter", "png")
LANGUAGES = ("en", "de", "es", "fr")


def want_sheets(place: Place) -> None:
    """Ask for one sheet 60 times, and for 12 five times each; tell what was answered.

    Raises RuntimeError if anybody gets another answer than a sheet and 503.
    """
    link = _long_game(place.address)
    one = [("pdf", "en")] * ASKERS
    many = [(ending, language) for ending in ENDINGS for language in LANGUAGES] * 5
    for orders in (one, many):
        began = time.monotonic()
        with ThreadPoolExecutor(ASKERS) as askers:
            found = list(askers.map(_ask, range(ASKERS), [place] * ASKERS, [link] * ASKERS, orders))
        statuses = Counter(status for status, _size in found)
        size = max(size for _status, size in found)
        seconds = time.monotonic() - began
        print(f"{len(set(orders))} sheets: {dict(statuses)}, {size} bytes, after {seconds:.1f} s")
        if set(statuses) - {200, 503}:
            raise RuntimeError(f"answers: {dict(statuses)}")
    print(f"At most {peak_of_memory():.0f} MiB of memory and /tmp, of 512.")


def _long_game(address: str) -> str:
    """Record a game of 200 rounds; return the token of a link to it."""
    phone = guest(address, "Anna")
    group = phone.post("/groups/", {"name": "Marathon"})["id"]
    players = [phone.post(f"/groups/{group}/players/", {"name": name})["id"] for name in PLAYERS]
    game = phone.post(f"/groups/{group}/games/", {"edition": "classic", "players": players})["id"]
    for number in range(1, ROUNDS + 1):
        results = [{"player": player, "points": 50, "laid_down": False} for player in players[1:]]
        results.append({"player": players[0], "went_out": True, "laid_down": False})
        body = {"number": number, "results": results, "overrule": "A long night."}
        phone.post(f"/games/{game}/rounds/", body)
    token = phone.post("/share-links/", {"game": game})["token"]
    return f"{V1}/games/{game}/sheet/?link={token}"


def _ask(number: int, place: Place, link: str, order: tuple[str, str]) -> tuple[int, int]:
    """Ask from one of 40 addresses; return the status (0 for none in a minute) and the size."""
    ending, language = order
    source = (f"127.0.1.{number % ADDRESSES + 1}", 0)
    connection = http.client.HTTPConnection(
        "127.0.0.1", place.port, timeout=60, source_address=source
    )
    try:
        headers = {"Accept-Language": language}
        connection.request("GET", f"{link}&format={ending}", headers=headers)
        response = connection.getresponse()
        return response.status, len(response.read())
    except OSError:
        return 0, 0
    finally:
        connection.close()

"""Random games, stored row by row: what the rows may hold, not what the rules allow."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from hypothesis import strategies as st

from accounts.models import User
from games.domain.game_record import GameRecord, GameValues, LineRecord, RoundRecord, SeatRecord
from games.models import Draft, Group, GroupLog, Membership, Player, Role, ShareLink
from games.services.row_writer import insert_games, insert_rounds, insert_seats
from referee.stints import StartingPhase, Stint

PHASES = [[{"kind": "set", "size": 3}], [{"kind": "run", "size": 4}, {"kind": "set", "size": 2}]]
TIMES = st.builds(
    lambda days, fraction: (
        datetime(2026, 11, 22, 20, 15, tzinfo=UTC) + timedelta(days=days, microseconds=fraction)
    ),
    st.integers(-40, 40),
    st.sampled_from([0, 1, 500_000, 999_999]),
)
# Every letter that the databases can store; one name in quotes, to be one with JSON.
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
NAMES = TEXTS.filter(bool) | st.just('["Zoë" \\ 🃏]')
STINTS = st.builds(
    Stint,
    st.integers(1, 3),
    st.none() | st.integers(3, 9),
    st.none() | st.sampled_from(StartingPhase),
    st.none() | st.integers(0, 500),
)
COUNTS = st.integers(0, 2_000)


@dataclass(frozen=True, slots=True)
class StoredRandomGame:
    """A game that is stored, the people of its group, and a link to it."""

    record: GameRecord
    owner: User
    viewer: User
    link: str


@st.composite
def random_games(draw: st.DrawFn) -> GameRecord:
    """A game as a value, in no group yet; `recorded_by` says how to store who it was."""
    count = draw(st.integers(2, 8))
    has_totals = draw(st.booleans())
    final = st.fixed_dictionaries(
        {"completed": st.none() | st.integers(0, 2), "total": COUNTS, "won": st.booleans()}
    )
    seats = [
        SeatRecord(
            uuid4(),
            draw(NAMES),
            place,
            # Somebody is there in all rounds, or nobody could deal.
            stints=tuple(draw(st.lists(STINTS, max_size=2))) if place > 1 else (),
        )
        for place in range(count)
    ]
    numbers = range(1, 1 + (0 if has_totals else draw(st.integers(0, 12))))
    ends = draw(st.sampled_from(["", "ended_early", "abandoned"]))
    return GameRecord(
        game=GameValues(
            edition=draw(st.sampled_from(["classic", "express"])),
            phases=PHASES[: draw(st.integers(1, 2))],
            started_at=draw(TIMES),
            changed_at=draw(TIMES),
            variant=draw(st.sampled_from(["standard", "fixed_rounds"])),
            house_rules=draw(st.dictionaries(st.just("must_lay_down"), st.booleans())),
            first_dealer=draw(st.integers(0, count - 1)),
            totals=[draw(final) for _seat in seats] if has_totals else None,
            turns_logged=draw(st.booleans()),
            version=draw(st.integers(1, 99)),
            last_event=draw(st.integers(0, 99)),
            has_plays=draw(st.booleans()),
            ended_early=ends == "ended_early",
            abandoned=ends == "abandoned",
            archived=draw(st.booleans()),
            deleted_at=draw(st.none() | TIMES),
            phone_time=draw(st.none() | TIMES),
        ),
        seats=tuple(seats),
        rounds=tuple(_round(draw, number, count) for number in numbers),
    )


def _round(draw: st.DrawFn, number: int, seats: int) -> RoundRecord:
    out = draw(st.none() | st.integers(0, seats - 1))
    played = draw(st.sets(st.integers(0, seats - 1), min_size=1))
    cards = st.none() | st.lists(st.sampled_from(["R9", "W", "S", "B10/G3"]), max_size=4)
    return RoundRecord(
        number=number,
        lines=tuple(
            LineRecord(seat, draw(COUNTS), draw(st.booleans()), seat == out, draw(cards))
            for seat in sorted(played)
        ),
        overrule=draw(TEXTS),
        recorded_by=draw(st.sampled_from(["owner", "gone", "a name"])),
        recorded_at=draw(TIMES),
        phone_time=draw(st.none() | TIMES),
    )


def store_game(game: GameRecord, *, revision: int | None, draft: bool) -> StoredRandomGame:
    """Store a random game in a group of its own."""
    owner, viewer, gone = (User.objects.create_guest(name) for name in ("Ann", "Vi", "Gone"))
    group = Group.objects.create(name="A group")
    for user, role in ((owner, Role.OWNER), (viewer, Role.VIEWER)):
        Membership.objects.create(group=group, user=user, role=role)
    if revision is not None:
        GroupLog.objects.create(group=group, revision=revision)
    Player.objects.bulk_create(
        Player(id=seat.player_id, group=group, name=seat.name) for seat in game.seats
    )
    game = game.with_columns(group_id=group.pk)
    insert_games([game])
    # Rows need not be stored in their order.
    insert_seats([game.with_seats(game.seats[::-1])])
    for played in reversed(game.rounds):
        users = {"owner": owner, "gone": gone}
        insert_rounds([(game, played)], recorded_by=users.get(played.recorded_by or ""))
    gone.delete()
    if draft:
        Draft.objects.create(game_id=game.game.id, round=len(game.rounds) + 1)
    link = ShareLink.objects.create(game_id=game.game.id, token=uuid4().hex)
    return StoredRandomGame(game, owner, viewer, link.token)

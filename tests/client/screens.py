"""All screens of the client, as pictures show them and tests look at them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from playwright.sync_api import FilePayload

from tests.client.build import CLIENT
from tests.client.entry import Entry
from tests.client.phone import Phone
from tests.client.referee import Referee
from tests.client.seeds import Evening

Path = Callable[[Evening], str]
Prepare = Callable[[Phone, Evening], None]


@dataclass(frozen=True)
class Screen:
    """A screen in one of its states."""

    name: str
    route: str  # as in client/src/routes.ts
    path: Path
    prepare: Prepare = lambda phone, evening: None  # until what is to be seen is there
    stranger: bool = False  # seen by somebody who has never been here
    wordy: bool = False  # so much text that each language needs a look
    sizes: bool = False  # narrow, wide and with large text, too

    def show(self, phone: Phone, evening: Evening) -> None:
        """Bring a phone to this screen."""
        if not self.stranger:
            phone.forget_typed()
        phone.open(self.path(evening))
        phone.page.get_by_role("heading").first.wait_for()
        self.prepare(phone, evening)


def at_game(rest: str = "") -> Path:
    return lambda evening: f"/g/{evening.game}{rest}"


def at_group(rest: str) -> Path:
    """An address of a group that has played some games to their end."""

    def path(evening: Evening) -> str:
        assert evening.history
        return f"/group/{evening.group}{rest}".format(**evening.players)

    return path


def at_new_game(evening: Evening) -> str:
    assert evening.history
    return f"/new/{evening.group}"


def counted(phone: Phone, evening: Evening) -> None:
    """Until figures are there."""
    phone.page.get_by_role("heading", level=2).first.wait_for()


def until(text: str, role: str = "list") -> Prepare:
    """Until what has this name is there."""
    return lambda phone, evening: phone.find(phone.says(text), role).wait_for()


def figures(phone: Phone, evening: Evening) -> None:
    phone.page.locator("summary").first.wait_for()


def last_night(evening: Evening) -> str:
    """The night on which the games of the group were played."""
    assert evening.history
    (night,) = evening.owner.get(f"/groups/{evening.group}/nights/?limit=1")["results"]
    return f"/group/{evening.group}/nights/{night['date']}"


def a_night(phone: Phone, evening: Evening) -> None:
    phone.find(phone.says("Nights"), "list").get_by_role("link").first.wait_for()


def as_table(phone: Phone, evening: Evening) -> None:
    counted(phone, evening)
    phone.page.locator(".chart summary").first.tap()


def odds(phone: Phone, evening: Evening) -> None:
    phone.page.locator(".more-choices summary").last.tap()
    phone.page.locator(".bars").wait_for()


def choices(phone: Phone, evening: Evening) -> None:
    """Until it is known which tables there are."""
    phone.find(phone.says("Start the game")).wait_for()


def devices(phone: Phone, evening: Evening) -> None:
    phone.page.locator(".device").first.wait_for()


def pairing(phone: Phone, evening: Evening) -> None:
    phone.tap(phone.says("Log in another device"))
    phone.page.locator(".pairing-code").wait_for()


def handicaps(phone: Phone, evening: Evening) -> None:
    phone.unfold("Handicap")
    phone.page.locator("fieldset.handicap ~ p").wait_for()


def circumstances(phone: Phone, evening: Evening) -> None:
    counted(phone, evening)
    phone.unfold("Where and when")
    phone.page.locator("details[open] .bars").last.wait_for()


def last_card(phone: Phone, evening: Evening) -> None:
    counted(phone, evening)
    following = phone.find(phone.says("Next"))
    while following.count():
        following.tap()


def won(phone: Phone, evening: Evening) -> None:
    phone.find(phone.says("The night so far"), "link").wait_for()


def half_typed(phone: Phone, evening: Evening) -> None:
    """Anna went out, and 50 points of Ben's leave something open."""
    entry = Entry(phone)
    entry.went_out("Anna")
    entry.type(50)


def by_cards(phone: Phone, evening: Evening) -> None:
    Entry(phone).went_out("Anna")
    phone.tap(phone.says("Cards"))
    for special in phone.page.locator("[data-special]").all():
        special.tap()


def refused(phone: Phone, evening: Evening) -> None:
    entry = Entry(phone)
    entry.went_out("Anna")
    entry.type(3)
    phone.page.locator("footer").get_by_role("button").last.tap()
    phone.find(phone.says("Keep it")).wait_for()


def overruled(phone: Phone, evening: Evening) -> None:
    refused(phone, evening)
    phone.tap(phone.says("Keep it"))


def corrected(phone: Phone, evening: Evening) -> None:
    entry = Entry(phone)
    entry.row("Ben").tap()
    phone.tap(phone.says("Clear"))
    entry.type(120)
    phone.tap(phone.says("Correct round {round}", round=1))
    phone.find(phone.says("Correct it")).wait_for()


def cards_of_a_phase(phone: Phone, evening: Evening) -> None:
    phone.page.get_by_role("table").get_by_role("button").first.tap()
    phone.page.get_by_role("dialog").wait_for()


def dialog_of(name: str) -> Prepare:
    """Open the dialog behind a button."""

    def prepare(phone: Phone, evening: Evening) -> None:
        phone.tap(phone.says(name))
        phone.page.get_by_role("dialog").wait_for()

    return prepare


def a_player(phone: Phone, evening: Evening) -> None:
    players = phone.find(phone.says("Players"), "list")
    players.get_by_role("button").first.tap()
    phone.page.get_by_role("dialog").wait_for()


def a_face(phone: Phone, evening: Evening) -> None:
    a_player(phone, evening)
    phone.tap(phone.says("Color and sign"))
    phone.find(phone.says("Take this face")).wait_for()


def in_game(evening: Evening) -> str:
    return f"/referee/{evening.game}"


def legal_phase(phone: Phone, evening: Evening) -> None:
    Referee(phone).phase(2).takes("R8 B8 W G9 W Y11 R12")
    ruled(phone)


def illegal_phase(phone: Phone, evening: Evening) -> None:
    """A card is missing from the run: the rule behind it is open, and some cards would do."""
    Referee(phone).phase(2).takes("R8 B8 W Y3 Y4 Y6 B7")
    phone.page.locator(".referee-words summary").first.tap()
    phone.page.locator(".referee-words details p").first.wait_for()


def ambiguous_phase(phone: Phone, evening: Evening) -> None:
    Referee(phone).phase(4).takes("W R4 R6 R5 B7 R8 R9")
    phone.page.locator(".card-choice").first.wait_for()


def legal_hit(phone: Phone, evening: Evening) -> None:
    Referee(phone).asks("Hit").takes("R4 B5 W G7").group(1).takes("B8")
    ruled(phone)


def what_a_hand_can_do(phone: Phone, evening: Evening) -> None:
    Referee(phone).asks("My hand").takes("R3 G3 B3 R8 G8 R1 B5 Y6 Y10 S")
    phone.page.locator(".slot .card").nth(9).wait_for()  # the last card asks once more
    phone.page.locator(".referee-words:not([data-stale]) .referee-outs li").first.wait_for()


def a_hand_that_goes_out(phone: Phone, evening: Evening) -> None:
    referee = Referee(phone).asks("My hand").takes("R3 G3 B3 R8 G8 W Y3 B12 S")
    phone.tap(phone.says("Add a group on the table"))
    referee.takes("Y12 G12 R12").group(0)
    phone.page.locator(".referee-steps li").first.wait_for()


def rules_found(phone: Phone, evening: Evening) -> None:
    Referee(phone).asks("Rules")
    phone.page.get_by_label(phone.says("Look for a rule")).fill(phone.says("Skip"))
    phone.page.locator(".rules summary").first.tap()


def which_phase(phone: Phone, evening: Evening) -> None:
    phone.page.locator(".referee-phase > button").tap()
    phone.page.get_by_role("dialog").wait_for()


def ruled(phone: Phone) -> None:
    phone.page.locator(".referee-words:not([data-stale]) .notice").wait_for()


def shared(evening: Evening) -> str:
    evening.share()
    return f"/g/{evening.game}/share"


def shared_group(evening: Evening) -> str:
    evening.share_group()
    return f"/group/{evening.group}/share"


def at_shared_group(evening: Evening) -> str:
    assert evening.history
    return evening.share_group()


def a_link(phone: Phone, evening: Evening) -> None:
    phone.page.get_by_role("img").first.wait_for()


def drafted(evening: Evening) -> str:
    """A round that several phones enter: Ben is there."""
    game = evening.start()
    evening.owner.ask("PUT", f"/games/{game}/draft/", {"round": 1})
    ben = evening.players["Ben"]
    evening.owner.ask("PUT", f"/games/{game}/draft/lines/{ben}/", {"round": 1, "points": 15})
    return f"/g/{game}/enter"


def with_draft(phone: Phone, evening: Evening) -> None:
    """Wait until the phone knows that others have begun."""
    phone.find(phone.says("Finish on this phone")).wait_for()


def own_line(phone: Phone, evening: Evening) -> None:
    """Cleo's points, which leave something open."""
    with_draft(phone, evening)
    entry = Entry(phone)
    entry.row("Cleo").tap()
    entry.type(50)


def two_lines(phone: Phone, evening: Evening) -> None:
    """Someone else changes Ben's points while this phone has no network."""
    game = phone.path.split("/")[2]
    with_draft(phone, evening)
    entry = Entry(phone)
    entry.row("Ben").tap()
    phone.offline()
    phone.tap(phone.says("Clear"))
    entry.type(25)
    phone.tap(phone.says("Enter"))
    path = f"/games/{game}/draft/lines/{evening.players['Ben']}/"
    (seen,) = evening.owner.get(f"/games/{game}/draft/")["draft"]["lines"]
    dans = {"round": 1, "points": 35, "seen": seen["version"]}
    status, answer, _headers = evening.join("Dan").ask("PUT", path, dans)
    assert status == 200, answer
    phone.online()
    phone.find(phone.says("Keep mine")).wait_for()


def in_trouble(phone: Phone, evening: Evening) -> None:
    """Another phone records the round that this one has entered without a network."""
    game = entered_offline(phone, evening)
    evening.round_of(game, "Anna", Ben=105, Cleo=115)
    phone.online()
    phone.tap(phone.says("Decide"), "link")
    phone.find(phone.says("Mine is round {number}", number=2)).wait_for()


def not_taken(phone: Phone, evening: Evening) -> None:
    """The game is abandoned before the round that this phone has entered is sent."""
    game = entered_offline(phone, evening)
    version = evening.owner.get(f"/games/{game}/")["version"]
    seen = {"If-Match": f'"{version}"'}
    evening.owner.ask("PATCH", f"/games/{game}/", {"status": "abandoned"}, **seen)
    phone.online()
    phone.tap(phone.says("Decide"), "link")
    phone.find(phone.says("Resume the game")).wait_for()


def entered_offline(phone: Phone, evening: Evening) -> str:
    """A game with a round that waits for the network; its id."""
    game = evening.start()
    phone.open(f"/g/{game}")
    until("Standings", "table")(phone, evening)
    phone.offline()
    phone.tap(phone.says("Enter points"), "link")
    entry = Entry(phone)
    entry.went_out("Anna")
    entry.type(105)
    entry.row("Cleo").tap()
    entry.type(110)
    phone.tap(phone.says("Record"))
    until("Standings", "table")(phone, evening)
    return game


def a_laid_table(evening: Evening) -> str:
    """Two have laid down and one has hit; Anna has a Skip in front of her."""
    before, evening.game = evening.game, evening.start(turns_logged=True)
    evening.play("draw", "Ben", pile="draw_pile")
    evening.play("lay_down", "Ben", groups=[["R5", "B5", "W"], ["G9", "Y9", "R9"]])
    evening.play("discard", "Ben", card="S", skips=evening.players["Anna"])
    evening.play("draw", "Cleo", pile="draw_pile")
    table = evening.play("lay_down", "Cleo", groups=[["G3", "Y3", "B3"], ["R7", "W", "G7"]])
    evening.play("hit", "Cleo", group=table["groups"][0]["id"], cards=["G5", "Y5"])
    path, evening.game = f"/g/{evening.game}/table", before
    return path


def a_turned_table(evening: Evening) -> str:
    """A game of Flip whose wild side is in play: Ben has discarded a Flip symbol."""
    before, evening.game = evening.game, evening.start(edition="flip")
    evening.play("lay_down", "Ben", groups=[["R1", "R2", "R3"], ["B6", "B7"]])
    evening.play("discard", "Ben", card="R5!")
    path, evening.game = f"/g/{evening.game}/table", before
    return path


def nothing_lies(phone: Phone, evening: Evening) -> None:
    phone.page.get_by_text(
        phone.says(
            "Nobody has laid down yet. "
            "You need not note anything here: points count without it, too."
        )
    ).wait_for()


def half_laid(phone: Phone, evening: Evening) -> None:
    """Anna has tapped her first set, and one card of the second."""
    lying(phone, evening)
    phone.tap(phone.says("Lay down for {name}", name="Anna"))
    picker = phone.page.get_by_role("dialog").get_by_role("group", name=phone.says("Cards"))
    for number in ("1", "1", "1", "2"):
        picker.get_by_text(number, exact=True).tap()


def lying(phone: Phone, evening: Evening) -> None:
    phone.page.get_by_text(phone.says("loses a turn")).wait_for()


def turned(phone: Phone, evening: Evening) -> None:
    # What Ben played may be read out as well, by screen readers.
    phone.page.get_by_text(f"● {phone.says('Wild side')}", exact=True).wait_for()


def wrong_hit(phone: Phone, evening: Evening) -> None:
    """A six for the fives."""
    lying(phone, evening)
    phone.page.locator("button.area-group").first.tap()
    phone.page.get_by_role("dialog").get_by_text("6", exact=True).tap()
    phone.find(phone.says("Play it all the same")).wait_for()


def a_file(phone: Phone, evening: Evening) -> None:
    """An export that is ready to be saved."""
    phone.page.locator("footer .button").tap()
    phone.page.locator(".job .button[data-kind=quiet]").first.wait_for()


# The game is not clear: who Bob is, and which player Kim and Kimm are.
SHEET = b"""date,edition,player,total,completed,won
2023-12-26,classic,Anna,340,10,
2023-12-26,classic,Bob,415,9,
2023-12-26,classic,Kim,280,8,
2023-12-27,classic,Anna,500,,
2023-12-27,classic,Kimm,many,,yes
"""


def looked_at(phone: Phone, evening: Evening) -> None:
    """A file with a mistake, and with names that the group does not know."""
    file: FilePayload = {"name": "old games.csv", "mimeType": "text/csv", "buffer": SHEET}
    phone.page.locator("input[type=file]").set_input_files(file)
    phone.page.locator("footer .button").tap()
    phone.page.locator(".import-problem").first.wait_for()


def second_round(phone: Phone, evening: Evening) -> None:
    phone.page.locator("footer").get_by_role("button").last.tap()
    phone.page.wait_for_timeout(250)  # until the rows have moved


SCREENS = [
    Screen("welcome", "/", lambda evening: "/", stranger=True, wordy=True, sizes=True),
    Screen("start", "/", lambda evening: "/", until("Your tables", "heading"),
           wordy=True, sizes=True),
    Screen("new-game", "/new", lambda evening: "/new", choices, wordy=True, sizes=True),
    Screen("next-game", "/new/{group}", lambda evening: f"/new/{evening.group}", choices),
    Screen("score-pad", "/g/{game}", at_game(), until("Standings", "table"), wordy=True,
           sizes=True),
    Screen("phase", "/g/{game}", at_game(), cards_of_a_phase),
    Screen("game-over", "/g/{game}", lambda evening: f"/g/{evening.finished}", won),
    Screen("who-went-out", "/g/{game}/enter", at_game("/enter"), until("Players")),
    Screen("round-entry", "/g/{game}/enter", at_game("/enter"), half_typed, wordy=True, sizes=True),
    Screen("round-by-cards", "/g/{game}/enter", at_game("/enter"), by_cards, sizes=True),
    Screen("round-refused", "/g/{game}/enter", at_game("/enter"), refused, wordy=True),
    Screen("round-overruled", "/g/{game}/enter", at_game("/enter"), overruled, wordy=True),
    Screen("rounds", "/g/{game}/rounds", at_game("/rounds"), until("Score sheet", "region"),
           wordy=True, sizes=True),
    Screen("chart", "/g/{game}/chart", at_game("/chart"), as_table, wordy=True, sizes=True),
    Screen("replay", "/g/{game}/replay", at_game("/replay"), second_round, wordy=True, sizes=True),
    Screen("correction", "/g/{game}/rounds/{number}", at_game("/rounds/1"), corrected, wordy=True),
    Screen("history", "/g/{game}/history", at_game("/history"), until("History"), wordy=True),
    Screen("menu", "/g/{game}/menu", at_game("/menu"), until("Players"), wordy=True, sizes=True),
    Screen("joining", "/g/{game}/menu", at_game("/menu"), dialog_of("Add a player")),
    Screen("ending", "/g/{game}/menu", at_game("/menu"), dialog_of("End the game early")),
    Screen("share", "/g/{game}/share", shared, a_link, wordy=True),
    Screen("table", "/g/{game}/table", at_game("/table"), nothing_lies, sizes=True),
    Screen("group", "/group/{group}", at_group(""), until("Players"), wordy=True),
    Screen("note", "/g/{game}/table", at_game("/table"), dialog_of("Write a note")),
    Screen("player-of-group", "/group/{group}", at_group(""), a_player),
    Screen("face", "/group/{group}", at_group(""), a_face, wordy=True, sizes=True),
    Screen("referee", "/referee", lambda evening: "/referee", legal_phase, wordy=True, sizes=True),
    Screen("referee-refuses", "/referee", lambda evening: "/referee", illegal_phase, wordy=True),
    Screen("referee-asks", "/referee", lambda evening: "/referee", ambiguous_phase, sizes=True),
    Screen("referee-hit", "/referee", lambda evening: "/referee", legal_hit, sizes=True),
    Screen("referee-hand", "/referee", lambda evening: "/referee", what_a_hand_can_do, wordy=True),
    Screen("referee-out", "/referee", lambda evening: "/referee", a_hand_that_goes_out),
    Screen("referee-rules", "/referee", lambda evening: "/referee", rules_found, wordy=True),
    Screen("referee-phases", "/referee/{game}", in_game, which_phase, sizes=True),
    Screen("invite", "/group/{group}/invite", lambda evening: f"/group/{evening.group}/invite"),
    Screen("import", "/group/{group}/import", at_group("/import"), wordy=True, sizes=True),
    Screen("import-preview", "/group/{group}/import/{job}", at_group("/import"), looked_at,
           wordy=True, sizes=True),
    Screen("export", "/group/{group}/export", at_group("/export"), a_file, wordy=True, sizes=True),
    Screen("leaderboard", "/group/{group}/leaderboard", at_group("/leaderboard"), counted,
           wordy=True, sizes=True),
    Screen("player", "/group/{group}/player/{player}", at_group("/player/{Anna}"), counted,
           wordy=True, sizes=True),
    Screen("circumstances", "/group/{group}/player/{player}", at_group("/player/{Anna}"),
           circumstances, wordy=True, sizes=True),
    Screen("odds", "/new/{group}", at_new_game, odds, wordy=True, sizes=True),
    Screen("handicaps", "/new/{group}", at_new_game, handicaps, wordy=True, sizes=True),
    Screen("nights", "/group/{group}/nights", at_group("/nights"), a_night, sizes=True),
    Screen("night", "/group/{group}/nights/{date}", last_night, counted, wordy=True, sizes=True),
    Screen("records", "/group/{group}/records", at_group("/records"), counted, wordy=True),
    Screen("phases", "/group/{group}/phases", at_group("/phases"), counted, sizes=True),
    Screen("figures", "/group/{group}/figures", at_group("/figures"), figures),
    Screen("head-to-head", "/group/{group}/head-to-head", at_group("/head-to-head"), counted,
           sizes=True),
    Screen("rivals", "/group/{group}/head-to-head/{player}/{other}",
           at_group("/head-to-head/{Anna}/{Ben}"), counted, wordy=True, sizes=True),
    Screen("year", "/group/{group}/year/{year}", at_group(f"/year/{datetime.now(UTC).year}"),
           counted, wordy=True, sizes=True),
    Screen("year-end", "/group/{group}/year/{year}", at_group(f"/year/{datetime.now(UTC).year}"),
           last_card),
    Screen("join", "/join", lambda evening: "/join"),
    Screen("invitation", "/join/{code}", lambda evening: f"/join/{evening.invite()}", counted,
           wordy=True),
    Screen("watch", "/watch/{token}", lambda evening: evening.share(),
           until("Standings", "table"), stranger=True, sizes=True),
    Screen("share-group", "/group/{group}/share", shared_group, a_link, wordy=True),
    Screen("shared", "/shared/{token}", at_shared_group, counted, stranger=True, wordy=True,
           sizes=True),
    Screen("me", "/me", lambda evening: "/me", wordy=True, sizes=True),
    Screen("nobody", "/me", lambda evening: "/me", stranger=True),
    Screen("devices", "/me/devices", lambda evening: "/me/devices", devices, wordy=True),
    Screen("pairing", "/me/devices", lambda evening: "/me/devices", pairing),
    Screen("tokens", "/me/tokens", lambda evening: "/me/tokens"),
    Screen("new-token", "/me/tokens/new", lambda evening: "/me/tokens/new?scopes=read", wordy=True),
    Screen("account", "/me/account", lambda evening: "/me/account", wordy=True),
    Screen("log-in", "/me/account", lambda evening: "/me/account", stranger=True),
    Screen("install", "/install", lambda evening: "/install", stranger=True),
    Screen("pair", "/pair", lambda evening: "/pair", stranger=True),
    Screen("confirm", "/confirm", lambda evening: "/confirm#a-key", stranger=True),
    Screen("reset", "/reset", lambda evening: "/reset", stranger=True),
    Screen("new-password", "/reset", lambda evening: "/reset#a-key", stranger=True),
    # Last: afterwards there are other games in the group, and decisions to make.
    Screen("table-laid", "/g/{game}/table", a_laid_table, lying, sizes=True),
    Screen("hit-refused", "/g/{game}/table", a_laid_table, wrong_hit, sizes=True),
    Screen("lay-down", "/g/{game}/table", a_laid_table, half_laid),
    Screen("table-turned", "/g/{game}/table", a_turned_table, turned),
    Screen("draft", "/g/{game}/enter", drafted, with_draft, wordy=True, sizes=True),
    Screen("draft-line", "/g/{game}/enter", drafted, own_line, wordy=True),
    Screen("draft-conflict", "/g/{game}/enter", drafted, two_lines, wordy=True),
    Screen("trouble", "/trouble/{id}", lambda evening: "/", in_trouble, wordy=True),
    Screen("not-taken", "/trouble/{id}", lambda evening: "/", not_taken, wordy=True),
]  # fmt: skip


def routes() -> list[str]:
    """Every address that the client knows."""
    source = (CLIENT / "src" / "routes.ts").read_text(encoding="utf-8")
    table = source.partition("const ROUTES")[2].partition("];")[0]
    found = re.findall(r'\["(/[^"]*)", ', table)
    assert found, "client/src/routes.ts lists its addresses in another way"
    return found

"""How much of groups and games may be stored."""

from django.utils.translation import gettext_lazy as _

from rest.limits import StoredLimit

MAX_SEASONS = 200  # of a group

LIMITS = {
    "groups_of_account": StoredLimit(
        200, _("You can be in %(maximum)s groups: leave or delete one first.")
    ),
    "members_of_group": StoredLimit(
        500, _("A group can have %(maximum)s members: remove somebody first.")
    ),
    "players_of_group": StoredLimit(
        10_000, _("A group can have %(maximum)s players: delete those who have never played.")
    ),
    "games_of_group": StoredLimit(
        20_000, _("A group can have %(maximum)s games: go on in a new group.")
    ),
    "invites_of_group": StoredLimit(
        50, _("A group can have %(maximum)s open invites: revoke one first.")
    ),
    "phase_lists_of_group": StoredLimit(
        50,
        _("A group can save %(maximum)s lists of Phases: delete one first."),
        code="too_many_phase_lists",
    ),
    "share_links_of_game": StoredLimit(
        100, _("A game can have %(maximum)s share links, with those that were revoked lately.")
    ),
    "share_links_of_group": StoredLimit(
        100, _("A group can have %(maximum)s share links, with those that were revoked lately.")
    ),
    "rounds_of_game": StoredLimit(1_000, _("A game can have %(maximum)s rounds: start a new one.")),
    "plays_of_round": StoredLimit(
        2_000,
        _("A round can have %(maximum)s plays and notes, with those that were taken back."),
    ),
    # An archive may have these and a merge of every player, so that every game can be restored.
    "changes_of_game": StoredLimit(
        10_000, _("A game can be changed %(maximum)s times: start a new one.")
    ),
    "events_of_game": StoredLimit(
        50_000, _("A game can have %(maximum)s events: start a new one.")
    ),
}

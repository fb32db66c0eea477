"""Addresses of games, rounds, the live table and share links."""

from django.urls import path

from games.api import game_views, live_views, share_views, table_views
from games.api import table_serializers as asks
from games.api.game_views import decision_view
from games.api.table_views import play_view
from games.services import play_verdicts

urlpatterns = [
    path("groups/<uuid:group>/games/", game_views.GameListView.as_view()),
    path("games/<uuid:game>/", game_views.GameView.as_view()),
    path(
        "games/<uuid:game>/abandon/",
        decision_view(
            "abandon",
            "Abandon a game",
            "It stops where it is and nobody wins.",
        ),
    ),
    path(
        "games/<uuid:game>/resume/",
        decision_view("resume", "Take a game up again", "One that was abandoned or ended early."),
    ),
    path(
        "games/<uuid:game>/end/",
        decision_view(
            "end",
            "End a game early: the leader wins",
            "By the furthest Phase, then by points.",
        ),
    ),
    path(
        "games/<uuid:game>/archive/",
        decision_view(
            "archive",
            "Put a game away",
            "It no longer stands among the games that are on; nothing else changes.",
        ),
    ),
    path(
        "games/<uuid:game>/unarchive/",
        decision_view("unarchive", "Bring a game back", "It stands among the others again."),
    ),
    path("games/<uuid:game>/restore/", game_views.RestoreView.as_view()),
    path("games/<uuid:game>/rounds/", game_views.RoundListView.as_view()),
    path("games/<uuid:game>/rounds/<int:number>/", game_views.RoundView.as_view()),
    path("games/<uuid:game>/table/", table_views.TableView.as_view()),
    path(
        "games/<uuid:game>/table/lay-downs/",
        play_view(
            "layDown",
            "Lay down a Phase",
            "Ruled with all that lies on the table. Illegal is 409 with the ruling, ambiguous "
            "409 with the choices; the table may overrule the referee, never a choice.",
            asks.LayDownSerializer,
            play_verdicts.resolve_lay_down,
        ),
    ),
    path(
        "games/<uuid:game>/table/hits/",
        play_view(
            "hitGroup",
            "Hit a group",
            "Any number of cards, in whatever order works. 409 as for laying down.",
            asks.HitSerializer,
            play_verdicts.resolve_hit,
        ),
    ),
    path(
        "games/<uuid:game>/table/discards/",
        play_view(
            "discardCard",
            "Discard",
            "It ends the turn. A Skip says in front of whom; a Flip symbol turns the cards over.",
            asks.DiscardSerializer,
            play_verdicts.resolve_discard,
        ),
    ),
    path(
        "games/<uuid:game>/table/draws/",
        play_view(
            "drawDiscard",
            "Take the top of the discard pile",
            "A Skip is never taken. With `dry_run` it is only asked whether this one may be.",
            asks.DrawSerializer,
            play_verdicts.resolve_draw,
        ),
    ),
    path(
        "games/<uuid:game>/table/flips/",
        play_view(
            "flipCards",
            "Turn the cards over",
            "Where the discard that did it is not logged.",
            asks.FlipSerializer,
            play_verdicts.resolve_flip,
        ),
    ),
    path(
        "games/<uuid:game>/table/notes/",
        play_view(
            "writeNote",
            "Write something down",
            "Words for the record; nothing moves.",
            asks.NoteSerializer,
            play_verdicts.resolve_note,
        ),
    ),
    path("games/<uuid:game>/table/plays/<uuid:play>/", table_views.TakeBackView.as_view()),
    path("games/<uuid:game>/events/", live_views.EventsView.as_view()),
    path("games/<uuid:game>/log/", live_views.LogView.as_view()),
    path("games/<uuid:game>/tickets/", live_views.TicketView.as_view()),
    path("games/<uuid:game>/changes/", game_views.ChangeListView.as_view()),
    path("games/<uuid:game>/share-links/", share_views.ShareLinkListView.as_view()),
    path("games/<uuid:game>/share-links/<uuid:link>/", share_views.ShareLinkView.as_view()),
    path("watch/<str:token>/", share_views.WatchView.as_view()),
    path("watch/<str:token>/table/", table_views.WatchedTableView.as_view()),
    path("watch/<str:token>/events/", live_views.WatchedEventsView.as_view()),
    path("watch/<str:token>/log/", live_views.WatchedLogView.as_view()),
]

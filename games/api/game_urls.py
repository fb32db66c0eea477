"""Addresses of games, rounds, the live table and share links."""

from django.urls import include, path

from games.api import (
    attendance_views,
    decision_views,
    draft_views,
    game_views,
    live_views,
    old_share_views,
    play_views,
    round_views,
    share_views,
    table_views,
)

# What is asked most often comes first: Django tries one address after the other.
OF_A_GAME = [
    path("", game_views.GameView.as_view()),
    path("rounds/", round_views.RoundListView.as_view()),
    path("rounds/<int:number>/", round_views.RoundView.as_view()),
    path("table/", table_views.TableView.as_view()),
    path("table/plays/", play_views.PlayListView.as_view()),
    path("table/lay-downs/", play_views.LayDownView.as_view()),
    path("table/hits/", play_views.HitView.as_view()),
    path("table/discards/", play_views.DiscardView.as_view()),
    path("table/draws/", play_views.DrawView.as_view()),
    path("table/flips/", play_views.FlipView.as_view()),
    path("table/notes/", play_views.NoteView.as_view()),
    path("table/plays/<uuid:play>/", play_views.TakeBackView.as_view()),
    path("events/", live_views.EventsView.as_view()),
    path("log/", live_views.LogView.as_view()),
    path("draft/", draft_views.DraftView.as_view()),
    path("draft/lines/<uuid:player>/", draft_views.DraftLineView.as_view()),
    path("restore/", game_views.RestoreView.as_view()),
    path("changes/", game_views.ChangeListView.as_view()),
    path("abandon/", decision_views.AbandonView.as_view()),
    path("resume/", decision_views.ResumeView.as_view()),
    path("end/", decision_views.EndView.as_view()),
    path("archive/", decision_views.ArchiveView.as_view()),
    path("unarchive/", decision_views.UnarchiveView.as_view()),
    path("players/", attendance_views.GamePlayerListView.as_view()),
    path("players/<uuid:player>/", attendance_views.GamePlayerView.as_view()),
    path("tickets/", live_views.GameTicketView.as_view()),
    path("share-links/", old_share_views.GameShareLinkListView.as_view()),
    path("share-links/<uuid:link>/", old_share_views.GameShareLinkView.as_view()),
    path("share-links/<uuid:link>/adopt/", old_share_views.AdoptShareLinkView.as_view()),
]

OF_A_WATCHED_GAME = [
    path("", old_share_views.WatchView.as_view()),
    path("table/", table_views.WatchedTableView.as_view()),
    path("draft/", draft_views.WatchedDraftView.as_view()),
    path("events/", live_views.WatchedEventsView.as_view()),
    path("log/", live_views.WatchedLogView.as_view()),
]

urlpatterns = [
    path("games/<uuid:game>/", include(OF_A_GAME)),
    path("watch/<str:token>/", include(OF_A_WATCHED_GAME)),
    path("share-links/", share_views.ShareLinkListView.as_view()),
    path("share-links/<uuid:link>/", share_views.ShareLinkView.as_view()),
    path("tickets/", live_views.TicketView.as_view()),
    path("groups/<uuid:group>/games/", game_views.GameListView.as_view()),
]

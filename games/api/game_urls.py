"""Addresses of games, rounds, the live table and share links."""

from django.urls import path

from games.api import (
    attendance_views,
    decision_views,
    game_views,
    live_views,
    play_views,
    round_views,
    share_views,
    table_views,
)

urlpatterns = [
    path("groups/<uuid:group>/games/", game_views.GameListView.as_view()),
    path("games/<uuid:game>/", game_views.GameView.as_view()),
    path("games/<uuid:game>/restore/", game_views.RestoreView.as_view()),
    path("games/<uuid:game>/changes/", game_views.ChangeListView.as_view()),
    path("games/<uuid:game>/abandon/", decision_views.AbandonView.as_view()),
    path("games/<uuid:game>/resume/", decision_views.ResumeView.as_view()),
    path("games/<uuid:game>/end/", decision_views.EndView.as_view()),
    path("games/<uuid:game>/archive/", decision_views.ArchiveView.as_view()),
    path("games/<uuid:game>/unarchive/", decision_views.UnarchiveView.as_view()),
    path("games/<uuid:game>/players/", attendance_views.GamePlayerListView.as_view()),
    path("games/<uuid:game>/players/<uuid:player>/", attendance_views.GamePlayerView.as_view()),
    path("games/<uuid:game>/rounds/", round_views.RoundListView.as_view()),
    path("games/<uuid:game>/rounds/<int:number>/", round_views.RoundView.as_view()),
    path("games/<uuid:game>/table/", table_views.TableView.as_view()),
    path("games/<uuid:game>/table/lay-downs/", play_views.LayDownView.as_view()),
    path("games/<uuid:game>/table/hits/", play_views.HitView.as_view()),
    path("games/<uuid:game>/table/discards/", play_views.DiscardView.as_view()),
    path("games/<uuid:game>/table/draws/", play_views.DrawView.as_view()),
    path("games/<uuid:game>/table/flips/", play_views.FlipView.as_view()),
    path("games/<uuid:game>/table/notes/", play_views.NoteView.as_view()),
    path("games/<uuid:game>/table/plays/<uuid:play>/", play_views.TakeBackView.as_view()),
    path("games/<uuid:game>/events/", live_views.EventsView.as_view()),
    path("games/<uuid:game>/log/", live_views.LogView.as_view()),
    path("games/<uuid:game>/tickets/", live_views.TicketView.as_view()),
    path("games/<uuid:game>/share-links/", share_views.ShareLinkListView.as_view()),
    path("games/<uuid:game>/share-links/<uuid:link>/", share_views.ShareLinkView.as_view()),
    path("watch/<str:token>/", share_views.WatchView.as_view()),
    path("watch/<str:token>/table/", table_views.WatchedTableView.as_view()),
    path("watch/<str:token>/events/", live_views.WatchedEventsView.as_view()),
    path("watch/<str:token>/log/", live_views.WatchedLogView.as_view()),
]

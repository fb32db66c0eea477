"""Addresses of groups, members, invites and players."""

from django.urls import path

from games.api import (
    group_views,
    home_views,
    invite_views,
    live_views,
    member_views,
    old_share_views,
    phase_list_views,
    player_views,
)

urlpatterns = [
    path("groups/", group_views.GroupListView.as_view()),
    path("groups/<uuid:group>/", group_views.GroupView.as_view()),
    path("groups/<uuid:group>/hand-over/", group_views.HandOverView.as_view()),
    path("groups/<uuid:group>/members/", member_views.MemberListView.as_view()),
    path("groups/<uuid:group>/members/<uuid:member>/", member_views.MemberView.as_view()),
    path(
        "groups/<uuid:group>/members/<uuid:member>/approve-claim/",
        member_views.ApproveClaimView.as_view(),
    ),
    path(
        "groups/<uuid:group>/members/<uuid:member>/refuse-claim/",
        member_views.RefuseClaimView.as_view(),
    ),
    path("groups/<uuid:group>/invites/", invite_views.InviteListView.as_view()),
    path("groups/<uuid:group>/invites/<uuid:invite>/", invite_views.InviteView.as_view()),
    path("groups/<uuid:group>/share-links/", old_share_views.GroupShareLinkListView.as_view()),
    path(
        "groups/<uuid:group>/share-links/<uuid:link>/", old_share_views.GroupShareLinkView.as_view()
    ),
    path("me/home/", home_views.HomeView.as_view()),
    path("groups/<uuid:group>/seen/", home_views.SeenView.as_view()),
    path("groups/<uuid:group>/phase-lists/", phase_list_views.PhaseListListView.as_view()),
    path(
        "groups/<uuid:group>/phase-lists/<uuid:phase_list>/",
        phase_list_views.PhaseListView.as_view(),
    ),
    path("groups/<uuid:group>/events/", live_views.GroupEventsView.as_view()),
    path("groups/<uuid:group>/log/", live_views.GroupLogView.as_view()),
    path("groups/<uuid:group>/tickets/", live_views.GroupTicketView.as_view()),
    path("join/", invite_views.JoinView.as_view()),
    path("join/<str:code>/", invite_views.InvitePreviewView.as_view()),
    path("groups/<uuid:group>/players/", player_views.PlayerListView.as_view()),
    path("players/<uuid:player>/", player_views.PlayerView.as_view()),
    path("players/<uuid:player>/claim/", player_views.ClaimView.as_view()),
    path("players/<uuid:player>/release/", player_views.ReleaseView.as_view()),
    path("players/<uuid:player>/merge/", player_views.MergeView.as_view()),
]

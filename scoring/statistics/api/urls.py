"""Addresses of statistics, below /api/v1/."""

from django.urls import path

from scoring.statistics.api import shared_views, views

GROUP = "groups/<uuid:group>/"
STATISTICS = f"{GROUP}statistics/"

urlpatterns = [
    path("figures/", views.FiguresView.as_view()),
    path(f"{STATISTICS}leaderboard/", views.LeaderboardView.as_view()),
    path(f"{STATISTICS}players/<uuid:player>/", views.PlayerStatisticsView.as_view()),
    path(f"{STATISTICS}players/<uuid:player>/circumstances/", views.CircumstancesView.as_view()),
    path(f"{STATISTICS}players/<uuid:player>/ratings/", views.RatingHistoryView.as_view()),
    path(STATISTICS, views.GroupStatisticsView.as_view()),
    path(f"{STATISTICS}head-to-head/", views.HeadToHeadMatrixView.as_view()),
    path(f"{STATISTICS}head-to-head/<uuid:player>/<uuid:other>/", views.HeadToHeadView.as_view()),
    path(f"{STATISTICS}odds/", views.OddsView.as_view()),
    path(f"{STATISTICS}periods/<str:period>/", views.PeriodView.as_view()),
    path(f"{STATISTICS}seasons/<str:date>/", views.SeasonView.as_view()),
    path(f"{STATISTICS}records/", views.FeatsView.as_view()),
    path(f"{STATISTICS}phases/", views.PhasesView.as_view()),
    path(f"{STATISTICS}badges/", views.BadgesView.as_view()),
    path(f"{STATISTICS}years/<int:year>/", views.YearInReviewView.as_view()),
    path(f"{GROUP}summary/", views.SummaryView.as_view()),
    path("shared/<str:token>/", shared_views.SharedView.as_view()),
    path("shared/<str:token>/nights.atom", shared_views.NightsFeedView.as_view()),
    path(f"{GROUP}nights/", views.NightsView.as_view()),
]

"""Addresses of what games add up to, below /api/v1/."""

from django.urls import path

from scoring.api import export_views, import_views, job_views, sheet_views
from scoring.api import statistics_views as statistics

GROUP = "groups/<uuid:group>/"
STATISTICS = f"{GROUP}statistics/"

urlpatterns = [
    # What a group sees
    path(f"{STATISTICS}leaderboard/", statistics.LeaderboardView.as_view()),
    path(f"{STATISTICS}players/<uuid:player>/", statistics.PlayerStatisticsView.as_view()),
    path(f"{STATISTICS}players/<uuid:player>/ratings/", statistics.RatingHistoryView.as_view()),
    path(f"{STATISTICS}head-to-head/", statistics.HeadToHeadMatrixView.as_view()),
    path(
        f"{STATISTICS}head-to-head/<uuid:player>/<uuid:other>/", statistics.HeadToHeadView.as_view()
    ),
    path(f"{STATISTICS}records/", statistics.RecordsView.as_view()),
    path(f"{STATISTICS}phases/", statistics.PhasesView.as_view()),
    path(f"{STATISTICS}badges/", statistics.BadgesView.as_view()),
    path(f"{STATISTICS}years/<int:year>/", statistics.YearView.as_view()),
    # Score sheets
    path("games/<uuid:game>/sheet.pdf", sheet_views.PaperView.as_view()),
    path("games/<uuid:game>/sheet.png", sheet_views.PictureView.as_view()),
    path("watch/<str:token>/sheet.pdf", sheet_views.WatchedPaperView.as_view()),
    path("watch/<str:token>/sheet.png", sheet_views.WatchedPictureView.as_view()),
    # In and out
    path(f"{GROUP}exports/", export_views.ExportView.as_view()),
    path(f"{GROUP}imports/", import_views.ImportListView.as_view()),
    # Long work
    path(f"{GROUP}jobs/", job_views.JobListView.as_view()),
    path(f"{GROUP}recomputes/", job_views.RecomputeView.as_view()),
    path("jobs/<uuid:job>/", job_views.JobView.as_view()),
    path("jobs/<uuid:job>/cancel/", job_views.CancelView.as_view()),
    path("jobs/<uuid:job>/file/", job_views.JobFileView.as_view()),
    path("jobs/<uuid:job>/import/", import_views.ImportView.as_view()),
]

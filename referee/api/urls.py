"""Addresses of the referee, below /api/v1/referee/."""

from django.urls import path

from referee.api import preset_views, rule_views, views

urlpatterns = [
    path("phase/", views.PhaseView.as_view()),
    path("hit/", views.HitView.as_view()),
    path("hand/", views.HandView.as_view()),
    path("score/", views.ScoreView.as_view()),
    path("tally/", views.TallyView.as_view()),
    path("editions/", views.EditionListView.as_view()),
    path("editions/<str:edition>/", views.EditionView.as_view()),
    path("difficulty/", preset_views.DifficultyView.as_view()),
    path("presets/<str:edition>/", preset_views.PresetListView.as_view()),
    path("rules/", rule_views.RuleListView.as_view()),
    path("rules/<str:entry>/", rule_views.RuleView.as_view()),
]

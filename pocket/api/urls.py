"""Addresses of what phones can do themselves, below /api/v1/referee/."""

from django.urls import path

from pocket.api import views

urlpatterns = [
    path("game/", views.GameView.as_view()),
    path("pocket/", views.PocketView.as_view()),
    path("pocket/<str:archive>", views.ArchiveView.as_view()),
]

"""Addresses of what games add up to, below /api/v1/."""

from django.urls import path

from scoring.api import sheet_views

urlpatterns = [
    path("games/<uuid:game>/sheet.pdf", sheet_views.PaperView.as_view()),
    path("games/<uuid:game>/sheet.png", sheet_views.PictureView.as_view()),
    path("watch/<str:token>/sheet.pdf", sheet_views.WatchedPaperView.as_view()),
    path("watch/<str:token>/sheet.png", sheet_views.WatchedPictureView.as_view()),
]

"""Addresses of score sheets, below /api/v1/."""

from django.urls import path

from scoring.sheets.api import night_views, views

urlpatterns = [
    path("games/<uuid:game>/sheet/", views.SheetView.as_view()),
    path("games/<uuid:game>/sheet.pdf", views.PaperView.as_view()),
    path("games/<uuid:game>/sheet.png", views.PictureView.as_view()),
    path("groups/<uuid:group>/nights/<str:date>/night.png", night_views.NightPictureView.as_view()),
    path("groups/<uuid:group>/nights/<str:date>/", night_views.NightView.as_view()),
    path("watch/<str:token>/sheet.pdf", views.WatchedPaperView.as_view()),
    path("watch/<str:token>/sheet.png", views.WatchedPictureView.as_view()),
]

"""Addresses of webhooks, below /api/v1/."""

from django.urls import path

from scoring.webhooks.api import views

WEBHOOKS = "groups/<uuid:group>/webhooks/"
urlpatterns = [
    path(WEBHOOKS, views.WebhookListView.as_view()),
    path(WEBHOOKS + "<uuid:webhook>/", views.WebhookView.as_view()),
]

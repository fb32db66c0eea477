"""Addresses of jobs, below /api/v1/."""

from django.urls import path

from scoring.jobs.api import views

urlpatterns = [
    path("jobs/<uuid:job>/", views.JobView.as_view()),
    path("jobs/<uuid:job>/cancel/", views.CancelView.as_view()),
    path("jobs/<uuid:job>/file/", views.JobFileView.as_view()),
]

"""Addresses of what games add up to, below /api/v1/."""

from django.urls import path

from scoring.api import import_views, job_views

urlpatterns = [
    path("groups/<uuid:group>/imports/", import_views.ImportListView.as_view()),
    path("groups/<uuid:group>/jobs/", job_views.JobListView.as_view()),
    path("groups/<uuid:group>/recomputes/", job_views.RecomputeView.as_view()),
    path("jobs/<uuid:job>/", job_views.JobView.as_view()),
    path("jobs/<uuid:job>/cancel/", job_views.CancelView.as_view()),
    path("jobs/<uuid:job>/file/", job_views.JobFileView.as_view()),
    path("jobs/<uuid:job>/import/", import_views.ImportView.as_view()),
]

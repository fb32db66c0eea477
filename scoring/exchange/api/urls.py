"""Addresses of imports, exports and other jobs to start, below /api/v1/."""

from django.urls import path

from scoring.exchange.api import import_views, job_views, template_views

urlpatterns = [
    path("groups/<uuid:group>/jobs/", job_views.GroupJobsView.as_view()),
    path("groups/<uuid:group>/recomputes/", job_views.RecomputeView.as_view()),
    path("groups/<uuid:group>/exports/", job_views.ExportView.as_view()),
    path("groups/<uuid:group>/imports/", import_views.PreviewView.as_view()),
    path("groups/<uuid:group>/imports/template/", template_views.GroupTemplateView.as_view()),
    path("imports/template/", template_views.TemplateView.as_view()),
    path("jobs/<uuid:job>/preview/", import_views.PreviewAgainView.as_view()),
    path("jobs/<uuid:job>/import/", import_views.ImportView.as_view()),
]

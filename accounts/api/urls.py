"""Addresses of people and their devices, below /api/v1/."""

from django.urls import path

from accounts.api import auth_views, me_views

urlpatterns = [
    path("auth/guests/", auth_views.GuestView.as_view()),
    path("auth/claim/", auth_views.ClaimView.as_view()),
    path("auth/email/confirm/", auth_views.EmailConfirmView.as_view()),
    path("auth/login/", auth_views.LoginView.as_view()),
    path("auth/logout/", auth_views.LogoutView.as_view()),
    path("auth/pairing/", auth_views.PairingView.as_view()),
    path("auth/pair/", auth_views.PairView.as_view()),
    path("auth/password-reset/", auth_views.PasswordResetView.as_view()),
    path("auth/password-reset/confirm/", auth_views.PasswordResetConfirmView.as_view()),
    path("me/", me_views.MeView.as_view()),
    path("me/delete/", me_views.DeleteMeView.as_view()),
    path("me/devices/", me_views.DeviceListView.as_view()),
    path("me/devices/<uuid:device>/", me_views.DeviceView.as_view()),
    path("me/tokens/", me_views.AccessTokenListView.as_view()),
    path("me/tokens/<str:access_token>/", me_views.AccessTokenView.as_view()),
    path("me/export/", me_views.ExportView.as_view()),
]

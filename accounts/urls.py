"""Stands before allauth's addresses: the sign-up page is ours."""

from django.urls import path

from accounts import passkeys, views

urlpatterns = [
    path("settings/", views.settings_page, name="settings"),
    path("accounts/signup/", views.SignupView.as_view(), name="account_signup"),
    path(
        "accounts/signup/passkey/",
        passkeys.PasskeySignupView.as_view(),
        name="accounts_signup_passkey",
    ),
    path(
        "accounts/signup/passkey/create/",
        passkeys.PasskeyCreateView.as_view(),
        name="accounts_signup_passkey_create",
    ),
    path(
        "accounts/sessions/<int:device_id>/end/", views.device_end_view, name="accounts_device_end"
    ),
    path("accounts/data/", views.data_page, name="accounts_data"),
    path("accounts/data/export/", views.export_view, name="accounts_export"),
    path("accounts/data/delete/", views.delete_view, name="accounts_delete"),
]

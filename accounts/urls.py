"""Stands before allauth's addresses: the sign-up page is ours."""

from django.urls import path

from accounts.views import (
    data,
    devices,
    documents,
    friends,
    passkeys,
    reminders,
    reports,
    settings,
    signup,
)

urlpatterns = [
    path("settings/", settings.settings_page, name="settings"),
    path("accounts/signup/", signup.SignupView.as_view(), name="account_signup"),
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
        "accounts/sessions/<int:device_id>/end/",
        devices.device_end_view,
        name="accounts_device_end",
    ),
    path("accounts/friends/", friends.friends_page, name="accounts_friends"),
    path("accounts/friends/ask/", friends.friend_by_name, name="accounts_friend_by_name"),
    path("accounts/friends/link/", friends.link_action, name="accounts_friend_link"),
    path(
        "accounts/friends/<int:player_id>/<slug:action>/",
        friends.friend_action,
        name="accounts_friend_action",
    ),
    path("f/<str:token>/", friends.invitation_page, name="accounts_invitation"),
    path("accounts/reports/<int:player_id>/", reports.report_page, name="accounts_report"),
    path(
        "accounts/reminder/<str:token>/end/",
        reminders.reminder_end_page,
        name="accounts_reminder_end",
    ),
    path("privacy/", documents.privacy_page, name="privacy"),
    path("terms/", documents.terms_page, name="terms"),
    path("accounts/data/", data.data_page, name="accounts_data"),
    path("accounts/data/export/", data.export_view, name="accounts_export"),
    path("accounts/data/delete/", data.delete_view, name="accounts_delete"),
]

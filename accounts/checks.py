"""Settings this app cannot do without, told at every start that runs the checks."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, register
from django.core.checks import Warning as CheckWarning

EXPECTED: dict[str, object] = {
    "AUTH_USER_MODEL": "accounts.User",
    "ACCOUNT_ADAPTER": "accounts.adapters.AccountAdapter",
    "ACCOUNT_USER_MODEL_USERNAME_FIELD": "name",
    "ACCOUNT_USER_DISPLAY": "accounts.models.user_display",
    "ACCOUNT_PREVENT_ENUMERATION": "strict",
    "ACCOUNT_SIGNUP_FIELDS": ["username*", "email*", "password1*"],
    "ACCOUNT_EMAIL_VERIFICATION": "optional",
    "ACCOUNT_REAUTHENTICATION_REQUIRED": True,
    "USERSESSIONS_TRACK_ACTIVITY": False,  # accounts.middleware does, less often
    "MFA_ADAPTER": "accounts.adapters.MfaAdapter",
    "MFA_PASSKEY_LOGIN_ENABLED": True,
    "ACCOUNT_FORMS": {
        "login": "accounts.account_forms.LoginForm",
        "signup": "accounts.account_forms.SignupForm",
        "add_email": "accounts.account_forms.AddEmailForm",
        "reset_password": "accounts.account_forms.ResetPasswordForm",
        "reset_password_from_key": "accounts.account_forms.ResetPasswordKeyForm",
        "change_password": "accounts.account_forms.ChangePasswordForm",
        "set_password": "accounts.account_forms.SetPasswordForm",
        "reauthenticate": "accounts.account_forms.ReauthenticateForm",
    },
    "MFA_FORMS": {
        "authenticate": "accounts.account_forms.CodeForm",
        "reauthenticate": "accounts.account_forms.ReauthenticateCodeForm",
        "activate_totp": "accounts.account_forms.ActivateCodesForm",
        "add_webauthn": "accounts.credentials.AddForm",
        "login_webauthn": "accounts.credentials.LoginForm",
        "authenticate_webauthn": "accounts.credentials.AuthenticateForm",
        "reauthenticate_webauthn": "accounts.credentials.ReauthenticateForm",
    },
}
MIDDLEWARE = "accounts.middleware.PlayerMiddleware"
AFTER = (
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.locale.LocaleMiddleware",
)
BEFORE = ("allauth.account.middleware.AccountMiddleware",)


@register()
def settings_fit(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Each value that breaks guests, names, privacy or passkeys when it is another one."""
    wrong: list[CheckMessage] = [
        CheckWarning(f"{name} must be {value!r}", id="accounts.W001")
        for name, value in EXPECTED.items()
        if getattr(settings, name, None) != value
    ]
    if "guest" not in getattr(settings, "ACCOUNT_RATE_LIMITS", {}):
        hint = 'ACCOUNT_RATE_LIMITS must limit new guests, as {"guest": "120/h/ip"}'
        wrong.append(CheckWarning(hint, id="accounts.W003"))
    if not _in_order(list(settings.MIDDLEWARE)):
        hint = f"after {', '.join(AFTER)}; before {', '.join(BEFORE)}"
        wrong.append(CheckWarning(f"{MIDDLEWARE} must stand {hint}", id="accounts.W002"))
    return wrong


def _in_order(middleware: list[str]) -> bool:
    if MIDDLEWARE not in middleware:
        return False
    place = middleware.index(MIDDLEWARE)
    after = all(middleware.index(name) < place for name in AFTER if name in middleware)
    return after and all(middleware.index(name) > place for name in BEFORE if name in middleware)

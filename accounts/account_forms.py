"""allauth's forms in our words: labels instead of placeholders, one line of help."""

from typing import TYPE_CHECKING, Any

from allauth.account import forms as allauth_forms
from allauth.mfa.base import forms as mfa_forms
from allauth.mfa.totp import forms as totp_forms
from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import MIN_LENGTH
from accounts.zones import zone_is_known

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

NAME_HELP = _("What other players see. You can change it later.")
EMAIL_HELP = _("For a new password and for the boards. Nobody sees it.")
PASSWORD_HELP = _("At least 8 characters, and nothing that is easily guessed.")
EMAIL = _("E-mail address")
NEW_PASSWORD = _("New password")
AGAIN = _("New password once more")


class Plain:
    """Takes the placeholders away and says the field's name and help as given here."""

    words: "dict[str, tuple[StrOrPromise, StrOrPromise]]" = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, forms.Field] = self.fields  # type: ignore[attr-defined]
        for name, field in fields.items():
            field.widget.attrs.pop("placeholder", None)
            if name in self.words:
                field.label, field.help_text = self.words[name]


class LoginForm(Plain, allauth_forms.LoginForm):  # type: ignore[misc]
    words = {"login": (_("Name or e-mail address"), ""), "password": (_("Password"), "")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs |= {"autocomplete": "username"}


class SignupForm(Plain, allauth_forms.SignupForm):  # type: ignore[misc]
    """Name, e-mail, password once; the zone comes along unseen."""

    words = {
        "username": (_("Name"), NAME_HELP),
        "email": (EMAIL, EMAIL_HELP),
        "password1": (_("Password"), PASSWORD_HELP),
    }
    zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs |= {"minlength": str(MIN_LENGTH)}

    def clean_zone(self) -> str:
        zone: str = self.cleaned_data["zone"]
        return zone if zone_is_known(zone) else ""


class AddEmailForm(Plain, allauth_forms.AddEmailForm):  # type: ignore[misc]
    words = {"email": (EMAIL, "")}


class ResetPasswordForm(Plain, allauth_forms.ResetPasswordForm):  # type: ignore[misc]
    words = {"email": (EMAIL, "")}


class ResetPasswordKeyForm(Plain, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    words = {"password1": (NEW_PASSWORD, PASSWORD_HELP), "password2": (AGAIN, "")}


class ChangePasswordForm(Plain, allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    words = {
        "oldpassword": (_("Present password"), ""),
        "password1": (NEW_PASSWORD, PASSWORD_HELP),
        "password2": (AGAIN, ""),
    }


class SetPasswordForm(Plain, allauth_forms.SetPasswordForm):  # type: ignore[misc]
    words = {"password1": (NEW_PASSWORD, PASSWORD_HELP), "password2": (AGAIN, "")}


class ReauthenticateForm(Plain, allauth_forms.ReauthenticateForm):  # type: ignore[misc]
    words = {"password": (_("Password"), "")}


class CodeForm(Plain, mfa_forms.AuthenticateForm):  # type: ignore[misc]
    words = {"code": (_("Code"), "")}


class ReauthenticateCodeForm(Plain, mfa_forms.ReauthenticateForm):  # type: ignore[misc]
    words = {"code": (_("Code"), "")}


class ActivateCodesForm(Plain, totp_forms.ActivateTOTPForm):  # type: ignore[misc]
    words = {"code": (_("Code"), "")}

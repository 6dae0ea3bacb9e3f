"""Every request of a player: language, last seen, and how a guest meets the account pages."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext

from accounts.models import User
from accounts.services.accounts import account_seen, device_seen, language_set
from accounts.services.reports import renaming_told

# Pages of an account's own affairs: a guest has none yet and is shown how to get them.
_MEMBERS_ONLY = frozenset(
    {
        "account_email",
        "account_change_password",
        "account_set_password",
        "account_reauthenticate",
        "account_request_reauthentication_code",
        "account_confirm_reauthentication_code",
        "usersessions_list",
        "accounts_device_end",
    }
)
# Pages for people who are not signed in, which is what a guest is there.
_MFA_ENTRANCE = frozenset(
    {"mfa_authenticate", "mfa_login_webauthn", "mfa_signup_webauthn", "mfa_trust"}
)
_ENTRANCE = _MFA_ENTRANCE | {"accounts_signup_passkey", "accounts_signup_passkey_create"}
_ANY_PLAYER = frozenset({"account_logout", "account_inactive"})


def guest_of(request: HttpRequest) -> User | None:
    """The guest who is on an entrance page, where ``request.user`` is nobody."""
    guest: User | None = getattr(request, "guest", None)
    return guest


class PlayerMiddleware(MiddlewareMixin):
    """Stands after the authentication and message middleware, before allauth's."""

    def process_request(self, request: HttpRequest) -> None:
        user = request.user
        if not isinstance(user, User):
            return
        if user.language in dict(settings.LANGUAGES):
            translation.activate(user.language)
            request.LANGUAGE_CODE = translation.get_language()
        if account_seen(user=user, now=timezone.now()):
            # Who comes back stays signed in: saving moves the session's end.
            request.session.modified = True
        device_seen(request=request)
        if user.renamed_at is not None and renaming_told(user=user):
            messages.warning(request, _renamed(user))

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        user = request.user
        match = request.resolver_match
        if not isinstance(user, User) or match is None:
            return None
        if match.view_name == "set_language" and request.method == "POST":
            _remember_language(user, request.POST.get("language", ""))
        if not user.is_guest:
            return None
        if _is_members_only(match.view_name):
            messages.info(request, gettext("Sign up first: a guest has no account to look after."))
            return redirect("account_signup")
        if _is_entrance(match.view_name):
            request.guest = user  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        return None


def _renamed(user: User) -> str:
    text = gettext(
        "Staff replaced your name: you play as %(name)s now. "
        "You can choose another in the settings."
    )
    return text % {"name": user.display_name}


def _remember_language(user: User, language: str) -> None:
    if language in dict(settings.LANGUAGES):
        language_set(user=user, language=language)


def _is_members_only(name: str) -> bool:
    return name in _MEMBERS_ONLY or (name.startswith("mfa_") and name not in _MFA_ENTRANCE)


def _is_entrance(name: str) -> bool:
    if name in _ANY_PLAYER:
        return False
    return name in _ENTRANCE or name.startswith("account_")

"""Signing up by a passkey alone: a form, then the browser's ceremony, then the account.

The account is opened only with the credential in hand, so that none is left without a way in.
Its id must be known before (a passkey carries it), hence a guest stands in until then.
"""

from typing import Any

from allauth.account.internal.flows.signup import complete_signup
from allauth.account.models import EmailAddress
from allauth.account.utils import get_next_redirect_url, setup_user_email
from allauth.decorators import rate_limit
from allauth.mfa.base.internal.flows import post_authentication
from allauth.mfa.webauthn.internal import auth, flows
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache

from accounts.credentials import SignupForm
from accounts.forms import PasskeySignupForm
from accounts.middleware import guest_of
from accounts.models import User
from accounts.names import InvalidNameError
from accounts.services.accounts import account_open
from accounts.services.guests import guest_create
from accounts.services.zones import zone_set
from accounts.texts import NAME_REFUSALS

PENDING = "accounts.passkey_signup"


@method_decorator([never_cache, rate_limit(action="signup")], name="dispatch")
class PasskeySignupView(View):
    """Step one: the name and the e-mail address, kept in the session for step two."""

    def get(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            return redirect("home")
        return self._page(request, PasskeySignupForm(initial=request.session.get(PENDING)))

    def post(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            return redirect("home")
        form = PasskeySignupForm(request.POST)
        if not form.is_valid():
            return self._page(request, form)
        if guest_of(request) is None:
            guest_create(request=request)
        url = get_next_redirect_url(request)
        request.session[PENDING] = {**form.cleaned_data, "next": url}
        return redirect("accounts_signup_passkey_create")

    def _page(self, request: HttpRequest, form: PasskeySignupForm) -> HttpResponse:
        return render(request, "accounts/signup_passkey.html", {"form": form})


@method_decorator([never_cache, rate_limit(action="signup")], name="dispatch")
class PasskeyCreateView(View):
    """Step two: the browser makes the passkey; with it the guest becomes the account."""

    def get(self, request: HttpRequest) -> HttpResponse:
        guest, pending = guest_of(request), request.session.get(PENDING)
        if guest is None or pending is None:
            return redirect("accounts_signup_passkey")
        return self._page(request, guest, SignupForm(user=guest))

    def post(self, request: HttpRequest) -> HttpResponse:
        guest, pending = guest_of(request), request.session.get(PENDING)
        if guest is None or pending is None:
            return redirect("accounts_signup_passkey")
        form = SignupForm(request.POST, user=guest)
        if not form.is_valid():
            return self._page(request, guest, form)
        try:
            self._open(request, guest, pending, form)
        except InvalidNameError as error:
            again = PasskeySignupForm(pending)
            again.add_error("username", str(NAME_REFUSALS[error.code]))
            return render(request, "accounts/signup_passkey.html", {"form": again})
        request.session.pop(PENDING)
        response: HttpResponse = complete_signup(request, user=guest, redirect_url=pending["next"])
        return response

    def _open(
        self,
        request: HttpRequest,
        guest: User,
        pending: dict[str, Any],
        form: SignupForm,
    ) -> None:
        data = form.cleaned_data
        with transaction.atomic():
            zone_set(user=guest, zone=pending["zone"] or guest.zone, now=timezone.now())
            account_open(user=guest, name=pending["username"], email=pending["email"])
            setup_user_email(request, guest, [EmailAddress(email=pending["email"])])
            passkey = flows.signup_authenticator(
                request, user=guest, name=data["name"], credential=data["credential"]
            )
        post_authentication(request, passkey, passwordless=True)

    def _page(self, request: HttpRequest, guest: User, form: SignupForm) -> HttpResponse:
        named = User(pk=guest.pk, name=request.session[PENDING]["username"])
        options = auth.begin_registration(named, passwordless=True)
        context = {"form": form, "js_data": {"creation_options": options}}
        return render(request, "mfa/webauthn/signup_form.html", context)

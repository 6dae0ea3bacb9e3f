"""Settings, sign-up, devices, a player's data. The rest of the account pages is allauth's."""

import json
import zipfile
from collections.abc import Callable
from io import BytesIO
from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.account.internal.flows.logout import logout
from allauth.account.views import SignupView as AllauthSignupView
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.account_forms import SignupForm
from accounts.forms import SettingsForm
from accounts.models import User
from accounts.names import InvalidNameError
from accounts.readers import player_or_404, reader_of
from accounts.selectors import email_is_verified, export_of, settings_of
from accounts.services.accounts import device_end, preferences_save
from accounts.services.deletion import GRACE, deletion_request
from accounts.services.guests import guest_create
from accounts.texts import NAME_REFUSALS

View = Callable[..., HttpResponse]
confirmed_only: Callable[[View], View] = reauthentication_required(
    enabled=lambda request: not request.user.is_guest
)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    """Everything a player can set, for a visitor without a row as well: saving makes a guest."""
    user = reader_of(request)
    initial = {"name": user.name, "language": user.language, "zone": user.zone}
    form = SettingsForm(request.POST or None, user=user, initial=initial | settings_of(user))
    if request.method == "POST" and form.is_valid() and _settings_save(request, form):
        messages.success(request, gettext("Settings saved."))
        _warn_of_no_address(request, form)
        return redirect("settings")
    status = 422 if form.is_bound else 200
    return render(request, "accounts/settings.html", {"form": form}, status=status)


def _warn_of_no_address(request: HttpRequest, form: SettingsForm) -> None:
    if form.cleaned_data.get("daily_reminder") and not email_is_verified(player_or_404(request)):
        text = gettext("Verify your e-mail address: until then no reminder can be sent.")
        messages.warning(request, text)


def _settings_save(request: HttpRequest, form: SettingsForm) -> bool:
    user = guest_create(request=request)
    data = form.cleaned_data
    try:
        preferences_save(
            user=user,
            name=data.get("name"),
            language=data["language"],
            zone=data["zone"],
            changes=form.chosen(),
        )
    except InvalidNameError as error:
        form.add_error("name", str(NAME_REFUSALS[error.code]))
        return False
    return True


class SignupView(AllauthSignupView):  # type: ignore[misc]
    """allauth's, with our form, and a refusal when somebody else was faster with the name."""

    form_class = SignupForm

    def form_valid(self, form: SignupForm) -> HttpResponse:
        try:
            response: HttpResponse = super().form_valid(form)
        except InvalidNameError as error:
            form.add_error("username", str(NAME_REFUSALS[error.code]))
            response = self.form_invalid(form)
        return response


@require_POST
@login_required
def device_end_view(request: HttpRequest, device_id: int) -> HttpResponse:
    """Ends one signed-in device; its open tables close within a minute."""
    if not device_end(user=player_or_404(request), device_id=device_id):
        raise Http404
    messages.success(request, gettext("Signed out on that device."))
    return redirect("usersessions_list")


@never_cache
@require_GET
@login_required
def data_page(request: HttpRequest) -> HttpResponse:
    """What a player can take along, and how to leave."""
    return render(request, "accounts/data.html", {"days": GRACE.days})


@never_cache
@require_GET
@login_required
@confirmed_only
def export_view(request: HttpRequest) -> HttpResponse:
    """A zip with a JSON file for each part of the service that keeps something."""
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for part, content in export_of(player_or_404(request)).items():
            packed.writestr(f"{part}.json", _json(content))
    response = HttpResponse(archive.getvalue(), content_type="application/zip")
    stamp = timezone.now().strftime("%Y-%m-%d")
    response["Content-Disposition"] = f'attachment; filename="reussite-{stamp}.zip"'
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@confirmed_only
def delete_view(request: HttpRequest) -> HttpResponse:
    """Asks once more, then starts the days of grace (a guest goes at once)."""
    user = player_or_404(request)
    if request.method != "POST":
        return render(request, "accounts/delete.html", {"days": GRACE.days})
    deletion_request(user=user, now=timezone.now())
    logout(request, show_message=False)
    messages.success(request, _farewell(user))
    return redirect("home")


def _farewell(user: User) -> str:
    if user.is_guest:
        return gettext("Your games and settings are deleted.")
    text = gettext("Your account will be deleted in %(days)d days. Sign in before to keep it.")
    return text % {"days": GRACE.days}


def _json(content: Any) -> str:
    return json.dumps(content, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)

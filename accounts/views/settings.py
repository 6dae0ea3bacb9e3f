"""The page of the settings."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.forms import SettingsForm
from accounts.names import InvalidNameError
from accounts.readers import player_or_404, reader_of
from accounts.selectors import email_is_verified, settings_of
from accounts.services.accounts import preferences_save
from accounts.services.guests import guest_create
from accounts.texts import NAME_REFUSALS


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


def _warn_of_no_address(request: HttpRequest, form: SettingsForm) -> None:
    if form.cleaned_data.get("daily_reminder") and not email_is_verified(player_or_404(request)):
        text = gettext("Verify your e-mail address: until then no reminder can be sent.")
        messages.warning(request, text)

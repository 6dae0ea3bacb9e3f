"""What a player can take along, and how to leave."""

import json
import zipfile
from collections.abc import Callable
from io import BytesIO
from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.account.internal.flows.logout import logout
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts.models import User
from accounts.readers import player_or_404
from accounts.selectors import export_of
from accounts.services.deletion import GRACE, deletion_request

View = Callable[..., HttpResponse]
confirmed_only: Callable[[View], View] = reauthentication_required(
    enabled=lambda request: not request.user.is_guest
)


@never_cache
@require_GET
@login_required
def data_page(request: HttpRequest) -> HttpResponse:
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
